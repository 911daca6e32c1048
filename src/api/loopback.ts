import { isIPv4 } from "node:net";

/** True for 127.0.0.0/8, ::1 and localhost, as they stand in a URL's `hostname`. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase();
  if (name === "localhost" || name === "[::1]" || name === "::1") {
    return true;
  }
  return isIPv4(name) && name.startsWith("127.");
}
