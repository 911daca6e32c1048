import type { Checks } from "../constructs/prop-checks";
import type { ConstructScope } from "../constructs/scope";
import { allOf, ENVIRONMENT, equals, spanAttribute } from "./conditions";
import { Pack } from "./pack";
import { spanChecks, texts } from "./pack-checks";
import type { PackAlert, PackContent, PackLink, PackTile } from "./pack-props";
import { FAILED, type SpanPackProps, type SpanPackTiles, SpanTiles, spanAlerts } from "./span-tiles";

/** Tiles of `DatabaseClient` by key. */
export interface DatabaseClientTiles extends SpanPackTiles {
  /** Number of queries. Default: shown. */
  readonly traffic?: PackTile;
  /** Queries over time, by operation such as `SELECT`. Default: shown. */
  readonly operations?: PackTile;
  /** Failed queries over time, by error code. Default: shown. */
  readonly failures?: PackTile;
  /** Calls, errors and latency of each query. A click opens the spans. Default: shown. */
  readonly queries?: PackTile;
  /** Calls, errors and latency of each calling service. A click opens `links.callers`, or the spans. Default: shown. */
  readonly callers?: PackTile;
}

/** Alerts of `DatabaseClient` by key. */
export interface DatabaseClientAlerts {
  /** The 95th percentile of the duration is at least this many milliseconds, in 2 windows of 5 minutes. Default: 500. */
  readonly slow?: PackAlert;
  /** At least this percentage of queries failed, in 2 windows of 5 minutes. Default: 5. */
  readonly errors?: PackAlert;
}

/** Props of `DatabaseClient`. Without `system`, `namespace` and `service`, it observes all databases. */
export interface DatabaseClientProps extends SpanPackProps<DatabaseClientTiles, DatabaseClientAlerts> {
  /** Product, as in `db.system.name` or the older `db.system`, such as `postgresql`. Default: all products. */
  readonly system?: string;
  /** Database, as in `db.namespace` or the older `db.name`, such as `orders`. Default: all databases. */
  readonly namespace?: string;
  /** Service that calls the databases. Default: all services. */
  readonly service?: string;
  /** Targets of clicks. Default: searches. */
  readonly links?: {
    /** Dashboard of a calling service, such as `{ name: "HTTP: {{ServiceName}}" }`. Default: a search for its queries. */
    readonly callers?: PackLink;
  };
}

/** Latency, traffic and errors of databases, from the client spans of the services that call them. */
export class DatabaseClient extends Pack<DatabaseClientTiles, DatabaseClientAlerts> {
  constructor(scope: ConstructScope, id: string, props: DatabaseClientProps) {
    super(scope, id, props, CHECKS, () => contentOf(props));
  }
}

const CHECKS: Checks<DatabaseClientProps> = {
  ...{ ...spanChecks("callers"), ...texts("system", "namespace", "service") },
};

function contentOf(props: DatabaseClientProps): PackContent<DatabaseClientTiles, DatabaseClientAlerts> {
  const { traces, system, namespace, service, environment, slo, links } = props;
  const product = spanAttribute("db.system.name", "db.system");
  const where = allOf(
    equals("ServiceName", service),
    equals(ENVIRONMENT, environment),
    "SpanKind = 'Client'",
    equals(product, system) ?? `${product} != ''`,
    equals(spanAttribute("db.namespace", "db.name"), namespace),
  );
  const queries = new SpanTiles(traces, where);
  const failures = new SpanTiles(traces, allOf(where, FAILED));
  const names = [namespace ?? system ?? "Any database", ...(service === undefined ? [] : [`of ${service}`])];
  return {
    kind: "Database",
    subject: names.join(" "),
    source: traces,
    rows: [
      {
        slow: queries.duration(),
        errors: queries.errors("Errors, % of queries"),
        traffic: queries.traffic("Queries"),
      },
      {
        latency: queries.latency(),
        operations: queries.stacked("Queries by operation", spanAttribute("db.operation.name", "db.operation")),
        failures: failures.stacked("Errors by code", spanAttribute("db.response.status_code", "error.type")),
      },
    ],
    details: {
      queries: { queries: queries.table("Queries", "SpanName") },
      callers: { callers: queries.table("Callers", "ServiceName", links?.callers) },
    },
    alerts: spanAlerts("queries", { slow: 500, errors: 5 }),
    slo: slo && queries.objective(slo),
  };
}
