import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { seedIds } from "../../../../src/emulator";
import { mapTexts, type RecordedLine, Replay, readRecording, sorted } from "../../../contract/recorded-answers";
import { type Json, type Running, start } from "../../../support/emulator/support";
import { must, type Opened, type Target } from "../target";
import { type AlertFields, AlertModel, alertFields } from "./alert-model";

const KINDS = ["dashboards", "saved-searches", "webhooks", "sources", "connections"] as const;

type Kind = (typeof KINDS)[number];

/** One request. `at` selects one of the objects that exist at that time. */
type Step =
  | { readonly do: "create" | "update"; readonly line: RecordedLine; readonly at: number; readonly keepsTile: boolean }
  | { readonly do: "delete"; readonly kind: Kind | "alerts"; readonly at: number }
  | { readonly do: "alert" | "change alert"; readonly fields: AlertFields; readonly at: number };

const RECORDED_AT = new Date("2026-08-22T00:00:00Z");

/**
 * Random sequences of creates, updates, deletes and lists of objects that refer to each other. The expected responses
 * follow from recorded responses to the same bodies, and from the rules for updates and deletes
 * (docs/internals/api-behavior.md 3.9, 3.10, 4.2).
 */
export const emulatorSequences: Target<readonly Step[]> = {
  name: "emulator-sequences",
  share: 2,
  async open(): Promise<Opened<readonly Step[]>> {
    return {
      cases: fc.array(step(), { minLength: 4, maxLength: 16 }),
      check,
      [Symbol.asyncDispose]: async () => undefined,
    };
  },
};

function step(): fc.Arbitrary<Step> {
  const lines = readRecording("open-source-2026-08.jsonl").filter(({ path }) => path !== "/alerts");
  const ofKind = (kind: Kind) => {
    const all = lines.filter((one) => kindOf(one) === kind);
    const accepted = all.filter(({ post }) => post.status === 200);
    const arbitrary = fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom(...all) },
      { weight: 4, arbitrary: fc.constantFrom(...accepted) },
    );
    return { weight: kind === "dashboards" ? 4 : 1, arbitrary };
  };
  const line = fc.oneof(...KINDS.map(ofKind));
  const at = fc.nat(9);
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant("create" as const), line, at, keepsTile: fc.constant(false) }),
    },
    { weight: 5, arbitrary: fc.record({ do: fc.constant("update" as const), line, at, keepsTile: fc.boolean() }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant("delete" as const),
        kind: fc.constantFrom(...KINDS, "alerts" as const),
        at,
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("alert" as const), fields: alertFields(), at }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("change alert" as const), fields: alertFields(), at }) },
  );
}

async function check(steps: readonly Step[]): Promise<void> {
  const server = await start({ serverVersion: "2.36", webhookAllowList: ["127.0.0.1"], now: () => RECORDED_AT });
  try {
    const sequence = await Sequence.on(server);
    for (const one of steps) {
      await sequence.run(one);
      await sequence.checkLists();
    }
  } finally {
    await server.emulator.stop();
  }
}

/** Objects of one emulator with their expected responses. */
class Sequence {
  /** The last response for each object, by type, in the order of creation. */
  readonly #shown: Readonly<Record<Kind, Map<string, Json>>>;
  readonly #alerts: AlertModel;

  private constructor(
    private readonly api: Running["openSource"],
    private readonly replay: Replay,
    shown: Readonly<Record<Kind, Map<string, Json>>>,
  ) {
    this.#shown = shown;
    this.#alerts = new AlertModel(api);
  }

  static async on({ openSource }: Running): Promise<Sequence> {
    const replay = await Replay.on(openSource);
    const lists = KINDS.map(async (kind) => [kind, byId((await openSource.get(`/${kind}`)).json.data)] as const);
    return new Sequence(
      openSource,
      replay,
      Object.fromEntries(await Promise.all(lists)) as Record<Kind, Map<string, Json>>,
    );
  }

  async run(step: Step): Promise<void> {
    switch (step.do) {
      case "create":
        return this.#create(step.line);
      case "update":
        return this.#update(step.line, step.at, step.keepsTile);
      case "delete":
        return step.kind === "alerts" ? this.#alerts.delete(step.at) : this.#delete(step.kind, step.at);
      case "alert":
        return this.#alerts.create(step.fields, step.at, this.#shown);
      case "change alert":
        return this.#alerts.update(step.fields, step.at, this.#shown);
    }
  }

