import type { Diagnostic } from "../../plugin";
import type { Session } from "../handlers/session";
import { KeyListRefusedError } from "./key-collection";

/**
 * Runs checks that need the list of keys. Where the server refuses the list, the first skipped check of a run adds a
 * warning.
 */
export async function checkWithList(
  { keys }: Session,
  check: () => Promise<readonly Diagnostic[]>,
): Promise<readonly Diagnostic[]> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof KeyListRefusedError)) {
      throw error;
    }
    return keys.noteWarned("list of keys") ? [checksAreSkipped(error)] : [];
  }
}

function checksAreSkipped({ summary }: KeyListRefusedError): Diagnostic {
  return {
    severity: "warning",
    summary: "The server refuses the list of API keys",
    detail:
      "Keys are read by their ids. The provider cannot check whether another key has a planned name, whether an enabled key with an " +
      `admin role remains, or whether an interrupted run has left keys behind. ${summary}\n` +
      "Fix: check this in the console, or use a key with a role that may list API keys.",
  };
}
