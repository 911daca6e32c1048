import { Construct } from "constructs";
import { Alert } from "../alert";
import { Dashboard } from "../dashboard";
import { type ConstructScope, requireOwnFramework } from "../scope";
import { SynthesisError } from "../synthesis-error";
import { atLeast } from "../threshold";
import { tile } from "../tile";
import type { TileReference } from "../tile-board";
import { durationText, percentText } from "./burn-rate";
import { chartsOfWindows, chartsOverTime, type LevelCharts, tableOf, timeCharts } from "./burn-rate-chart";
import { markdownCode } from "./service-level";
import { type PlannedAlert, planSlo, type SloPlan } from "./slo-plan";
import type { SloProps } from "./slo-props";

/**
 * A service level objective: a dashboard with its error budget and burn rate, and alerts on the burn rate after the
 * multi-window method of the Google SRE workbook.
 */
export class Slo extends Construct {
  /** Dashboard of the objective. More tiles can be added. */
  readonly dashboard: Dashboard;
  /** Alerts by key. */
  readonly alerts: Readonly<Record<string, Alert>>;

  constructor(scope: ConstructScope, id: string, props: SloProps) {
    const plan = requirePlan([scope.node.path, id].filter(Boolean).join("/"), props);
    super(requireOwnFramework(scope) as Construct, id);
    const area = this as unknown as ConstructScope;
    const { level, method, budget } = plan;
    const { metricType } = level.total.aggregate;
    const charts =
      method === "sql"
        ? chartsOfWindows(level, props.source, budget, tableOf(props.source, area, props.timestamp, metricType))
        : chartsOverTime(level, props.source, budget);
    this.dashboard = new Dashboard(area, "dashboard", {
      name: props.dashboardName ?? `SLO: ${props.name}`,
      tags: [...(props.tags ?? ["slo"]), ...(props.owner === undefined ? [] : [`owner:${props.owner}`])],
      ...providerOf(props),
    });
    const watched = addTiles(this.dashboard, props, plan, charts);
    const alerts = plan.alerts.map((alert) => [alert.key, createAlert(area, props, plan, alert, watched(alert))]);
    this.alerts = Object.fromEntries(alerts);
  }
}

/** Returns the alerts that the props declare. Throws one error that lists all problems. */
function requirePlan(path: string, props: SloProps): SloPlan {
  if (typeof props !== "object" || props === null) {
    throw SynthesisError.atCall(`${path}: The third argument must be an object of props.`);
  }
  const plan = planSlo(props);
  if (!("alerts" in plan)) {
    throw SynthesisError.ofProps(path, plan);
  }
  return plan;
}

function providerOf({ provider }: SloProps) {
  return provider === undefined ? {} : { provider };
}

/** Adds the tiles of an objective. Returns the tile that an alert watches. */
function addTiles(dashboard: Dashboard, props: SloProps, plan: SloPlan, charts: LevelCharts) {
  const { level, budget, windowMinutes, alerts } = plan;
  dashboard.addTile(
    "objective",
    tile.markdown({ name: "Objective", markdown: describeObjective(props, plan), w: 24, h: 7 }),
  );
  const rates = alerts.flatMap(({ key, rate }) => {
    const chart = charts.burnRate(`Burn rate, ${key}`, rate, props.minEvents ?? 1);
    return chart ? [[burnRateTile(key), chart] as const] : [];
  });
  const numbers = { budget_left: charts.budgetLeft(windowMinutes), ...Object.fromEntries(rates) };
  const references = new Map<string, TileReference<"number">>(Object.entries(dashboard.addRow({ height: 4 }, numbers)));
  const lines = dashboard.addRow({ height: 7 }, timeCharts(level, props.source, budget));
  return ({ key }: PlannedAlert) => references.get(burnRateTile(key)) ?? lines.burn_rate;
}

function burnRateTile(key: string): string {
  return `burn_${key}`;
}

function createAlert(
  scope: ConstructScope,
  props: SloProps,
  plan: SloPlan,
  { key, rate, every, windows, props: own }: PlannedAlert,
  on: TileReference<"number"> | TileReference<"line">,
): Alert {
  const note = noteOf(props);
  return new Alert(scope, key, {
    name: `${props.name}: ${key} burn`,
    message: `The burn rate of the error budget is at least ${rate.factor}. At this rate, ${percentText(rate.budget)} of the budget of ${durationText(plan.windowMinutes)} is consumed in ${durationText(rate.longMinutes)}.`,
    ...(note !== "" && { note }),
    notify: props.notify,
    ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
    on,
    when: atLeast(rate.factor),
    every,
    ...(windows !== undefined && { numConsecutiveWindows: windows }),
    ...providerOf(props),
  });
}

function noteOf({ note = "", owner }: SloProps): string {
  return [note, owner === undefined ? "" : `Owner: ${owner}`].filter((each) => each !== "").join("\n\n");
}

/** Returns the text of the dashboard: the objective, its alerts, and the note. */
function describeObjective(props: SloProps, { level, budget, windowMinutes, method, alerts }: SloPlan): string {
  const { where } = level;
  const evaluated = ({ rate, every, windows }: PlannedAlert) =>
    method === "sql"
      ? `last ${durationText(rate.longMinutes)} and last ${durationText(rate.shortMinutes)}, every ${every}`
      : `${windows} windows of ${every} in a row`;
  const rows = alerts.map(
    (alert) =>
      `| ${alert.key} | ${alert.rate.factor} | ${percentText(alert.rate.budget)} in ${durationText(alert.rate.longMinutes)} | ${evaluated(alert)} |`,
  );
  const table = ["| Alert | Burn rate | Budget consumed | Evaluated |", "|---|---|---|---|", ...rows].join("\n");
  const events = where === "" ? "all events" : `events with ${markdownCode(where)}`;
  return [
    `## ${props.name}`,
    `**${percentText(props.objective)}** of ${events} must be good in ${durationText(windowMinutes)}: ${level.description}. The error budget is ${percentText(budget)}.`,
    ...(rows.length > 0 ? [table] : []),
    noteOf(props),
  ]
    .filter((each) => each !== "")
    .join("\n\n");
}
