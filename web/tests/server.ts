import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

/** The program as it was built: `VEDETTE`, or what cargo made last. */
export function program(): string {
  if (process.env.VEDETTE) return process.env.VEDETTE;
  const target = resolve(process.env.CARGO_TARGET_DIR ?? join(import.meta.dirname, "../../target"));
  const built = ["debug", "release"].map((p) => join(target, p, "vedette")).find(existsSync);
  if (!built) throw new Error(`the server is not built: cargo build -p vedette (looked in ${target})`);
  return built;
}

/** The program with the toy book in it, which is built with the tests. */
export function toys(): string {
  return join(dirname(program()), "vedette-toy");
}

/** A real server on a free port of this machine, with a data file of its own. */
export class Server {
  private child: ChildProcess | null = null;
  private readonly folder = mkdtempSync(join(tmpdir(), "vedette-"));
  url = "";

  constructor(private readonly bin = program()) {}

  /** Starts it; after a kill on the same port with the same file. */
  async start(): Promise<void> {
    const port = this.url === "" ? "0" : new URL(this.url).port;
    const child = spawn(this.bin, ["serve", "--port", port, "--data", join(this.folder, "battles.sqlite")], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child = child;
    let said = "";
    this.url = await new Promise<string>((done, fail) => {
      const hear = (d: Buffer) => {
        said += d.toString();
        const m = /http:\/\/[\d.]+:\d+/.exec(said);
        if (m) done(m[0]);
      };
      child.stdout.on("data", hear);
      child.stderr.on("data", hear);
      child.on("error", fail);
      child.on("exit", (code) => fail(new Error(`the server ended (${code}): ${said}`)));
    });
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    const child = this.child;
    this.child = null;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await gone;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
