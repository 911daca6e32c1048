import { ClientError } from "../../api";
import type { Fields } from "../../schema/field";
import type { Report } from "../report/model";
import { type PlanJson, stateResources } from "../stacks/plan-json";
import { sideBySide } from "../stacks/side-by-side";
import type { DriftRule } from "./drift-rules";
import { serversOf } from "./server-settings";
import { unmanagedObjects } from "./unmanaged";

/** What is on the servers of some stacks and in none of their states, and why that could not be found out. */
export async function findUnmanaged(
  plans: readonly PlanJson[],
  rules: readonly DriftRule[],
  environment: NodeJS.ProcessEnv,
): Promise<Pick<Report, "unmanaged" | "problems">> {
  const { settings, problems } = serversOf(plans, environment);
  const known = {
    ids: new Set(plans.flatMap(knownIds)),
    types: new Set(plans.flatMap(managedTypes)),
  };
  const found = await sideBySide(settings, 4, async (each) => {
    try {
      return { unmanaged: await unmanagedObjects(each, known, rules), problems: [] };
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      return { unmanaged: [], problems: [`Unmanaged objects could not be looked for. ${error.message}`] };
    }
  });
  return {
    unmanaged: found.flatMap(({ unmanaged }) => unmanaged),
    problems: [
      ...problems.map(({ summary, detail }) => `Unmanaged objects could not be looked for. ${summary}. ${detail}`),
      ...found.flatMap((each) => each.problems),
    ],
  };
}

function managedTypes({ prior_state: state }: PlanJson): readonly string[] {
  const held = stateResources(state?.values?.root_module).filter(({ mode }) => mode === "managed");
  return held.map(({ type }) => type);
}

function knownIds({ prior_state: state, resource_drift: drift = [] }: PlanJson): readonly string[] {
  const held = stateResources(state?.values?.root_module).map(({ values }) => values);
  const before = drift.map(({ change }) => change.before as Fields | null);
  return [...held, ...before].flatMap((fields) => [fields, ...generationsOf(fields)]).flatMap((fields) => idOf(fields));
}

/** Keys that a rotated key has replaced and that still work are its state's too. */
function generationsOf(fields: Fields | null): readonly Fields[] {
  return Array.isArray(fields?.generations) ? fields.generations : [];
}

function idOf(fields: Fields | null): readonly string[] {
  return typeof fields?.id === "string" ? [fields.id] : [];
}
