import { readFileSync } from "node:fs";
import { join } from "node:path";
import { seedIds } from "../../src/emulator";
import { alertBody, type Client, lineConfig, type TestResponse, tile } from "../support/emulator/support";

/** Status and body of a response. The ids, UUIDs and times of the body are placeholders. */
interface Answer {
  status: number;
  body: unknown;
}

/** One line of a recording: a body, and the responses to its create, its update and the read after it. */
export interface RecordedLine {
  path: string;
  body: unknown;
  post: Answer;
  /** Equal to `post` if absent. */
  put?: Answer;
  /** Equal to `put` if absent. */
  get?: Answer;
}

/** A line of a recording with its number, from 1. */
interface NumberedLine extends RecordedLine {
  number: number;
}

type Step = "post" | "put" | "get";

/** The first response of the emulator that differs from the recorded response. */
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

/** Sends the lines to a server and compares its responses. */
export class Replay {
  private constructor(
    private readonly api: Client,
    /** Ids of the objects in the lines, by their names in the lines. */
    readonly ids: ReadonlyMap<string, string>,
  ) {}

  /** Creates the objects to which the lines refer with `@`. */
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
    // The API cannot return a single webhook.
    const get = line.path === "/webhooks" ? undefined : this.answer(await this.api.get(object));
    await this.api.delete(object);
    const expectedPut = line.put ?? line.post;
    return (
      differs("post", line.post, post) ??
      differs("put", expectedPut, put) ??
      (get && differs("get", line.get ?? expectedPut, get))
    );
  }

  /** Returns the body of a line with the ids of the objects to which it refers. */
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
 * Replaces a text that is a known id with its name. Numbers all other ids in the order of their first use, including
 * known ids inside a longer text.
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
