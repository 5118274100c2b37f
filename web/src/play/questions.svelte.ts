import type { Prompt } from "../types/Prompt";
import type { Prompts } from "../types/Prompts";

/**
 * What is asked of a seat, and whether it can be answered now. An answer belongs to one question as it was asked: once it is
 * sent nothing can be answered until the seat has been asked anew, or the answer was refused. Neither can anything be
 * answered that was asked before the newest version that is known of.
 */
export class Questions {
  private asked = $state.raw<Prompts>({ version: -1, prompts: [] });
  /** An answer is on its way, or it is not known what became of it. */
  private sending = $state(false);
  /** The version that the last answer taken from here brought about. */
  private brought = $state(-1);
  /** The newest version of the battle that was spoken of. */
  private known = $state(-1);

  /** What was asked last, and at which version. */
  get all(): Prompt[] {
    return this.asked.prompts;
  }
  get version(): number {
    return this.asked.version;
  }

  /** An answer is on its way, or was taken and nothing has been asked since: there is nothing to be shown. */
  get answered(): boolean {
    return this.sending || this.version < this.brought;
  }
  /** What was asked last can be answered. */
  get open(): boolean {
    return !this.answered && this.version >= this.known;
  }

  /** These were asked. What is older than what is here came late, and is let go. */
  hear(asked: Prompts) {
    if (asked.version < this.version) return;
    this.learn(asked.version);
    this.asked = asked;
  }

  /** The battle has come to that version. */
  learn(version: number) {
    if (version > this.known) this.known = version;
  }

  /** Begins an answer: the version that it is sent with. `null` if that question cannot be answered now. */
  send(to: Prompt): number | null {
    if (!this.open || !this.all.includes(to)) return null;
    this.sending = true;
    return this.version;
  }

  /** The answer was taken, and brought the battle to that version. */
  taken(version: number) {
    this.learn(version);
    this.brought = Math.max(this.brought, version);
    this.sending = false;
  }

  /** The answer was not taken: what is asked is asked still, unless the battle has come to another version. */
  refused(version?: number) {
    if (version !== undefined) this.learn(version);
    this.sending = false;
  }
}
