import { IncompleteListError, UnreadableObjectError } from "../../client/http/errors";
import { type Diagnostic, DiagnosticError, type ObjectValue, type Resource, type Schema } from "../../plugin";
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
        const cause = error instanceof DiagnosticError ? error.cause : error;
        const { state, private: memory } = request;
        if (!isUnreadable(cause) || isImported(schema, state)) {
          throw error;
        }
        return { state, private: memory, diagnostics: [keptState(api.name, state, cause)] };
      }
    },
  };
}

function isUnreadable(error: unknown): error is Error {
  return (
    error instanceof UnreadableObjectError || (error instanceof IncompleteListError && error.unreadable.length > 0)
  );
}

/** Returns true for the state of an import, which has no values yet. An adopted key has no required ones. */
function isImported({ attributes }: Schema, state: ObjectValue): boolean {
  const required = Object.keys(attributes).filter((name) => attributes[name]?.required);
  return (required.length > 0 ? required : ["name"]).some((name) => (state[name] ?? null) === null);
}

function keptState(noun: string, { id, name }: ObjectValue, { message }: Error): Diagnostic {
  return {
    severity: "warning",
    summary: `The ${noun} ${typeof name === "string" ? quoted(name) : String(id)} cannot be read`,
    detail:
      `The state keeps its last known values, and an apply does not change the object. ${message}\n` +
      "Fix: Upgrade cdk-clickstack to a version that supports this server, or correct the object in the UI.",
  };
}
