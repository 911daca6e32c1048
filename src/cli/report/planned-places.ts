import { contentsOfPlan } from "../contents/from-plan";
import type { PlanJson } from "../stacks/plan-json";

/** What each alert of a plan will watch, by the alert's address: the configuration says it before there are ids. Read once, when asked. */
export function plannedPlaces(plan: PlanJson): () => ReadonlyMap<string, string> {
  let places: ReadonlyMap<string, string> | undefined;
  return () => {
    places ??= placesOf(plan);
    return places;
  };
}

function placesOf(plan: PlanJson): ReadonlyMap<string, string> {
  const { dashboards, alerts } = contentsOfPlan(plan).after;
  const names = new Map(dashboards.map(({ address, fields }) => [address, String(fields.name)]));
  return new Map(
    alerts.flatMap(({ address, board, fields }) => {
      const name = board === undefined ? undefined : names.get(board);
      return name === undefined ? [] : [[address, `${name} > tile ${String(fields.tileId)}`] as const];
    }),
  );
}
