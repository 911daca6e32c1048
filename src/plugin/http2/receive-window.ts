import { ConnectionError, ErrorCode } from "./connection-error";
import { RECEIVE_WINDOW } from "./settings";

/** What the peer may still send. It is told of more when half is used up. */
export class ReceiveWindow {
  #left: number;

  constructor(
    left: number,
    private readonly announce: (octets: number) => void,
  ) {
    this.#left = left;
  }

  /** The peer sent data. Throws a ConnectionError where it was more than allowed. */
  use(octets: number): void {
    this.#left -= octets;
    if (this.#left < 0) throw new ConnectionError(ErrorCode.flowControl, "more data came than was allowed");
    if (this.#left < RECEIVE_WINDOW / 2) this.open();
  }

  /** Lets the peer send as much as ever. */
  open(): void {
    const octets = RECEIVE_WINDOW - this.#left;
    this.#left = RECEIVE_WINDOW;
    this.announce(octets);
  }
}
