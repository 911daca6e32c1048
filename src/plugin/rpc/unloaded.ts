import { calls, type Handlers } from "../protocol/calls";
import { messages } from "../protocol/tables";
import { problem } from "../values/diagnostics";
import { toDiagnosticMessage } from "./diagnostic-messages";

/** Every call with diagnostics reports the error, and no state is lost. */
export function unloadedHandlers(error: Error): Handlers {
  const summary = "The provider did not load";
  const detail = `${error.message}\n\nThis is a defect of the provider or of its installation.`;
  const diagnostics = [toDiagnosticMessage(problem(summary, detail))];
  const diagnosed = [...calls.values()].filter(({ response }) => "diagnostics" in messages[response]);
  return {
    ...Object.fromEntries(diagnosed.map(({ handler }) => [handler, async () => ({ diagnostics })])),
    callFunction: async () => ({ error: { text: `${summary}: ${detail}` } }),
    readResource: async ({ currentState, private: kept, currentIdentity }) => ({
      newState: currentState,
      private: kept,
      newIdentity: currentIdentity,
      diagnostics,
    }),
    applyResourceChange: async ({ priorState, plannedPrivate, plannedIdentity }) => ({
      newState: priorState,
      private: plannedPrivate,
      newIdentity: plannedIdentity,
      diagnostics,
    }),
    stopProvider: async () => ({}),
  };
}
