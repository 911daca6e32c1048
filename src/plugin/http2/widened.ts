import { ConnectionError, ErrorCode } from "./connection-error";
import { LARGEST_WINDOW } from "./settings";

/** A window after an increment. Throws a ConnectionError where it would be larger than allowed (RFC 9113, section 6.9.1). */
export function widened(window: number, octets: number): number {
  if (window + octets > LARGEST_WINDOW) throw new ConnectionError(ErrorCode.flowControl, "a window is too large");
  return window + octets;
}
