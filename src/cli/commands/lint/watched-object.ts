import { tilePlaceOf } from "../../../declaration/configuration-json";
import { type WatchedObject, watchedObject, withWatchedNames } from "../../../resources/alert/watched-object";
import type { LintInput } from "./lint-rule";
import type { LintedObject } from "./linted-objects";
import { isUnevaluated, referenceOf } from "./unevaluated";

/** Returns the object that an alert watches, as far as the stack declares it. */
export function watchedBy(input: LintInput, alert: LintedObject): WatchedObject<LintedObject> {
  const { savedSearchId, tileId } = alert.fields;
  const tile = isUnevaluated(tileId) ? tilePlaceOf(tileId.expression) : undefined;
  return watchedObject(withWatchedNames(alert.fields, tile, referenceOf(savedSearchId)), (address) => {
    const owner = input.stackOf(alert).find(String(address));
    return owner?.kind === "resource" ? owner : undefined;
  });
}
