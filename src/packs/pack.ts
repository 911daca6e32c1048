import type { Construct } from "constructs";
import { Alert } from "../constructs/alert";
import { Dashboard } from "../constructs/dashboard";
import { requireProps } from "../constructs/declared";
import { type Checks, findUnknownKeys, propProblems } from "../constructs/prop-checks";
import type { ConstructScope } from "../constructs/scope";
import { Slo } from "../constructs/slo/slo";
import { SynthesisError } from "../constructs/synthesis-error";
import { atLeast, type Threshold } from "../constructs/threshold";
import type { Tile } from "../constructs/tile";
import { ENVIRONMENT } from "./conditions";
import type { AlertPlan, PackAlert, PackContent, PackProps, PackTile } from "./pack-props";

const DETAILS_HEIGHT = 10;

type ByKey<V> = Record<string, V | undefined>;

/**
 * Dashboard with tiles and alerts for one kind of system. The queries use the semantic conventions of OpenTelemetry. `T`
 * and `A` are the types of the props `tiles` and `alerts`.
 */
export abstract class Pack<T extends object, A extends object> extends Dashboard {
  /** Alerts by key, without those that are left out. */
  readonly alerts: { readonly [K in keyof A]?: Alert };
  /** Objective of the pack. Undefined without the prop `slo`. */
  readonly slo: Slo | undefined;

  /**
   * @param checks checks of all props
   * @param contentOf returns the content of the pack. It is called after the checks.
   */
  protected constructor(
    scope: ConstructScope,
    id: string,
    props: PackProps<T, A>,
    checks: Checks,
    contentOf: () => PackContent<T, A>,
  ) {
    requireProps(scope as Construct, id, props, new.target.name);
    const path = [scope.node.path, id].filter(Boolean).join("/");
    refuseProps(path, propProblems(new.target.name, props, checks));
    const { kind, source, metricType, slo, ...content } = contentOf();
    const { environment, notify, provider, runbook, tags = [kind.toLowerCase()] } = props;
    const subject = environment === undefined ? content.subject : `${content.subject} (${environment})`;
    const shared = provider === undefined ? {} : { provider };
    const { name = `${kind}: ${subject}` } = props;
    super(scope, id, { name, tags: tags as string[], ...shared });
    const ownScope = this as unknown as ConstructScope;

    const { tiles, alerts } = withChanges(this.node.path, { ...content, subject }, { ...props, name });
    addTiles(this, content, tiles);
    if (environment === undefined && source !== undefined) {
      const ofMetrics = metricType && { sourceMetricType: metricType };
      this.addFilter({ name: "Environment", expression: ENVIRONMENT, source, ...ofMetrics });
    }
    const created = alerts.map(([key, on, alert]) => {
      return [key, new Alert(ownScope, key, { ...alert, ...shared, on: this.tile(on) })];
    });
    this.alerts = Object.fromEntries(created);
    const withReceivers = Object.entries(slo?.alerts ?? {}).filter(([, each]) => (each || undefined)?.notify?.length);
    const none = { fast: false, medium: false, slow: false } as const;
    const silenced = notify.length === 0 && { alerts: { ...none, ...Object.fromEntries(withReceivers) } };
    const note = runbook ?? referTo(name);
    this.slo = slo && new Slo(ownScope, "slo", { name: subject, ...slo, ...silenced, note, notify, ...shared });
  }
}

function referTo(dashboard: string): string {
  return `The dashboard "${dashboard}" shows the cause.`;
}

function refuseProps(path: string, problems: readonly string[]): void {
  if (problems.length > 0) {
    throw SynthesisError.ofProps(path, problems);
  }
}

/** Applies the changes of the program. Throws one error that lists all problems. */
function withChanges<T extends object, A extends object>(
  path: string,
  { subject, rows, details = {}, alerts: plans }: Omit<PackContent<T, A>, "kind">,
  props: PackProps<T, A>,
) {
  const own: ByKey<Tile> = Object.assign({}, ...rows, ...Object.values(details));
  const tiles: ByKey<PackTile> = { ...own, ...defined(props.tiles ?? {}) };
  const changes: ByKey<PackAlert> = defined(props.alerts ?? {});
  const problems = [
    ...findUnknownKeys("The pack has no such tile", tiles, Object.keys(own), "tiles."),
    ...findUnknownKeys("The pack has no such alert", changes, Object.keys(plans), "alerts."),
  ];
  const alerts = Object.entries<AlertPlan<string>>(plans).flatMap(([key, { on, name, ...plan }]) => {
    const change = changes[key];
    const { note: response = referTo(props.name ?? "") } = plan;
    const note = props.runbook === undefined ? response : `${response}\n\nRunbook: ${props.runbook}#${key}`;
    const changed = { notify: props.notify, ...plan, note, ...defined(change || {}) };
    const { threshold, when = atLeast, ...fields } = changed;
    if (change === false || threshold === undefined || fields.notify?.length === 0) {
      return [];
    }
    const watched = tiles[on];
    if (!watched) {
      problems.push(...withoutTile(key, on, watched === false, change));
      return [];
    }
    const alert = { name: `${subject} ${name}`, ...fields, when: when(threshold) };
    tiles[on] = watched === own[on] ? colored(watched, alert.when) : watched;
    return [[key, on, alert] as const];
  });
  refuseProps(path, problems);
  return { tiles, alerts };
}

/**
 * Returns the problem of an alert without a tile. An alert without its optional source is left out, unless the program
 * changes it. An alert whose tile the program leaves out must be set to false.
 */
function withoutTile(key: string, on: string, isLeftOut: boolean, change: PackAlert | undefined): readonly string[] {
  const reason = isLeftOut ? "is left out" : "requires a source that is not set";
  const text = `The alert watches the tile "${on}", which ${reason}. Fix: Set alerts.${key} to false, or keep the tile.`;
  return isLeftOut || change ? [`alerts.${key}: ${text}`] : [];
}

/** Adds a color rule to a number tile: the number is red if it meets the condition of its alert. */
function colored(watched: Tile, { threshold, thresholdType }: Threshold): Tile {
  const operator = thresholdType === "below" ? "lt" : "gte";
  const colorRules = [{ operator, value: threshold, color: "chart-error", label: "alert" }];
  const { config } = watched;
  return config.displayType === "number" ? { ...watched, config: { ...config, colorRules } as typeof config } : watched;
}

function addTiles(
  pack: Dashboard,
  { rows, details = {} }: Pick<PackContent<object, object>, "rows" | "details">,
  tiles: ByKey<PackTile>,
): void {
  const shown = (row: object) => Object.keys(row).flatMap((key) => (tiles[key] ? [[key, tiles[key]] as const] : []));
  for (const row of rows.map(shown)) {
    const isNumbers = row.every(([, tile]) => tile && tile.displayType === "number");
    pack.addRow({ height: isNumbers ? 4 : 7 }, Object.fromEntries(row));
  }
  const tabs = Object.entries<object>(details).filter(([, tab]) => shown(tab).length > 0);
  const container = tabs.length > 0 ? pack.addContainer("details", { collapsed: true }) : undefined;
  for (const [id, tab] of tabs) {
    container?.addTab(id).addRow({ height: DETAILS_HEIGHT }, Object.fromEntries(shown(tab)));
  }
}

/** Removes undefined values, because they mean the default. */
function defined<O extends object>(object: O): O {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as O;
}
