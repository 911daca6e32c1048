import { RECEIVE_WINDOW } from "./settings";

/** Counts what the peer has sent, and lets it send as much again when half of its window is used up. */
export class ReceiveWindow {
  #used = 0;

  /** @param widen tells the peer */
  constructor(private readonly widen: (octets: number) => void) {}

  use(octets: number): void {
    this.#used += octets;
    if (this.#used < RECEIVE_WINDOW / 2) return;
    this.widen(this.#used);
    this.#used = 0;
  }
}
