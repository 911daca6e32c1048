import { max } from "../constructs/aggregate";
import { type Checks, canBe, filledText, mustBe, SQL_CONDITION, sourceForm } from "../constructs/prop-checks";
import type { ConstructScope } from "../constructs/scope";
import { type SourceReference, tile } from "../constructs/tile";
import { sqlText } from "../sql-text";
import { allOf, ENVIRONMENT, equals, spanAttribute } from "./conditions";
import { gauge, SHARE, VALUE } from "./metric";
import { Pack } from "./pack";
import { spanChecks } from "./pack-checks";
import type { PackAlert, PackContent, PackLink, PackTile } from "./pack-props";
import { type SpanPackProps, type SpanPackTiles, SpanTiles, silentAlert, spanAlerts } from "./span-tiles";

/** Tiles of `HttpService` by key. */
export interface HttpServiceTiles extends SpanPackTiles {
  /** Number of requests. The alert `silent` watches it. Default: shown. */
  readonly traffic?: PackTile;
  /** CPU of the busiest pod, as a share of its limit. Default: shown with the source `metrics`. */
  readonly saturation?: PackTile;
  /** Responses over time, by status code. Default: shown. */
  readonly responses?: PackTile;
  /** Requests, errors and latency of each route. A click opens the requests. Default: shown. */
  readonly routes?: PackTile;
  /** Calls to databases, queues and other services. A click opens `links.calls`, or a search for the calls. Default: shown. */
  readonly calls?: PackTile;
  /** Error logs of the service. Default: shown with the source `logs`. */
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

/** Props of `HttpService`. */
export interface HttpServiceProps extends SpanPackProps<HttpServiceTiles, HttpServiceAlerts> {
  /** Name of the service, as in the resource attribute `service.name`. */
  readonly service: string;
  /** Source of logs, or its id. Default: no tile with logs. */
  readonly logs?: SourceReference;
  /** Source of metrics of Kubernetes, or its id. Default: no tile with the saturation. */
  readonly metrics?: SourceReference;
  /** SQL condition that the requests must meet, such as `SpanAttributes['http.route'] != '/health'`. Default: all server spans. */
  readonly where?: string;
  /** Targets of clicks. Default: searches. */
  readonly links?: {
    /** Dashboard that a click on a call opens, such as the pack of a database. Default: a search for the calls. */
    readonly calls?: PackLink;
  };
}

/** Latency, traffic, errors and saturation of a service with HTTP or RPC, from its server spans. */
export class HttpService extends Pack<HttpServiceTiles, HttpServiceAlerts> {
  constructor(scope: ConstructScope, id: string, props: HttpServiceProps) {
    super(scope, id, props, CHECKS, () => contentOf(props));
  }
}

const CHECKS: Checks<HttpServiceProps> = {
  ...{ ...spanChecks("calls"), service: mustBe(filledText("checkout")), where: canBe(SQL_CONDITION) },
  ...{ logs: canBe(sourceForm("Logs")), metrics: canBe(sourceForm("Metrics")) },
};

function contentOf(props: HttpServiceProps): PackContent<HttpServiceTiles, HttpServiceAlerts> {
  const { service, traces, logs, metrics, environment, slo, links } = props;
  const ofService = allOf(equals("ServiceName", service), equals(ENVIRONMENT, environment));
  const where = allOf(ofService, "SpanKind = 'Server'", props.where && `(${props.where})`);
  const requests = new SpanTiles(traces, where);
  const calls = new SpanTiles(traces, allOf(ofService, "SpanKind IN ('Client', 'Producer')"));
  return {
    kind: "HTTP",
    subject: service,
    source: traces,
    rows: [
      {
        slow: requests.duration(),
        errors: requests.errors("Errors, % of requests"),
        traffic: requests.traffic("Requests"),
        saturation: metrics ? cpuOfBusiestPod(metrics, service, environment) : undefined,
      },
      {
        latency: requests.latency(),
        responses: requests.stacked(
          "Responses by status",
          spanAttribute("http.response.status_code", "http.status_code"),
        ),
      },
    ],
    details: {
      routes: { routes: requests.table("Routes", "SpanName") },
      calls: { calls: calls.table("Calls", "SpanName", links?.calls) },
      logs: {
        logs: logs ? errorLogs(logs, ofService) : undefined,
      },
    },
    alerts: {
      ...spanAlerts("requests", { slow: 1000, errors: 5 }),
      silent: silentAlert("traffic", "requests"),
    },
    slo: slo && requests.objective(slo),
  };
}

/** CPU metric of the receiver `kubeletstats`. Each pod has the name of its deployment, and some have a service name too. */
function cpuOfBusiestPod(metrics: SourceReference, service: string, environment: string | undefined) {
  const pods = `${sqlText(service)} IN (ResourceAttributes['service.name'], ResourceAttributes['k8s.deployment.name'])`;
  const metric = gauge("k8s.pod.cpu_limit_utilization", allOf(pods, equals(ENVIRONMENT, environment)));
  return tile.number({
    name: "CPU of the busiest pod",
    source: metrics,
    select: [max(VALUE, metric)],
    numberFormat: SHARE,
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
