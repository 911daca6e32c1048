import fc from "fast-check";
import { type AlertFiring, evaluateAlert, type SeriesValue, type SynthesizedAlert, series } from "../../../src/testing";
import { AlertTask, type TaskAlert, type TaskEvents, type TaskNotification } from "../../support/alert-task";

const MINUTE = 60_000;
const START = Date.UTC(2026, 5, 1);

const INTERVALS = { "1m": 1, "5m": 5, "15m": 15, "30m": 30, "1h": 60, "6h": 360 } as const;

const CONDITIONS: Readonly<Record<string, (value: number, threshold: number) => boolean>> = {
  above: (value, threshold) => value >= threshold,
  above_exclusive: (value, threshold) => value > threshold,
  below: (value, threshold) => value < threshold,
  below_or_equal: (value, threshold) => value <= threshold,
  equal: (value, threshold) => value === threshold,
  not_equal: (value, threshold) => value !== threshold,
  between: (value, threshold) => value >= threshold && value <= threshold + 5,
  not_between: (value, threshold) => value < threshold || value > threshold + 5,
};

const alerts = fc
  .record({
    interval: fc.constantFrom(...(Object.keys(INTERVALS) as (keyof typeof INTERVALS)[])),
    thresholdType: fc.constantFrom(...Object.keys(CONDITIONS)),
    threshold: fc.integer({ min: -1, max: 30 }),
    shift: fc.constantFrom("none", "offset", "start"),
    shiftMinutes: fc.integer({ min: 1, max: 400 }),
    inARow: fc.integer({ min: 1, max: 3 }),
    groups: fc.constantFrom([""], ["a", "b"]),
  })
  .map((alert) => ({ ...alert, minutes: INTERVALS[alert.interval] }));

type RandomAlert = typeof alerts extends fc.Arbitrary<infer Value> ? Value : never;

const value: fc.Arbitrary<SeriesValue> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 12 }) },
);

/** Values of some minutes for each group. They repeat, with gaps, over all windows of the test. */
const values = fc.array(fc.tuple(value, value), { minLength: 3, maxLength: 40 });

const WINDOWS = 7;

function fieldsOf({ interval, thresholdType, threshold, shift, shiftMinutes, minutes, inARow, groups }: RandomAlert) {
  return {
    ...{ interval, thresholdType, threshold, numConsecutiveWindows: inARow },
    ...(thresholdType.endsWith("between") && { thresholdMax: threshold + 5 }),
    ...(shift === "offset" && { scheduleOffsetMinutes: shiftMinutes % minutes }),
    ...(shift === "start" && { scheduleStartAt: new Date(START + shiftMinutes * MINUTE).toISOString() }),
    tile: {
      key: "t",
      config: {
        ...{ displayType: "line", sourceId: "s", select: [{ aggFn: "sum", valueExpression: "v" }] },
        ...(groups.length > 1 && { groupBy: "Host" }),
      },
    },
  };
}

function taskAlertOf({
  thresholdType,
  threshold,
  shift,
  shiftMinutes,
  minutes,
  inARow,
  groups,
}: RandomAlert): TaskAlert {
  return {
    minutes,
    inARow,
    offsetMinutes: shift === "offset" ? shiftMinutes % minutes : 0,
    ...(shift === "start" && { startAt: START + shiftMinutes * MINUTE }),
    grouped: groups.length > 1,
    exceeds: (each) => CONDITIONS[thresholdType]?.(each, threshold) ?? false,
  };
}

/** The server notifies once for each window from the first notification of a firing. */
function notificationsOf(firings: readonly AlertFiring[], minutes: number): readonly TaskNotification[] {
  return firings.flatMap(({ firedAt, notifications, group }) =>
    Array.from({ length: notifications }, (_, index) => ({ end: firedAt.getTime() + index * minutes * MINUTE, group })),
  );
}

const sorted = (notifications: readonly TaskNotification[]) =>
  notifications.map(({ end, group }) => `${new Date(end).toISOString()} ${group}`).sort();

test("evaluateAlert returns the same notifications as a model of the server's alert task, for any alert and series", () => {
  let fired = 0;
  fc.assert(
    fc.property(alerts, values, fc.integer({ min: 1, max: 60 }), (alert, pattern, gap) => {
      const { minutes, groups } = alert;
      const length = WINDOWS * minutes + (alert.shift === "start" ? alert.shiftMinutes : 0);
      const valueAt = (minute: number, group: number) =>
        pattern[minute % (pattern.length + gap)]?.[group === 0 ? 0 : 1];
      const lists = groups.map((_, group) => Array.from({ length }, (__, minute) => valueAt(minute, group)));
      const input = lists.map((list) => series("1m", list, { start: new Date(START) }));
      const firings = evaluateAlert(
        {
          ...{ address: "a", path: "a", webhooks: [], channels: [] },
          ...fieldsOf(alert),
        } as unknown as SynthesizedAlert,
        groups.length > 1
          ? Object.fromEntries(groups.map((group, index) => [group, input.slice(index, index + 1)]))
          : input,
      );
      const events: TaskEvents[] = lists.flatMap((list, index) =>
        list.flatMap((each, minute) =>
          each === undefined ? [] : [{ time: START + minute * MINUTE, group: groups[index] ?? "", value: each }],
        ),
      );
      const task = new AlertTask(taskAlertOf(alert), events);
      const { offsetMinutes, startAt } = taskAlertOf(alert);
      const firstEnd = (startAt ?? START + offsetMinutes * MINUTE) + minutes * MINUTE;
      for (let now = firstEnd; now <= START + length * MINUTE; now += MINUTE) {
        task.run(now);
      }
      fired += firings.length;
      expect(sorted(notificationsOf(firings, minutes))).toEqual(sorted(task.notifications));
    }),
    { numRuns: 150, seed: 24 },
  );
  expect(fired).toBeGreaterThan(150);
});
