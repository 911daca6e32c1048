import type { Fields } from "../../../schema/field";
import { type Imported, ofKind, tilesOf } from "./imported";
import type { Model } from "./model";

/** The dashboards in an order in which each can refer to those before it. */
export interface DashboardOrder {
  readonly dashboards: readonly Imported[];
  /** The dashboards that a dashboard's clicks lead to by reference. Those that would close a circle are named by id. */
  readonly targetsOf: (dashboard: Imported) => readonly Imported[];
}

export function dashboardOrder(model: Model): DashboardOrder {
  const targets = new Map<string, readonly Imported[]>();
  const ordered: Imported[] = [];
  const open = new Set<string>();
  const visit = (dashboard: Imported) => {
    if (targets.has(dashboard.id)) return;
    open.add(dashboard.id);
    const reachable = clickTargets(dashboard)
      .flatMap((id) => model.references.imported(id) ?? [])
      .filter(({ id }) => !open.has(id));
    targets.set(dashboard.id, reachable);
    for (const target of reachable) visit(target);
    open.delete(dashboard.id);
    ordered.push(dashboard);
  };
  for (const dashboard of ofKind(model.objects, "dashboard")) visit(dashboard);
  return { dashboards: ordered, targetsOf: ({ id }) => targets.get(id) ?? [] };
}

function clickTargets(dashboard: Imported): readonly string[] {
  const ids = Object.values(tilesOf(dashboard)).flatMap(({ config }) => {
    const { onClick } = config as { readonly onClick?: { readonly type: string; readonly target?: Fields } };
    return onClick?.type === "dashboard" && typeof onClick.target?.id === "string" ? [onClick.target.id] : [];
  });
  return [...new Set(ids)];
}
