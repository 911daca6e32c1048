import { IncompleteListError } from "../../client/http/errors";
import type { Diagnostic } from "../../plugin";
import type { Session } from "../shared/session";
import { KeyListRefusedError } from "./key-collection";
import { keysOf } from "./session";

/**
 * Runs checks that need all keys. If the server refuses the list or hides a part of it, the first skipped check of a
 * run warns.
 */
export async function checkWithList(
  session: Session,
  check: () => Promise<readonly Diagnostic[]>,
): Promise<readonly Diagnostic[]> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof KeyListRefusedError || error instanceof IncompleteListError)) {
      throw error;
    }
    return keysOf(session).noteWarned("list of keys") ? [checksAreSkipped(error)] : [];
  }
}

function checksAreSkipped(error: KeyListRefusedError | IncompleteListError): Diagnostic {
  const isRefused = error instanceof KeyListRefusedError;
  return {
    severity: "warning",
    summary: isRefused ? "The server refuses the list of API keys" : "The list of API keys is incomplete",
    detail:
      "The provider reads each key by its id. It cannot check whether another key has a planned name, whether an enabled key with an " +
      `admin role remains, or whether an interrupted run left keys behind. ${isRefused ? error.summary : error.message}\n` +
      "Fix: check this in the console, or use a key with a role that may list API keys.",
  };
}
