import { max } from "../constructs/aggregate";
import { type Checks, canBe, sourceForm } from "../constructs/prop-checks";
import type { ConstructScope } from "../constructs/scope";
import { type SourceReference, tile } from "../constructs/tile";
import { allOf, ENVIRONMENT, equals, firstOf, spanAttribute } from "./conditions";
import { alertOn, gauge, VALUE } from "./metric";
import { Pack } from "./pack";
import { spanChecks, texts } from "./pack-checks";
import type { PackAlert, PackContent, PackLink, PackTile } from "./pack-props";
import { NUMBER, type SpanPackProps, type SpanPackTiles, SpanTiles, silentAlert, spanAlerts } from "./span-tiles";

/** Tiles of `MessageQueue` by key. */
export interface MessageQueueTiles extends SpanPackTiles {
  /** Number of sent messages. Default: shown. */
  readonly sent?: PackTile;
  /** Number of processed messages. The alert `silent` watches it. Default: shown. */
  readonly processed?: PackTile;
  /** Sent, received and processed messages over time. Default: shown. */
  readonly operations?: PackTile;
  /** Waiting messages of each consumer group or queue. The alert `lag` watches it. Default: shown with `metrics`. */
  readonly lag?: PackTile;
  /** Calls, errors and duration of each operation. A click opens the spans. Default: shown. */
  readonly destinations?: PackTile;
  /** Calls, errors and duration of each consumer. A click opens `links.consumers`, or the spans. Default: shown. */
  readonly consumers?: PackTile;
}

/** Alerts of `MessageQueue` by key. */
export interface MessageQueueAlerts {
  /** The 95th percentile of the processing time is at least this many milliseconds in 2 windows of 5 minutes. Default: 30000. */
  readonly slow?: PackAlert;
  /** The processing of at least this percentage of messages failed, in 2 windows of 5 minutes. Default: 5. */
  readonly errors?: PackAlert;
  /** At least this many messages wait for a consumer group or in a queue, in 3 windows of 5 minutes. Default: 1000. */
  readonly lag?: PackAlert;
  /** Fewer than this many processed messages in 15 minutes. Default: no alert, because a queue can be idle. */
  readonly silent?: PackAlert;
}

/** Props of `MessageQueue`. Without `system` and `destination`, it observes all queues. */
export interface MessageQueueProps extends SpanPackProps<MessageQueueTiles, MessageQueueAlerts> {
  /** Source of metrics with the lag of consumers, or its id. Default: no tile and no alert for the lag. */
  readonly metrics?: SourceReference;
  /** Product, as in `messaging.system`, such as `kafka`. `rabbitmq` selects its metric of waiting messages. Default: all. */
  readonly system?: string;
  /** Topic or queue, as in `messaging.destination.name`. Default: all topics and queues. */
  readonly destination?: string;
  /** Targets of clicks. Default: searches. */
  readonly links?: {
    /** Dashboard of a consumer, such as `{ name: "HTTP: {{ServiceName}}" }`. Default: a search for its spans. */
    readonly consumers?: PackLink;
  };
}

/** Traffic, errors, processing time and lag of message queues, from the spans of producers and consumers. */
export class MessageQueue extends Pack<MessageQueueTiles, MessageQueueAlerts> {
  constructor(scope: ConstructScope, id: string, props: MessageQueueProps) {
    super(scope, id, props, CHECKS, () => contentOf(props));
  }
}

/** SQL for the type of the operation: an attribute, or the kind of the span if no attribute has it. */
const OPERATION = firstOf(spanAttribute("messaging.operation.type", "messaging.operation"), "lower(SpanKind)");

const CHECKS: Checks<MessageQueueProps> = {
  ...{ ...spanChecks("consumers"), ...texts("system", "destination"), metrics: canBe(sourceForm("Metrics")) },
};

function contentOf(props: MessageQueueProps): PackContent<MessageQueueTiles, MessageQueueAlerts> {
  const { traces, metrics, system, destination, environment, slo, links } = props;
  const product = spanAttribute("messaging.system");
  const where = allOf(
    equals(ENVIRONMENT, environment),
    equals(product, system) ?? `${product} != ''`,
    equals(spanAttribute("messaging.destination.name", "messaging.destination"), destination),
  );
  const all = new SpanTiles(traces, where);
  const sent = new SpanTiles(traces, allOf(where, `${OPERATION} IN ('send', 'publish', 'producer')`));
  const processed = new SpanTiles(traces, allOf(where, `${OPERATION} IN ('process', 'deliver', 'consumer')`));
  return {
    kind: "Queue",
    subject: destination ?? system ?? "Any queue",
    source: traces,
    rows: [
      {
        slow: processed.duration("Processing time, p95"),
        errors: processed.errors("Failed messages, %"),
        sent: sent.traffic("Sent messages"),
        processed: processed.traffic("Processed messages"),
      },
      {
        operations: all.stacked("Operations", OPERATION),
        latency: processed.latency("Processing time"),
        lag: metrics ? waitingMessages(metrics, system, destination) : undefined,
      },
    ],
    details: {
      destinations: { destinations: all.table("Destinations", "SpanName") },
      consumers: { consumers: processed.table("Consumers", "ServiceName", links?.consumers) },
    },
    alerts: {
      ...spanAlerts("processed messages", { slow: 30_000, errors: 5 }),
      lag: alertOn("lag", 1000, "3 x 5m", [
        "has waiting messages",
        "The consumers do not process messages as fast as they arrive.",
        "Check that consumers run and do not fail. The tile `latency` shows their processing time.",
      ]),
      silent: silentAlert("processed", "processed messages"),
    },
    slo: slo && processed.objective(slo),
  };
}

/** Gauges of the collector's receiver `kafkametrics`, and of the Prometheus endpoint `/metrics/per-object` of RabbitMQ. */
function waitingMessages(metrics: SourceReference, system: string | undefined, destination: string | undefined) {
  const [metricName, queue, group] =
    system === "rabbitmq"
      ? ["rabbitmq_queue_messages_ready", "Attributes['queue']", "Attributes['queue']"]
      : ["kafka.consumer_group.lag_sum", "Attributes['topic']", "Attributes['group']"];
  return tile.line({
    name: "Waiting messages",
    source: metrics,
    select: [max(VALUE, gauge(metricName, equals(queue, destination) ?? ""))],
    groupBy: group,
    numberFormat: NUMBER,
  });
}
