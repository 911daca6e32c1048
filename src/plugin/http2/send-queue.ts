import { widened } from "./widened";

/** The data that one stream has still to send. */
export class SendQueue {
  #pieces: Uint8Array[] = [];
  #onSent: (() => void)[] = [];
  #window: number;

  constructor(
    readonly streamId: number,
    window: number,
  ) {
    this.#window = window;
  }

  /** How much the peer takes on this stream. Below zero after it has taken something back. */
  get window(): number {
    return this.#window;
  }

  get isEmpty(): boolean {
    return this.#pieces.length === 0;
  }

  add(piece: Uint8Array): void {
    if (piece.byteLength > 0) this.#pieces.push(piece);
  }

  /** The next piece, of `most` octets at the most. The queue is not empty. */
  take(most: number): Uint8Array {
    const [first = new Uint8Array(), ...rest] = this.#pieces;
    const piece = first.subarray(0, most);
    this.#pieces = piece.byteLength === first.byteLength ? rest : [first.subarray(most), ...rest];
    this.#window -= piece.byteLength;
    return piece;
  }

  /** Throws a ConnectionError where the window would be larger than allowed. */
  widen(octets: number): void {
    this.#window = widened(this.#window, octets);
  }

  /** Calls `done` once everything that is queued now has gone, or never will. */
  whenSent(done: () => void): void {
    if (this.isEmpty) done();
    else this.#onSent.push(done);
  }

  /** Everything has gone. */
  sent(): void {
    for (const done of this.#onSent.splice(0)) done();
  }

  clear(): void {
    this.#pieces = [];
    this.sent();
  }
}
