/** Two soft notes, for somebody who is looking elsewhere. Where no sound is allowed there is none. */
export function chime() {
  try {
    const audio = new AudioContext();
    for (const [hertz, at] of [
      [660, 0],
      [880, 0.18],
    ] as const) {
      const note = audio.createOscillator();
      const loud = audio.createGain();
      const from = audio.currentTime + at;
      note.frequency.value = hertz;
      loud.gain.setValueAtTime(0.12, from);
      loud.gain.exponentialRampToValueAtTime(0.001, from + 0.35);
      note.connect(loud).connect(audio.destination);
      note.start(from);
      note.stop(from + 0.4);
    }
    setTimeout(() => void audio.close(), 1500);
  } catch {
    // The title of the page says it too.
  }
}