  async #create(line: RecordedLine): Promise<void> {
    const [kind, body] = [kindOf(line), this.replay.withIds(line.body) as Json];
    const { status, json } = await this.api.post(line.path, body);
    const expected = this.#clashes(kind, body) ? CLASH : line.post;
    this.#mustEqual(`POST ${line.path}`, { status, body: json }, expected);
    if (status === 200) {
      this.#shown[kind].set(json.data.id, json.data);
    }
  }

  async #update(line: RecordedLine, at: number, keepsTile: boolean): Promise<void> {
    const kind = kindOf(line);
    const stored = pick([...this.#shown[kind].values()], at);
    if (!stored || isReferred(stored.id, this.replay)) {
      return;
    }
    const body = this.replay.withIds(line.body) as Json;
    const kept = keepsTile && kind === "dashboards" ? keepTile(line, body, stored) : undefined;
    const { status, json } = await this.api.put(`${line.path}/${stored.id}`, body);
    const recorded = line.put ?? line.post;
    const data = recorded.status === 200 ? afterUpdate(kind, stored, body, (recorded.body as Json).data) : undefined;
    const expected = data ? { status: 200, body: { data } } : recorded;
    if (!this.#isUndecided(line)) {
      this.#mustEqual(
        `PUT ${line.path}`,
        { status, body: json },
        this.#clashes(kind, body, stored.id) ? CLASH : expected,
      );
    }
    if (status !== 200) {
      return;
    }
    must(
      json.data.id === stored.id && json.data.createdAt === stored.createdAt,
      () => "An update changes the id or the time.",
    );
    must(kept === undefined || json.data.tiles[0].id === kept, () => "A tile loses its id.");
    this.#shown[kind].set(stored.id, json.data);
    if (kind === "dashboards") {
      this.#alerts.dropOrphans(json.data);
    }
  }

  /**
   * Returns true if an update can accept a body that a create refuses, because of the stored object or because of other
   * rules.
   */
  #isUndecided({ path, body, post }: RecordedLine): boolean {
    if (post.status === 200) {
      return false;
    }
    const { message = "" } = post.body as { message?: string };
    return (
      (path === "/dashboards" && ((body as Json)?.filters !== undefined || message.includes("containerId"))) ||
      (path === "/connections" && message.includes("hyperdxSettingPrefix"))
    );
  }

  async #delete(kind: Kind, at: number): Promise<void> {
    const ids = [...this.#shown[kind].keys()].filter((id) => !isReferred(id, this.replay));
    const id = pick(ids, at);
    if (id === undefined) {
      return;
    }
    const { status } = await this.api.delete(`/${kind}/${id}`);
    const isUsed = kind === "webhooks" && this.#alerts.notifies(id);
    must(status === (isUsed ? 409 : 200), () => `DELETE of ${kind} returns ${status}.`);
    if (isUsed) {
      return;
    }
    this.#shown[kind].delete(id);
    this.#alerts.dropWatching(id);
    const again = await this.api.delete(`/${kind}/${id}`);
    must(
      again.status === (kind === "dashboards" ? 200 : 404),
      () => `The second DELETE of ${kind} returns ${again.status}.`,
    );
  }

  /** The name of a webhook is unique among webhooks of the same service. */
  #clashes(kind: Kind, body: Json, self?: string): boolean {
    const others = [...this.#shown[kind].values()].filter(({ id }) => id !== self);
    return (
      kind === "webhooks" &&
      others.some(({ name, service }) => service === body?.service && name === body.name?.trim?.())
    );
  }

  #mustEqual(request: string, actual: unknown, expected: unknown): void {
    const [one, other] = [this.#normal(actual), this.#normal(expected)];
    must(
      isDeepStrictEqual(one, other),
      () => `${request} returns ${JSON.stringify(one)} instead of ${JSON.stringify(other)}.`,
    );
  }

  /** Returns a response without generated ids and times. */
  #normal(value: unknown): unknown {
    const names = new Map([...this.replay.ids].map(([name, id]) => [id, name]));
    return mapTexts(sorted(value), (text) =>
      (names.get(text) ?? text)
        .replace(/\b[0-9a-f]{24}\b|<\d+>/g, "<id>")
        .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "<uuid>")
        .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "<t>"),
    );
  }

  /** Each list and each read returns exactly the last responses, in the order of the list. */
  async checkLists(): Promise<void> {
    for (const kind of KINDS) {
      const { data } = (await this.api.get(`/${kind}`)).json;
      const known = [...this.#shown[kind].values()];
      const expected =
        kind === "dashboards" ? known.toSorted((a, b) => (a.name < b.name ? 1 : a.name > b.name ? -1 : 0)) : known;
      must(
        isDeepStrictEqual(data, expected),
        () => `The list of ${kind} is ${JSON.stringify(data)} instead of ${JSON.stringify(expected)}.`,
      );
    }
    const last = [...this.#shown.dashboards.values()].at(-1);
    const { json } = await this.api.get(`/dashboards/${last.id}`);
    must(
      isDeepStrictEqual(json.data, last),
      () => `A read is ${JSON.stringify(json.data)} instead of ${JSON.stringify(last)}.`,
    );
    await this.#alerts.checkList();
  }
}

const CLASH = { status: 400, body: { message: "A webhook with this service and name already exists" } };

const kindOf = ({ path }: RecordedLine): Kind => path.slice(1) as Kind;

const byId = (objects: readonly Json[]): Map<string, Json> => new Map(objects.map((object) => [object.id, object]));

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];

/** The recorded bodies refer to these objects, so they are not changed. */
const isReferred = (id: string, { ids }: Replay): boolean =>
  [...ids.values()].includes(id) || Object.values(seedIds).includes(id);

/** Gives the first tile of a valid body the id of the first stored tile. Returns the id. */
function keepTile({ post }: RecordedLine, body: Json, stored: Json): string | undefined {
  const id = stored.tiles[0]?.id;
  if (post.status !== 200 || id === undefined || body.tiles.length === 0) {
    return undefined;
  }
  body.tiles[0].id = id;
  return id;
}

/** Returns the response to an update from the recorded response to its body and from the stored object. */
function afterUpdate(kind: Kind, stored: Json, body: Json, recorded: Json): Json {
  const keep = (...fields: readonly string[]) =>
    Object.fromEntries(fields.filter((field) => body[field] === undefined).map((field) => [field, stored[field]]));
  const defined = (object: Json): Json => JSON.parse(JSON.stringify(object));
  if (kind === "connections") {
    return defined({ ...recorded, ...keep("hyperdxSettingPrefix", "isPrometheusEndpoint") });
  }
  if (kind !== "dashboards") {
    return recorded;
  }
  const language = body.savedQueryLanguage === undefined && !body.savedQuery && body.savedQuery !== null;
  return defined({
    ...recorded,
    ...keep("tags", "filters", "savedFilterValues", "containers", "savedQuery"),
    ...(language && { savedQueryLanguage: stored.savedQueryLanguage }),
  });
}
