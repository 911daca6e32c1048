import type { ClickHouseEngine } from "./engine";
import { TABLES } from "./tables";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Start of the generated data, and its end. */
export const FROM = Date.parse("2026-06-01T00:00:00Z");
export const TO = FROM + 180 * MINUTE;

/** Returns numbers from 0 to below 1 that depend only on the seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x1_0000_0000;
  };
}

/** Times of a DateTime64(9) column in the default time zone of the engine, which is UTC. */
const instant = (milliseconds: number) => new Date(milliseconds).toISOString().replace("T", " ").replace("Z", "");

const BODIES = [
  "payment failed: card declined",
  'user said "hello" (100%)',
  "Timeout after 30s, retrying https://pay.example.com/v1",
  "it's fine",
  '{"user":{"id":"u1"},"took":12}',
];

/** Creates the tables of OpenTelemetry with three hours of repeatable data. */
export async function createTelemetry(engine: ClickHouseEngine): Promise<void> {
  await engine.run(...TABLES);
  const random = randomFrom(7);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const service = () => pick(["checkout", "cart", "search"]);
  const host = () => ({ "host.name": pick(["a", "b"]), "service.namespace": "shop" });
  // A busy half hour has four times as many events.
  const times = (count: number) =>
    Array.from({ length: count }, () =>
      random() < 0.4 ? FROM + (60 + random() * 30) * MINUTE : FROM + random() * (TO - FROM),
    ).map(Math.floor);
  await engine.insert(
    "otel_logs",
    times(6000).map((time) => ({
      Timestamp: instant(time),
      SeverityText: pick(["info", "info", "warn", "error"]),
      SeverityNumber: pick([9, 13, 17]),
      ServiceName: service(),
      Body: pick(BODIES),
      ResourceAttributes: host(),
      LogAttributes: random() < 0.5 ? { "http.status": pick(["200", "404", "500"]), user: pick(["u'1", "u2"]) } : {},
    })),
  );
  await engine.insert(
    "otel_traces",
    times(6000).map((time) => ({
      Timestamp: instant(time),
      SpanName: pick(["GET /cart", "POST /pay", "db.query"]),
      SpanKind: pick(["Server", "Client"]),
      ServiceName: service(),
      ResourceAttributes: host(),
      SpanAttributes: { "sample.rate": pick(["1", "10", ""]), "http.route": pick(["/cart", "/pay"]) },
      Duration: Math.floor(random() ** 4 * 2_000_000_000),
      StatusCode: random() < 0.1 ? "Error" : "Ok",
      "Events.Timestamp": [instant(time)],
      "Events.Name": [pick(["exception", "log"])],
      "Events.Attributes": [{}],
    })),
  );
  const points = (every: number, make: (time: number, index: number) => object) =>
    Array.from({ length: Math.floor((TO - FROM) / every) }, (_, index) =>
      make(FROM + index * every + 7 * SECOND, index),
    );
  const base = (time: number, name: string, pod: string) => ({
    MetricName: name,
    ServiceName: pod === "p3" ? "cart" : "checkout",
    ResourceAttributes: { "k8s.pod.name": pod },
    Attributes: { route: pod === "p2" ? "/pay" : "/cart" },
    StartTimeUnix: instant(FROM),
    TimeUnix: instant(time),
  });
  const pods = ["p1", "p2", "p3"];
  await engine.insert(
    "otel_metrics_gauge",
    pods.flatMap((pod) => points(20 * SECOND, (time) => ({ ...base(time, "cpu", pod), Value: random() * 100 }))),
  );
  const sums = pods.flatMap((pod) => {
    let total = 0;
    return points(30 * SECOND, (time, index) => {
      // A restart resets the counter.
      total = pod === "p2" && index === 200 ? 3 : total + Math.floor(random() * 20);
      return { ...base(time, "requests", pod), Value: total, AggregationTemporality: 2, IsMonotonic: true };
    });
  });
  const deltas = pods.flatMap((pod) =>
    points(30 * SECOND, (time) => ({
      ...base(time, "errors", pod),
      Value: Math.floor(random() * 4),
      AggregationTemporality: 1,
      IsMonotonic: true,
    })),
  );
  await engine.insert("otel_metrics_sum", [...sums, ...deltas]);
  const ExplicitBounds = [0, 5, 10, 25, 50, 100, 250];
  const histograms = pods.flatMap((pod) => {
    const counts = ExplicitBounds.map(() => 0).concat(0);
    return points(30 * SECOND, (time, index) => {
      for (let event = 0; event < 12; event += 1) {
        const bucket = Math.floor(random() ** 2 * counts.length);
        counts[bucket] = (counts[bucket] ?? 0) + 1;
      }
      if (pod === "p3" && index === 150) {
        counts.fill(1);
      }
      const Count = counts.reduce((sum, each) => sum + each, 0);
      return {
        ...base(time, "latency", pod),
        ExplicitBounds,
        BucketCounts: [...counts],
        Count,
        AggregationTemporality: 2,
      };
    });
  });
  await engine.insert("otel_metrics_histogram", histograms);
}
