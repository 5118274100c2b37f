import type { Arrow } from "../board/Board.svelte";
import type { Piece } from "../types/Piece";
import type { Told } from "../types/Told";
import type { Player } from "./player.svelte";
import type { Session } from "./session.svelte";

/** What the seat sees: the table now, or at the moment of the film that is shown. */
export class Sight {
  /** At the end the last events stay on the map until the hand does something. */
  lingers = $state(false);

  constructor(
    private readonly session: Session,
    private readonly player: Player,
  ) {
    $effect(() => {
      if (player.playing) this.lingers = true;
    });
  }

  /** The table as it is now, not an earlier moment. */
  readonly live = $derived.by(() => this.player.atEnd);

  private readonly scene = $derived.by(() => {
    void this.session.total;
    return this.session.film.at(this.live ? this.player.end : this.player.moment);
  });
  private readonly now = $derived.by(() => (this.live ? this.session.board : null));

  readonly pieces = $derived.by<Piece[]>(() => {
    void this.session.total;
    return this.now?.pieces ?? this.player.pieces();
  });
  readonly byId = $derived.by(() => new Map(this.pieces.map((p) => [p.id, p])));
  readonly features = $derived.by(() => this.now?.features ?? this.scene.features);
  readonly facts = $derived.by(() => this.now?.facts ?? this.scene.facts);

  /** What is told at the moment shown. */
  readonly told = $derived.by<Told[]>(() => {
    void this.session.total;
    if (this.live && !this.lingers) return [];
    return this.session.film.moments[this.player.moment]?.told ?? [];
  });
  /** From who does it to those who suffer it. */
  readonly arrows = $derived.by<Arrow[]>(() =>
    this.told.flatMap((t) => {
      const [from, ...to] = t.pieces;
      return from === undefined ? [] : to.slice(0, 6).map((x) => ({ from, to: x, deed: t.deed ?? null }));
    }),
  );
}
