import type { SeriesCharts } from "../../src/cli/server/series/query-series";
import { splitColumns } from "../../src/split-columns";

/** Series for the pictures of packs: the same values in each run. */

/** Groups of a series. The first row is used whose parts all occur in the group expression and the series. */
const GROUPS: readonly (readonly [groups: readonly string[], ...parts: string[]])[] = [
  [["/", "/data"], "mountpoint"],
  [["receive", "transmit"], "direction"],
  [["web-1", "web-2", "web-3"], "column host.name"],
  [["cart", "payment"], "column if(service.name"],
  [["node-1", "node-2"], "k8s.node.name"],
  [["shop"], "column k8s.namespace.name"],
  [["cart", "payment"], "column k8s.deployment.name"],
  [["data-payment-0"], "column k8s.persistentvolumeclaim.name"],
  [["cart-7d9f", "payment-5c4b"], "column k8s.pod.name"],
  [["main"], "column k8s.container.name"],
  [["BackOff", "Unhealthy"], "column JSONExtractString"],
  [["200", "404", "500"], "http.response.status_code"],
  [["57014", "40001"], "db.response.status_code"],
  [["SELECT", "INSERT"], "db.operation"],
  [["SELECT orders", "INSERT orders"], "column SpanName", "db.system"],
  [["process orders", "send orders"], "column SpanName", "messaging.system"],
  [["SELECT orders", "GET /stock"], "column SpanName", "'Client'"],
  [["POST /pay", "GET /cart", "GET /orders"], "column SpanName"],
  [["mailer", "audit"], "column ServiceName", "messaging.system"],
  [["checkout", "billing"], "column ServiceName"],
  [["send", "process"], "messaging.operation"],
  [["mail", "audit"], "column group"],
];

/** Values of a series. The first row is used whose parts all occur in the series. */
const LEVELS: readonly (readonly [level: number, ...parts: string[]])[] = [
  [3, "'count'", "load_average"],
  [0.55, "'avg'", "system.cpu.utilization"],
  [4, "'count'", "system.cpu.utilization"],
  [2, "condition_ready", "Value = 1"],
  [0, "Value < 1"],
  [24, "Value = 2"],
  [0, "Value "],
  [1, "restarts"],
  [0.4, "cpu_limit"],
  [0.62, "memory"],
  [0.71, "filesystem"],
  [3.6, "load_average"],
  [0.45, "NOT IN ('idle'"],
  [1, "system.cpu.utilization"],
  [2, "deployment"],
  [6, "volume.available"],
  [10, "volume.capacity"],
  [0.004, "network.errors"],
  [1, "network.packets"],
  [4_000_000, ".io"],
  [40, "lag_sum"],
  [0.4, ", 100, 0)"],
  [90, "'level':0.5,"],
  [240, "'level':0.95,"],
  [410, "'level':0.99,"],
  [12, "StatusCode = 'Error'"],
  [9, "'Warning'"],
];

/** Parts of series whose values stay the same. */
const STEADY = [
  "condition_ready",
  "deployment.available",
  "deployment.desired",
  "restarts",
  "Value ",
  "packets",
  "capacity",
  "'idle'",
];

/** Charts with invented series: one value for each half hour, or one value. */
export const INVENTED: SeriesCharts = {
  querySeries: async ({ startTime, endTime, granularity, series }) => {
    const step = granularity === "auto" ? 1_800_000 : endTime - startTime;
    const length = Math.ceil((endTime - startTime) / step);
    const texts = series.map((each) => JSON.stringify(each).replaceAll('"', "'"));
    const columns = [series[0]?.groupBy ?? []].flat().flatMap((column) => splitColumns(String(column)));
    const all = combinations(columns.map((column) => groupsOf(column, texts[0] ?? "")));
    const groups = all.filter(([, pod = "", service = ""]) => pod.startsWith(service) || service === "main");
    return Array.from({ length }, (_, index) =>
      groups.map((group, place) => ({
        ...{ bucket: startTime + index * step, group, raw: {} },
        values: new Map(texts.map((text, item) => [item, levelAt(text, index, place)])),
      })),
    ).flat();
  },
};

function groupsOf(column: string, series: string): readonly string[] {
  const name = column.replaceAll(/\w+\['|'\]/g, "");
  const text = `column ${name} ${column} ${series}`;
  return GROUPS.find(([, ...parts]) => parts.every((part) => text.includes(part)))?.[0] ?? ["other"];
}

function combinations(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return lists.reduce<readonly (readonly string[])[]>(
    (before, list) => before.flatMap((each) => list.map((value) => [...each, value])),
    [[]],
  );
}

/** Returns a value that changes slowly around the level. Each further group has lower values. Counts are integers. */
function levelAt(series: string, index: number, place: number): number {
  const level = LEVELS.find(([, ...parts]) => parts.every((part) => series.includes(part)))?.[0] ?? 320;
  if (STEADY.some((part) => series.includes(part))) {
    return level;
  }
  const share = series.includes("status_code") ? 0.1 ** place : 1 - 0.2 * place;
  const value = level * (1 + 0.15 * Math.sin(index / 4 + place)) * share;
  return series.includes("'count'") ? Math.round(value) : value;
}
