import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { seedIds } from "../../../../src/emulator";
import type { Client, Json } from "../../../support/emulator/support";
import { must } from "../target";

type Objects = ReadonlyMap<string, Json>;

/** Objects that an alert can refer to. */
export interface Referable {
  readonly dashboards: Objects;
  readonly "saved-searches": Objects;
  readonly webhooks: Objects;
}

/** Fields of an alert without its references. `search` is true for an alert on a saved search. */
export type AlertFields = {
  readonly search: boolean;
  readonly groupBy?: string | null;
  readonly [name: string]: unknown;
};

export function alertFields(): fc.Arbitrary<AlertFields> {
  const text = fc.constantFrom("a", "b", null);
  const schedule = fc.oneof(
    fc.record({ scheduleOffsetMinutes: fc.constantFrom(0, 3) }),
    fc.record({ scheduleStartAt: fc.constantFrom("2026-06-01T00:00:00Z", null) }),
    fc.record({ scheduleStartAt: fc.constant(null), scheduleOffsetMinutes: fc.constantFrom(0, 3) }),
    fc.constant({}),
  );
  const range = fc.oneof(
    fc.record({ thresholdType: fc.constantFrom("above", "below", "equal") }),
    fc.record({
      thresholdType: fc.constantFrom("between", "not_between"),
      thresholdMax: fc.integer({ min: 10, max: 20 }),
    }),
  );
  const rest = fc.record(
    {
      search: fc.boolean(),
      threshold: fc.nat(10),
      interval: fc.constantFrom("5m", "1h"),
      groupBy: text,
      name: text,
      message: text,
      note: text,
      numConsecutiveWindows: fc.constantFrom(1, 3, null),
    },
    { requiredKeys: ["search", "threshold", "interval"], noNullPrototype: true },
  );
  return fc.tuple(rest, schedule, range).map((parts) => Object.assign({}, ...parts) as AlertFields);
}

/** Alerts of a sequence with their expected responses (docs/internals/api-behavior.md 3.7, 3.9, 3.10). */
export class AlertModel {
  readonly #shown = new Map<string, Json>();

  constructor(private readonly api: Client) {}

  async create(fields: AlertFields, at: number, objects: Referable): Promise<void> {
    const body = bodyOf(fields, at, objects);
    if (!body) {
      return;
    }
    const { status, json } = await this.api.post("/alerts", body);
    must(status === 200, () => `POST /alerts returns ${status} ${JSON.stringify(json)}.`);
    this.#expect(json.data, body, {});
  }

  async update(fields: AlertFields, at: number, objects: Referable): Promise<void> {
    const stored = [...this.#shown.values()][at % Math.max(1, this.#shown.size)];
    const body = stored && bodyOf(fields, at + 1, objects);
    if (!body) {
      return;
    }
    const { status, json } = await this.api.put(`/alerts/${stored.id}`, body);
    must(status === 200, () => `PUT /alerts returns ${status} ${JSON.stringify(json)}.`);
    this.#expect(json.data, body, stored);
    must(
      json.data.id === stored.id && json.data.createdAt === stored.createdAt,
      () => "An update changes the id or the time.",
    );
  }

  async delete(at: number): Promise<void> {
    const id = [...this.#shown.keys()][at % Math.max(1, this.#shown.size)];
    if (id === undefined) {
      return;
    }
    const statuses = [(await this.api.delete(`/alerts/${id}`)).status, (await this.api.get(`/alerts/${id}`)).status];
    must(isDeepStrictEqual(statuses, [200, 404]), () => `DELETE and GET of an alert return ${statuses}.`);
    this.#shown.delete(id);
  }

  /** Returns true if a webhook is the first channel of an alert. */
  notifies(webhookId: string): boolean {
    return [...this.#shown.values()].some(({ channel }) => channel.webhookId === webhookId);
  }

  /** Removes the alerts on a deleted dashboard or saved search. */
  dropWatching(id: string): void {
    this.#drop((alert) => alert.dashboardId === id || alert.savedSearchId === id);
  }

  /** Removes the alerts of an updated dashboard whose tiles were deleted or cannot have alerts. */
  dropOrphans({ id, tiles }: Json): void {
    const alertable = new Set(["line", "stacked_bar", "number"]);
    const kept = new Set(
      tiles.filter((tile: Json) => alertable.has(tile.config.displayType)).map((tile: Json) => tile.id),
    );
    this.#drop((alert) => alert.dashboardId === id && !kept.has(alert.tileId));
  }

  async checkList(): Promise<void> {
    const { data } = (await this.api.get("/alerts")).json;
    const expected = [...this.#shown.values()];
    must(
      isDeepStrictEqual(data, expected),
      () => `The alerts are ${JSON.stringify(data)} instead of ${JSON.stringify(expected)}.`,
    );
  }

  #drop(test: (alert: Json) => boolean): void {
    for (const [id, alert] of this.#shown) {
      if (test(alert)) {
        this.#shown.delete(id);
      }
    }
  }

  #expect(actual: Json, body: Json, stored: Json): void {
    const { teamId, id, createdAt, updatedAt } = actual;
    const { channels = [body.channel], ...sent } = body;
    const expected = JSON.parse(
      JSON.stringify({
        ...{ name: null, message: null, note: null, numConsecutiveWindows: null },
        ...sent,
        groupBy: sent.groupBy ?? undefined,
        thresholdMax: body.thresholdMax ?? stored.thresholdMax,
        ...schedule(body, stored),
        channel: channels[0],
        channels,
        ...{ state: "OK", teamId: seedIds.team, id, createdAt, updatedAt },
      }),
    );
    must(teamId === seedIds.team && isDeepStrictEqual(actual, expected), () => {
      return `The alert is ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}.`;
    });
    this.#shown.set(id, actual);
  }
}

/** A start sets the offset to 0. A null start does so as well, unless an offset is sent. */
function schedule({ scheduleStartAt: start, scheduleOffsetMinutes: offset }: Json, stored: Json): Json {
  if (start !== undefined) {
    return { scheduleOffsetMinutes: offset ?? 0, scheduleStartAt: start && new Date(start).toISOString() };
  }
  return { scheduleOffsetMinutes: offset ?? stored.scheduleOffsetMinutes, scheduleStartAt: stored.scheduleStartAt };
}

/** Returns a valid body that refers to existing objects. Returns undefined if no tile or search can be watched. */
function bodyOf({ search, groupBy, ...fields }: AlertFields, at: number, objects: Referable): Json | undefined {
  const [first, second] = rotated([...objects.webhooks.keys()], at).map((webhookId) => ({
    type: "webhook",
    webhookId,
  }));
  const channels = at % 2 === 0 || !second ? { channel: first } : { channels: [first, second] };
  if (search) {
    const [savedSearchId] = rotated([...objects["saved-searches"].keys()], at);
    const grouped = groupBy === undefined ? {} : { groupBy };
    return { ...fields, ...channels, ...grouped, source: "saved_search", savedSearchId };
  }
  const tiles = [...objects.dashboards.values()]
    .reverse()
    .flatMap(({ id, tiles: all }) =>
      all.flatMap((tile: Json) => (tile.config.configType === "sql" ? [] : [{ dashboardId: id, tileId: tile.id }])),
    );
  const [tile] = rotated(tiles, at % 3);
  return tile && { ...fields, ...channels, source: "tile", ...tile };
}

const rotated = <T>(list: readonly T[], at: number): T[] => {
  const start = at % Math.max(1, list.length);
  return [...list.slice(start), ...list.slice(0, start)];
};
