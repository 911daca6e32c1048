import { max } from "../constructs/aggregate";
import { onClick } from "../constructs/on-click";
import type { ConstructScope } from "../constructs/scope";
import { below } from "../constructs/threshold";
import { type SourceReference, tile } from "../constructs/tile";
import { allOf, ENVIRONMENT, equals, spanAttribute, sqlText } from "./conditions";
import { Pack } from "./pack";
import type { PackAlert, PackContent, PackLink, PackObjective, PackProps, PackTile } from "./pack-props";
import { SpanTiles } from "./span-tiles";

/** Tiles of `HttpService` by key. */
export interface HttpServiceTiles {
  /** 95th percentile of the duration in milliseconds. The alert `slow` watches it. Default: shown. */
  readonly slow?: PackTile;
  /** Failed requests in percent. The alert `errors` watches it. Default: shown. */
  readonly errors?: PackTile;
  /** Number of requests. The alert `silent` watches it. Default: shown. */
  readonly traffic?: PackTile;
  /** CPU of the busiest pod, as a share of its limit. Default: shown with the source `metrics`. */
  readonly saturation?: PackTile;
  /** Percentiles of the duration over time. Default: shown. */
  readonly latency?: PackTile;
  /** Responses by status code over time. Default: shown. */
  readonly responses?: PackTile;
  /** Requests, errors and latency of each route. A click opens the requests. Default: shown. */
  readonly routes?: PackTile;
  /** Calls of databases, queues and other services. A click opens `links.calls`, or the calls. Default: shown. */
  readonly calls?: PackTile;
  /** Logs of errors. Default: shown with the source `logs`. */
  readonly logs?: PackTile;
}

/** Alerts of `HttpService` by key. */
export interface HttpServiceAlerts {
  /** The 95th percentile of the duration is at least this many milliseconds, in 2 windows of 5 minutes. Default: 1000. */
  readonly slow?: PackAlert;
  /** At least this percentage of requests failed, in 2 windows of 5 minutes. Default: 5. */
  readonly errors?: PackAlert;
  /** Fewer than this many requests in 15 minutes. Default: no alert, because a service can be idle. */
  readonly silent?: PackAlert;
}

/** Props of the pack of a service. */
export interface HttpServiceProps extends PackProps<HttpServiceTiles, HttpServiceAlerts> {
  /** Name of the service, as in the resource attribute `service.name`. */
  readonly service: string;
  /** Source of spans, or its id. */
  readonly traces: SourceReference;
  /** Source of logs, or its id. Default: no tile with logs. */
  readonly logs?: SourceReference;
  /** Source of metrics of Kubernetes, or its id. Default: no tile with the saturation. */
  readonly metrics?: SourceReference;
  /** Condition of requests in SQL, such as `SpanAttributes['http.route'] != '/health'`. Default: all server spans. */
  readonly where?: string;
  /** Objective for the share of good requests. Default: none. */
  readonly slo?: PackObjective;
  /** Targets of clicks. Default: searches. */
  readonly links?: {
    /** Dashboard that a click on a call opens, such as the pack of a database. Default: a search for the calls. */
    readonly calls?: PackLink;
  };
}

/** Latency, traffic, errors and saturation of a service with HTTP or RPC, from its server spans. */
export class HttpService extends Pack<HttpServiceTiles, HttpServiceAlerts> {
  constructor(scope: ConstructScope, id: string, props: HttpServiceProps) {
    super(scope, id, props, () => contentOf(props));
  }
}

function contentOf(props: HttpServiceProps): PackContent<HttpServiceTiles, HttpServiceAlerts> {
  const { service, traces, logs, metrics, environment, slo, links } = props;
  const ofService = allOf(equals("ServiceName", service), equals(ENVIRONMENT, environment));
  const where = allOf(ofService, "SpanKind = 'Server'", props.where && `(${props.where})`);
  const requests = new SpanTiles(traces, where);
  const calls = new SpanTiles(traces, allOf(ofService, "SpanKind IN ('Client', 'Producer')"));
  const window = { every: "5m", numConsecutiveWindows: 2 } as const;
  return {
    kind: "HTTP",
    subject: service,
    source: traces,
    rows: [
      {
        height: 4,
        tiles: {
          slow: requests.duration(),
          errors: requests.errors("Errors, % of requests"),
          traffic: requests.traffic("Requests"),
          saturation: metrics ? cpuOfBusiestPod(metrics, service, environment) : undefined,
        },
      },
      {
        height: 7,
        tiles: {
          latency: requests.latency(),
          responses: requests.stacked(
            "Responses by status",
            spanAttribute("http.response.status_code", "http.status_code"),
          ),
        },
      },
    ],
    details: {
      routes: { routes: requests.table("Routes", "SpanName") },
      calls: { calls: calls.table("Calls", "SpanName", links?.calls ? onClick.dashboard(links.calls) : undefined) },
      logs: {
        logs: logs ? errorLogs(logs, ofService) : undefined,
      },
    },
    alerts: {
      slow: {
        ...window,
        on: "slow",
        threshold: 1000,
        name: "is slow",
        message:
          "The 95th percentile of the latency, in milliseconds, is too high. The tab Calls shows slow dependencies.",
      },
      errors: {
        ...window,
        on: "errors",
        threshold: 5,
        name: "fails",
        message: "The percentage of failed requests is too high. The tab Routes shows where they fail.",
      },
      silent: {
        on: "traffic",
        threshold: undefined,
        when: below,
        every: "15m",
        name: "gets few requests",
        message:
          "The number of requests is too low. A proxy, a deployment or the collection of spans can be the reason.",
      },
    },
    slo: slo && requests.objective(slo),
  };
}

/** The metric of the receiver `kubeletstats`. Its pods have the name of their deployment, and some that of a service. */
function cpuOfBusiestPod(metrics: SourceReference, service: string, environment: string | undefined) {
  const pods = `${sqlText(service)} IN (ResourceAttributes['service.name'], ResourceAttributes['k8s.deployment.name'])`;
  return tile.number({
    name: "CPU of the busiest pod",
    source: metrics,
    select: [
      max("Value", {
        metricType: "gauge",
        metricName: "k8s.pod.cpu_limit_utilization",
        where: allOf(pods, equals(ENVIRONMENT, environment)),
        whereLanguage: "sql",
      }),
    ],
    numberFormat: { output: "percent", mantissa: 0 },
  });
}

function errorLogs(logs: SourceReference, condition: string) {
  return tile.search({
    name: "Errors in logs",
    source: logs,
    select: "Timestamp, SeverityText, Body",
    where: allOf(condition, "SeverityNumber >= 17"),
    whereLanguage: "sql",
  });
}
