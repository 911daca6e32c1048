import { objectOperations } from "../object-operations";
import { notFound } from "../refusal";
import type { Scope } from "../runtime";
import type { StoredAlert } from "../state";
import { type AlertRequestBody, alertBody, isOfSeptember, stickyFields, targetFields, writtenFields } from "./body";
import { echoAlert, echoWhole, writtenNaming } from "./echo";
import { resolveReferences, type StoredAlertTarget } from "./references";

/** Operations on alerts (docs/internals/api-behavior.md 3.6 to 3.10). */
export const alertOperations = objectOperations({
  path: "/alerts",
  notFound: notFound("Alert not found"),
  objects: ({ alerts }) => alerts,
  isPaged: true,
  show: echoAlert,
  showOne: echoWhole,
  body: alertBody,

  /**
   * References are checked before the alert is looked up: an invalid reference returns 400 even if the alert was
   * deleted.
   */
  isBodyFirst: true,
  write(scope, body, stored) {
    const target = resolveReferences(body, scope.store);
    const kept = scope.switches.groupBySticky && stored?.source === target.source ? stored.groupBy : undefined;
    return {
      ...targetFields(target, kept),
      ...namingOf(body, target, scope, stored),
      ...writtenFields(body),
      ...stickyFields(body, stored ?? {}),
      state: stored?.state ?? "OK",
      silenced: stored?.silenced,
      executionErrors: stored?.executionErrors,
    };
  },
});

/** A deployment without names and tags keeps the stored ones. */
function namingOf(body: AlertRequestBody, target: StoredAlertTarget, scope: Scope, stored?: StoredAlert) {
  if (isOfSeptember(scope)) {
    return writtenNaming(body, target, scope.store);
  }
  return stored && { displayName: stored.displayName, tags: stored.tags };
}
