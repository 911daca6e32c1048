import type { Fields } from "../../../schema/field";
import { type Imported, ofKind, tilesOf } from "./imported";
import type { LaidOutModel } from "./model";

/** The dashboards in an order in which each can refer to those before it. */
export interface DashboardOrder {
  readonly dashboards: readonly Imported[];
  /** The dashboards that a dashboard's clicks lead to by reference. Those that would close a circle are named by id. */
  readonly targetsOf: (dashboard: Imported) => readonly Imported[];
}

export function dashboardOrder(model: LaidOutModel): DashboardOrder {
  const { layout } = model;
  const targets = new Map<string, readonly Imported[]>();
  const ordered: Imported[] = [];
  const open = new Set<string>();
  const visit = (dashboard: Imported) => {
    if (targets.has(dashboard.id)) return;
    open.add(dashboard.id);
    const path = layout.pathOf(dashboard);
    const ids = layout.isOurs(path) ? clickTargets(dashboard) : layout.references(path);
    const reachable = ids
      .flatMap((id) => model.references.imported(id) ?? [])
      .filter((target) => target.kind === "dashboard" && layout.isReachable(target, path) && !open.has(target.id));
    targets.set(dashboard.id, reachable);
    for (const target of reachable) visit(target);
    open.delete(dashboard.id);
    ordered.push(dashboard);
  };
  // Those that stay as they are come first: nobody can change what they refer to.
  const dashboards = ofKind(model.objects, "dashboard");
  const isKept = (dashboard: Imported) => !layout.isOurs(layout.pathOf(dashboard));
  for (const dashboard of [...dashboards.filter(isKept), ...dashboards]) visit(dashboard);
  return { dashboards: ordered, targetsOf: ({ id }) => targets.get(id) ?? [] };
}

function clickTargets(dashboard: Imported): readonly string[] {
  const ids = Object.values(tilesOf(dashboard)).flatMap(({ config }) => {
    const { onClick } = config as { readonly onClick?: { readonly type: string; readonly target?: Fields } };
    return onClick?.type === "dashboard" && typeof onClick.target?.id === "string" ? [onClick.target.id] : [];
  });
  return [...new Set(ids)];
}
