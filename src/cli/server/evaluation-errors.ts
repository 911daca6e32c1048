import type { JsonObject } from "../../client";
import { isPlainObject } from "../../declaration/field";
import { shortenText } from "../../drawing/letters";
import { MAX_SERVER_TEXT } from "./server-lists";

/**
 * Returns the failures of an alert's last evaluation, with times in epoch milliseconds. An invalid time is undefined.
 * Addresses in a message are shortened to their host. Entries of another form are left out.
 */
export function evaluationErrorsOf({ executionErrors }: JsonObject) {
  const entries: readonly unknown[] = Array.isArray(executionErrors) ? executionErrors : [];
  return entries.filter(isPlainObject).map(({ type, timestamp, message }) => {
    const time = Date.parse(String(timestamp));
    return {
      type: typeof type === "string" ? type : "UNKNOWN",
      time: Number.isFinite(time) ? time : undefined,
      message: typeof message === "string" ? shortenText(withoutAddresses(message), MAX_SERVER_TEXT) : "",
    };
  });
}

/** Shortens addresses to their host: the address of a webhook is its credential. */
function withoutAddresses(message: string): string {
  return message.replace(
    /\b(https?:\/\/)(?:[^\s/?#]*@)?([^\s/?#"'<>]+)([/?#][^\s"'<>]*)?/gi,
    (_, scheme: string, host: string, path: string | undefined) =>
      `${scheme}${host}${path === undefined ? "" : "/..."}`,
  );
}
