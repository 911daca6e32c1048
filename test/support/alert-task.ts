const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Fields of an alert that the alert task reads. */
export interface TaskAlert {
  /** Length of a window in minutes. */
  minutes: number;
  offsetMinutes: number;
  startAt?: number;
  inARow: number;
  grouped: boolean;
  exceeds(value: number): boolean;
}

/** Sum of the events of one minute in a group; null for events without a value. */
export interface TaskEvents {
  time: number;
  group: string;
  value: number | null;
}

/** Notification that the alert fires: its window and its group. */
export interface TaskNotification {
  end: number;
  group: string;
}

type State = "OK" | "PENDING" | "ALERT";

interface History {
  group: string;
  createdAt: number;
  state: State;
}

/**
 * Model of the server's alert task, written only from its description (docs/internals/api-behavior.md 3.16). The task
 * runs once a minute, queries one window, and decides by the stored history of earlier windows. The model shares no
 * code with the evaluator.
 */
export class AlertTask {
  readonly notifications: TaskNotification[] = [];
  readonly #histories: History[] = [];

  constructor(
    private readonly alert: TaskAlert,
    private readonly events: readonly TaskEvents[],
  ) {}

  run(now: number): void {
    const { startAt } = this.alert;
    const end = this.#windowEnd(now);
    const last = this.#histories.at(-1)?.createdAt;
    if ((startAt !== undefined && now < startAt) || last === end) {
      return;
    }
    const start = Math.max(last ?? end - this.#length, startAt ?? Number.NEGATIVE_INFINITY);
    if (start < end) {
      this.#evaluate(start, end);
    }
  }

  get #length(): number {
    return this.alert.minutes * MINUTE;
  }

  #windowEnd(now: number): number {
    const { startAt, offsetMinutes } = this.alert;
    const origin = startAt ?? offsetMinutes * MINUTE;
    return Math.floor((now - origin) / this.#length) * this.#length + origin;
  }

  #evaluate(start: number, end: number): void {
    const rows = this.#query(start, end);
    const found = new Map<string, { state: State; hasFired: boolean }>();
    const note = (group: string, exceeds: boolean) => {
      const state = !exceeds ? "OK" : this.#isInARow(group, end) ? "ALERT" : "PENDING";
      found.set(group, { state, hasFired: state === "ALERT" || found.get(group)?.hasFired === true });
    };
    for (const bucket of this.#expectedBuckets(start, end)) {
      const groups = rows.get(bucket);
      if (!groups) {
        if (this.alert.exceeds(0) || !this.alert.grouped) {
          note("", this.alert.exceeds(0));
        }
        continue;
      }
      for (const [group, value] of groups) {
        if (value !== null) {
          note(group, this.alert.exceeds(value));
        }
      }
    }
    this.#resolveMissing(found, end);
    for (const [group, { state, hasFired }] of found) {
      this.#histories.push({ group, createdAt: end, state });
      if (hasFired) {
        this.notifications.push({ end, group });
      }
    }
  }

  /** The database groups by multiples of the interval since 1970. */
  #query(start: number, end: number): Map<number, Map<string, number | null>> {
    const rows = new Map<number, Map<string, number | null>>();
    for (const { time, group, value } of this.events.filter((each) => each.time >= start && each.time < end)) {
      const bucket = Math.floor(time / this.#length) * this.#length;
      const groups = rows.get(bucket) ?? new Map<string, number | null>();
      rows.set(bucket, groups);
      const before = groups.get(group) ?? null;
      groups.set(group, before === null || value === null ? (value ?? before) : before + value);
    }
    return rows;
  }

  /** The task rounds the minutes within an hour, so the first bucket of a long interval begins at a full hour. */
  #expectedBuckets(start: number, end: number): number[] {
    const hour = Math.floor(start / HOUR) * HOUR;
    const minutes = Math.floor((start - hour) / MINUTE / this.alert.minutes) * this.alert.minutes;
    const buckets: number[] = [];
    for (let bucket = hour + minutes * MINUTE; bucket < end; bucket += this.#length) {
      buckets.push(bucket);
    }
    return buckets;
  }

  #isInARow(group: string, end: number): boolean {
    const earliest = end - (this.alert.inARow - 1) * this.#length;
    const before = this.#histories.filter(
      (each) => each.group === group && each.createdAt >= earliest && each.createdAt < end,
    );
    return before.length === this.alert.inARow - 1 && before.every(({ state }) => state !== "OK");
  }

  #resolveMissing(found: Map<string, { state: State; hasFired: boolean }>, end: number): void {
    const latest = new Map(this.#histories.map((each) => [each.group, each]));
    for (const [group, { state }] of latest) {
      if (this.alert.grouped && state !== "OK" && !found.has(group) && !this.alert.exceeds(0)) {
        found.set(group, { state: "OK", hasFired: false });
      }
    }
    if (found.size === 0) {
      this.#histories.push({ group: "", createdAt: end, state: "OK" });
    }
  }
}
