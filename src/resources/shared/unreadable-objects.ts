import { IncompleteListError, UnreadableObjectError } from "../../client/http/errors";
import { DiagnosticError, type ObjectValue, type Resource, type Schema, warning } from "../../plugin";
import type { TypeWithObjects } from "../resource-type";
import type { ResourceHooks } from "./hooks";
import { quoted } from "./report-failure";
import type { Session } from "./session";

/**
 * Keeps the state of an object that the server returns in a form that cannot be read, with a warning. An import has no
 * state to keep, and an update compares the object first, so both fail.
 */
export function unreadableObjectHooks({ api }: TypeWithObjects, { schema }: Resource<Session>): ResourceHooks {
  return {
    aroundRead: (read) => async (request, context) => {
      try {
        return await read(request, context);
      } catch (error) {
        const { state, private: memory } = request;
        const reason = isImported(schema, state) ? undefined : unreadableReason(error);
        if (reason === undefined) {
          throw error;
        }
        const title = typeof state.name === "string" ? quoted(state.name) : String(state.id);
        const detail =
          `The state keeps its last known values, and an apply does not change the object. ${reason}\n` +
          "Fix: Upgrade cdk-clickstack to a version that supports this server, or correct the object in the UI.";
        const kept = warning(`The ${api.name} ${title} cannot be read`, detail);
        return { state, private: memory, diagnostics: [kept] };
      }
    },
  };
}

/** Returns why an object cannot be read; undefined for every other error of a read. */
export function unreadableReason(error: unknown): string | undefined {
  const cause = error instanceof DiagnosticError ? error.cause : error;
  const isUnreadable =
    cause instanceof UnreadableObjectError || (cause instanceof IncompleteListError && cause.unreadable.length > 0);
  return isUnreadable ? cause.message : undefined;
}

/** Returns true for the state of an import, which has no values yet. An adopted key has no required values. */
function isImported({ attributes }: Schema, state: ObjectValue): boolean {
  const required = Object.keys(attributes).filter((name) => attributes[name]?.required);
  return (required.length > 0 ? required : ["name"]).some((name) => (state[name] ?? null) === null);
}
