/** SHA-256 of a text, in hexadecimal. Browsers compute it themselves only for pages that came encrypted, and a club's often did not. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const message = new DataView(new ArrayBuffer(length));
  bytes.forEach((b, i) => message.setUint8(i, b));
  message.setUint8(bytes.length, 0x80);
  message.setUint32(length - 8, Math.floor(bytes.length / 0x20000000));
  message.setUint32(length - 4, (bytes.length * 8) >>> 0);
  const state = [...START];
  const w = new Uint32Array(64);
  for (let at = 0; at < length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = message.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [a, b] = [w[i - 15]!, w[i - 2]!];
      const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      w[i] = w[i - 16]! + s0 + w[i - 7]! + s1;
    }
    let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[i]! + w[i]!) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((v, i) => (state[i] = (state[i]! + v) | 0));
  }
  return state.map((v) => (v >>> 0).toString(16).padStart(8, "0")).join("");
}

const turn = (v: number, by: number): number => (v >>> by) | (v << (32 - by));

/** The first bits after the point of the roots of the first primes, as the standard has them. */
const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p !== 0)) primes.push(n);
const bits = (v: number): number => Math.floor((v - Math.floor(v)) * 0x100000000);
const START = primes.slice(0, 8).map((p) => bits(Math.sqrt(p)));
const ROUND = primes.map((p) => bits(Math.cbrt(p)));
