import * as z from "zod";

/** An http or https address. @param example what one looks like, for the message. */
export const httpAddress = (example: string) =>
  z.string().refine(isHttpAddress, `Must be an http or https address, such as ${example}`);

function isHttpAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
