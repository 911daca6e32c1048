import type { AttributePath } from "../diagnostics/attribute-path";
import { pathText } from "../diagnostics/attribute-path";
import { type Diagnostic, problem } from "../diagnostics/diagnostic";
import { type Fields, objectType } from "../schema/field";
import { containsUnknown, type ObjectValue } from "../values/value";
import { changedPaths } from "./changed-paths";
import { knownMembers, unknownPaths } from "./unknown-paths";

/** A state that may be handed to the host, and what was wrong with the one that a handler returned. */
export interface CheckedState {
  readonly state: ObjectValue;
  readonly diagnostics: readonly Diagnostic[];
}

/** Takes what is still unknown out of a handler's state (null instead) and says in one diagnostic where it was. */
export function withoutUnknowns(fields: Fields, state: ObjectValue, during: string): CheckedState {
  // Nearly always so, and much cheaper to see than where they are.
  if (!containsUnknown(state)) return { state, diagnostics: [] };
  const paths = unknownPaths(objectType(fields), state);
  const [first] = paths;
  if (first === undefined) return { state, diagnostics: [] };
  const detail =
    `After ${during}, the provider still calls ${listed(paths)} unknown. The state holds null there. ` +
    "This is a defect of the provider.";
  return { state: knownMembers(state), diagnostics: [problem("The provider returned unknown values", detail, first)] };
}

/**
 * Compares what a write returned with what was planned: every known planned value must come back the same
 * (docs/internals/terraform-protocol.md 5). One diagnostic names all that differ, never their values.
 */
export function differencesFromPlan(
  fields: Fields,
  plan: ObjectValue,
  state: ObjectValue,
  during: string,
): readonly Diagnostic[] {
  const paths = changedPaths(fields, plan, state);
  const [first] = paths;
  if (first === undefined) return [];
  const detail =
    `After ${during}, ${listed(paths)} is not what was planned. The state holds what the provider returned, ` +
    "so that the next plan shows the difference. Most likely the server changes this value by itself: " +
    "write it as the server does, or leave it out. If that does not help, this is a defect of the provider.";
  return [problem("The result differs from the plan", detail, first)];
}

/** Some of the paths, for a sentence. */
export function listed(paths: readonly AttributePath[]): string {
  const shown = paths.slice(0, 5).map(pathText).join(", ");
  return paths.length > 5 ? `${shown} and ${paths.length - 5} more` : shown;
}
