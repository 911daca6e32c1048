import {
  Alert,
  type AlertTarget,
  atLeast,
  below,
  count,
  Dashboard,
  max,
  onClick,
  quantile,
  type SourceReference,
  tile,
} from "cdk-clickstack/cdktn";
import type { Construct } from "constructs";

/** Number format of span durations, which are in nanoseconds. */
const DURATION = { output: "duration", factor: 1e-9 } as const;
const MILLISECOND = 1_000_000;

/** Props of the dashboard of one service. */
export interface GoldenSignalsProps {
  /** Name of the service in its spans and logs. */
  readonly service: string;
  readonly traces: SourceReference;
  readonly logs: SourceReference;
  readonly metrics: SourceReference;
  /** Threshold of the 95th percentile of the latency, in milliseconds. */
  readonly slowAfterMs: number;
  /** Threshold of the share of failed requests, in percent. */
  readonly maxErrorPercent: number;
  /** Minimum number of requests in 15 minutes. Default: no alert, for services that can be idle. */
  readonly minRequests?: number;
  readonly notify: readonly AlertTarget[];
}

/** Dashboard with latency, traffic, errors and saturation of one service, and its alerts. */
export class GoldenSignals extends Dashboard {
  constructor(scope: Construct, id: string, props: GoldenSignalsProps) {
    const { service, traces, logs, metrics, slowAfterMs, maxErrorPercent, minRequests, notify } = props;
    super(scope, id, { name: `${service}: golden signals`, tags: ["golden-signals", service] });

    const requests = `ServiceName:${service} AND SpanKind:Server`;
    const failed = `${requests} AND StatusCode:Error`;

    const { slow, errors, traffic } = this.addRow(
      { height: 4 },
      {
        slow: tile.number({
          name: "Latency, 95th percentile",
          source: traces,
          select: [quantile(0.95, "Duration", { where: requests })],
          numberFormat: DURATION,
          colorRules: [{ operator: "gt", value: slowAfterMs * MILLISECOND, color: "chart-error", label: "too slow" }],
          backgroundChart: { type: "line" },
        }),
        errors: tile.number({
          name: "Errors, % of requests",
          source: traces,
          select: [count({ where: failed }), count({ where: requests })],
          formulas: [{ expression: "A / B * 100" }],
          numberFormat: { output: "number", mantissa: 2 },
          colorRules: [{ operator: "gte", value: maxErrorPercent, color: "chart-error", label: "too many" }],
        }),
        traffic: tile.number({
          name: "Requests",
          source: traces,
          select: [count({ where: requests })],
          numberFormat: { output: "number", thousandSeparated: true },
          backgroundChart: { type: "area" },
        }),
        saturation: tile.number({
          name: "CPU of the busiest pod",
          source: metrics,
          select: [
            max("Value", {
              metricType: "gauge",
              metricName: "k8s.pod.cpu_limit_utilization",
              where: `ResourceAttributes['service.name'] = '${service}'`,
              whereLanguage: "sql",
            }),
          ],
          numberFormat: { output: "percent", mantissa: 0 },
        }),
      },
    );
    this.addRow(
      { height: 7 },
      {
        latency: tile.line({
          source: traces,
          select: ([0.5, 0.95, 0.99] as const).map((level) =>
            quantile(level, "Duration", { where: requests, alias: `p${level * 100}` }),
          ),
          numberFormat: DURATION,
          compareToPreviousPeriod: true,
        }),
        answers: tile.stackedBar({
          name: "Responses by status",
          source: traces,
          select: [count({ where: requests })],
          groupBy: "SpanAttributes['http.response.status_code']",
        }),
      },
    );

    const details = this.addContainer("details", { title: "Details", collapsed: true });
    details.addTab("routes").addTile(
      "by_route",
      tile.table({
        name: "Routes",
        source: traces,
        select: [
          count({ where: requests, alias: "requests" }),
          count({ where: failed, alias: "errors" }),
          quantile(0.95, "Duration", { where: requests, alias: "p95", numberFormat: DURATION }),
        ],
        groupBy: "SpanName",
        orderBy: "errors DESC",
        w: 24,
        onClick: onClick.search(traces, { filters: { SpanName: "{{SpanName}}", ServiceName: service } }),
      }),
    );
    details.addTab("logs").addTile(
      "error_logs",
      tile.search({
        source: logs,
        select: "Timestamp, SeverityText, Body",
        where: `ServiceName:${service} AND SeverityText:error`,
      }),
    );

    new Alert(this, "slow", {
      name: `${service} is slow`,
      on: slow,
      when: atLeast(slowAfterMs * MILLISECOND),
      every: "5m",
      numConsecutiveWindows: 2,
      notify,
      note: `https://runbooks.example.com/${service}/slow`,
    });
    new Alert(this, "errors", {
      name: `${service} fails`,
      on: errors,
      when: atLeast(maxErrorPercent),
      every: "5m",
      notify,
      note: `https://runbooks.example.com/${service}/errors`,
    });
    if (minRequests !== undefined) {
      new Alert(this, "silent", {
        name: `${service} gets no requests`,
        on: traffic,
        when: below(minRequests),
        every: "15m",
        notify,
        note: `https://runbooks.example.com/${service}/silent`,
      });
    }
  }
}
