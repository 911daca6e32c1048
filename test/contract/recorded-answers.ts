import { readFileSync } from "node:fs";
import { join } from "node:path";
import { seedIds } from "../../src/emulator";
import { alertBody, type Client, lineConfig, type TestResponse, tile } from "../support/emulator/support";

/** Status and body of a response. The ids, UUIDs and times of the body are placeholders. */
interface Answer {
  status: number;
  body: unknown;
}

/** One line of a recording: a body and the answers to its create, its update and the read after that. */
export interface RecordedLine {
  path: string;
  body: unknown;
  post: Answer;
  /** Equal to `post` where absent. */
  put?: Answer;
  /** Equal to `put` where absent. */
  get?: Answer;
}

/** A line of a recording with its number, from 1. */
interface NumberedLine extends RecordedLine {
  number: number;
}

type Step = "post" | "put" | "get";

/** The first answer of the emulator that differs from the recorded one. */
export interface Difference {
  number: number;
  step: Step;
  expected: Answer;
  actual: Answer;
}

/** Returns the lines of a recording in this folder. */
export function readRecording(name: string): NumberedLine[] {
  const text = readFileSync(join(__dirname, "recorded", name), "utf8");
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line, index) => ({ ...(JSON.parse(line) as RecordedLine), number: index + 1 }));
}

/** Replays lines against a server and compares its answers. */
export class Replay {
  private constructor(
    private readonly api: Client,
    /** Ids of the objects that the lines name, by those names. */
    readonly ids: ReadonlyMap<string, string>,
  ) {}

  /** Creates the objects that the lines name with `@`. */
  static async on(api: Client): Promise<Replay> {
    const board = await created(api, "/dashboards", { name: "Before", tiles: [tile(lineConfig)] });
    const search = await created(api, "/saved-searches", { name: "Before", sourceId: seedIds.logs });
    return new Replay(
      api,
      new Map([
        ["@log", seedIds.logs],
        ["@trace", seedIds.traces],
        ["@metric", seedIds.metrics],
        ["@conn", seedIds.connection],
        ["@wh", alertBody.channel.webhookId],
        ["@dashboardid", board.id],
        ["@tileid", board.tiles[0].id],
        ["@savedsearchid", search.id],
      ]),
    );
  }

  /** Creates, updates, reads and deletes the object of a line. Returns the first difference. */
  async differenceOf(line: NumberedLine): Promise<Difference | undefined> {
    const body = this.withIds(line.body);
    const created = await this.api.post(line.path, body);
    const post = this.answer(created);
    const differs = (step: Step, expected: Answer, actual: Answer): Difference | undefined =>
      isSame(expected, actual) ? undefined : { number: line.number, step, expected, actual };
    if (created.status !== 200) {
      return differs("post", line.post, post);
    }
    const object = `${line.path}/${created.json.data.id}`;
    const put = this.answer(await this.api.put(object, body));
    // Webhooks have no read of a single one.
    const get = line.path === "/webhooks" ? undefined : this.answer(await this.api.get(object));
    await this.api.delete(object);
    const expectedPut = line.put ?? line.post;
    return (
      differs("post", line.post, post) ??
      differs("put", expectedPut, put) ??
      (get && differs("get", line.get ?? expectedPut, get))
    );
  }

  /** Returns a body of a line with the ids of the objects that it names. */
  withIds(body: unknown): unknown {
    return mapTexts(body, (text) => this.ids.get(text) ?? text);
  }

  private answer({ status, json, text }: TestResponse): Answer {
    const names = new Map([...this.ids].map(([name, id]) => [id, name]));
    return { status, body: withPlaceholders(sorted(json ?? text), names) };
  }
}

async function created(api: Client, path: string, body: unknown) {
  const { status, text, json } = await api.post(path, body);
  if (status !== 200) {
    throw new Error(`POST ${path}: ${status} ${text}`);
  }
  return json.data;
}

/** Returns true if two answers agree. A recorded body has sorted keys already. */
const isSame = (one: Answer, other: Answer): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Replaces a text that is a known id by its name. Numbers all other ids in the order of their appearance, also known
 * ones inside of a longer text.
 */
function withPlaceholders(body: unknown, names: ReadonlyMap<string, string>): unknown {
  const numbers = new Map<string, string>();
  const numberOf = (id: string): string => {
    const number = numbers.get(id) ?? `<${numbers.size}>`;
    numbers.set(id, number);
    return number;
  };
  return mapTexts(
    body,
    (text) =>
      names.get(text) ??
      text
        .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "<uuid>")
        .replace(/\b[0-9a-f]{24}\b/g, numberOf)
        .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "<t>"),
  );
}

export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") {
    return change(value);
  }
  if (Array.isArray(value)) {
    return value.map((item) => mapTexts(item, change));
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]));
}

export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
