import { isDeepStrictEqual } from "node:util";
import { ClientError } from "../../src/client";
import type { JsonObject } from "../../src/client/json";
import { splitFieldPath } from "../../src/declaration/other-fields";
import {
  complete,
  createLog,
  type Diagnostic,
  DiagnosticError,
  isObjectValue,
  type ObjectValue,
  planChange,
  type Resource,
  schemaType,
} from "../../src/plugin";
import { writeValue } from "../../src/plugin/values/dynamic-message";
import { listResourcesOf, resourcesOf } from "../../src/resources/all-handlers";
import { resourceTypes } from "../../src/resources/registry";
import { type ResourceType, typeWithObjects } from "../../src/resources/resource-type";
import { Session } from "../../src/resources/shared/session";
import type { OddAnswer } from "./answers-of-documents";
import { managedClient, openSourceClient } from "./client/clients";
import { json, TestServer } from "./client/http-server";
import type { Held } from "./provider-in-process";
import type { Records } from "./record-server";

const resources = resourcesOf(resourceTypes);
const listResources = listResourcesOf(resourceTypes, resources);

const TILE_ID = "65f000000000000000000009";

/** A server with one object of any content, and with no other objects. */
class OddServer {
  readonly #records = new Map<string, JsonObject>();
  readonly bodies: JsonObject[] = [];
  /** Another object in the list. */
  sibling: JsonObject = {};

  put(collection: string, record: unknown): void {
    this.#records.set(collection, record as JsonObject);
  }

  start(): Promise<TestServer> {
    return TestServer.start(({ method, path, body }, response) => {
      const [, collection = "", id] =
        /^\/(?:api\/v2|v1\/organizations\/[^/]+(?:\/services\/[^/]+)?)\/((?:clickstack\/)?[^/?]+)(?:\/([^/?]+))?/.exec(
          path,
        ) ?? [];
      const record = this.#records.get(collection);
      if (id === "validate") {
        json(response, 200, {
          valid: true,
          errors: [],
          normalized: body,
          status: 200,
          result: { valid: true, errors: [], normalized: body },
        });
        return;
      }
      if (method === "PUT" || method === "PATCH") {
        this.bodies.push(body as JsonObject);
        const stored = { ...record, ...withTileIds(body as JsonObject) };
        this.#records.set(collection, stored);
        json(response, 200, { status: 200, data: stored, result: stored });
        return;
      }
      const value = id === undefined ? (record ? [record, this.sibling] : []) : record;
      if (value === undefined) {
        json(response, 404, { message: "Not found" });
        return;
      }
      json(response, 200, { status: 200, data: value, result: value });
    });
  }
}

function withTileIds(body: JsonObject): JsonObject {
  const { tiles } = body;
  return Array.isArray(tiles) ? { ...body, tiles: tiles.map((tile) => ({ id: TILE_ID, ...tile })) } : body;
}

/** Returns the defects of one response: every exception, every error, every second warning, and every lost field. */
class Check {
  readonly found: string[] = [];
  readonly #type: ResourceType;
  readonly #resource: Resource<Session>;
  readonly #id: string;

  constructor(
    private readonly server: OddServer,
    private readonly endpoint: string,
    private readonly answer: OddAnswer,
  ) {
    this.#type = typeOf(answer);
    this.#resource = resources[this.#type.type] as Resource<Session>;
    this.#id = String(answer.good.id);
  }

  async run(): Promise<readonly string[]> {
    const { collection, good } = this.answer;
    this.server.put(collection, good);
    this.server.sibling = { ...good, id: `${this.#id.slice(0, -1)}f` } as JsonObject;
    const held = await this.#using("the good answer", (run) => imported(this.#resource, this.#id, run));
    await this.#odd("list", (run) => this.#list(run));
    if (held) {
      await this.#odd("read", (run) => this.#use(held, run));
    }
    return this.found;
  }

  /** Runs an operation with the invalid response in a new process. */
  #odd<T>(what: string, work: (run: Running) => Promise<T>): Promise<T | undefined> {
    this.server.put(this.answer.collection, this.answer.odd);
    this.server.bodies.length = 0;
    return this.#using(what, work);
  }

  async #using<T>(what: string, work: (run: Running) => Promise<T>): Promise<T | undefined> {
    await using run = running(this.endpoint, this.answer);
    try {
      return await work(run);
    } catch (error) {
      this.found.push(`${what}: ${errorText(error)}`);
      return undefined;
    }
  }

  async #list(run: Running): Promise<void> {
    const { records, incomplete } = await typeWithObjects(this.#type).collection(run.session.client).readShown();
    if (!records.some(({ id }) => id === this.server.sibling.id)) {
      this.found.push("the list does not contain the other object");
    }
    const { name } = this.answer.odd;
    const isNamed = [this.#id, ...(typeof name === "string" ? [name] : [])].some((each) =>
      incomplete?.message.includes(each),
    );
    if (!records.some(({ id }) => id === this.#id) && !isNamed && this.answer.odd.id !== undefined) {
      this.found.push(`the list does not name the object: ${incomplete?.message}`);
    }
    await queried(this.#type.type, run);
  }

  async #use(held: Held, run: Running): Promise<void> {
    const read = await this.#resource.read(held, run);
    if (!read) {
      this.found.push("the state was removed");
      return;
    }
    const { diagnostics = [] } = read;
    this.found.push(...problemsOf("read", diagnostics, 1));
    const state = complete(this.#resource.schema.attributes, read.state);
    writeValue(schemaType(this.#resource.schema), state);
    const now = { state, private: read.private ?? held.private };
    const config = configOf(this.#resource, held.state);
    const plan = await planned(this.#resource, config, now, run);
    this.found.push(...problemsOf("plan", plan.diagnostics, MAX_WARNINGS));
    if (diagnostics.length > 0) {
      await this.#refused("an import", () => imported(this.#resource, this.#id, run));
    }
    if (typeof config.name === "string") {
      await this.#update(config, now, diagnostics.length === 0, run);
    }
  }

  async #update(config: ObjectValue, held: Held, isReadable: boolean, run: Running): Promise<void> {
    if (!isReadable) {
      await this.#refused("an update", () => renamed(this.#resource, config, held, run));
      if (this.server.bodies.length > 0) {
        this.found.push("an update wrote an object that cannot be read");
      }
      return;
    }
    await renamed(this.#resource, config, held, run);
    await this.#odd("update after an import", async (again) => {
      const adopted = await imported(this.#resource, this.#id, again);
      if (adopted) {
        await renamed(this.#resource, configOf(this.#resource, adopted.state), adopted, again);
        this.found.push(...lostFields(adopted.state, this.server.bodies.at(-1)));
      }
    });
  }

  async #refused(what: string, run: () => Promise<unknown>): Promise<void> {
    try {
      await run();
      this.found.push(`${what} of an object that cannot be read was not refused`);
    } catch (error) {
      if (!(error instanceof DiagnosticError) && !(error instanceof ClientError)) {
        this.found.push(`${what}: ${errorText(error)}`);
      }
    }
  }
}

/** Some plans of alerts and keys have warnings even for a valid response. */
const MAX_WARNINGS = 3;

/** Maximum length of an error in the result. */
const MAX_ERROR_LENGTH = 700;

function errorText(error: unknown): string {
  const text =
    error instanceof DiagnosticError
      ? error.diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`).join(" | ")
      : String(error instanceof Error ? error.stack : error);
  return text.slice(0, MAX_ERROR_LENGTH);
}

async function renamed(resource: Resource<Session>, config: ObjectValue, held: Held, run: Running): Promise<void> {
  const changed = { ...config, name: "Changed name" };
  const { plan } = await planned(resource, changed, held, run);
  await resource.update({ config: complete(resource.schema.attributes, changed), plan, ...held }, run);
}

/** Returns the undeclarable fields of the object that an update did not send back, with their paths in the body. */
function lostFields(state: ObjectValue, body: JsonObject | undefined): readonly string[] {
  if (!body || !isObjectValue(state.other_fields ?? null)) {
    return [];
  }
  return Object.entries(state.other_fields as ObjectValue).flatMap(([path, text]) => {
    const steps = splitFieldPath(path);
    // A single channel is sent in the form for older servers.
    const { channels = [body.channel ?? null] } = body;
    const sent = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], {
      ...body,
      channels,
    });
    return isDeepStrictEqual(sent, JSON.parse(String(text))) ? [] : [`lost ${path}: ${String(text)}`];
  });
}

function problemsOf(what: string, diagnostics: readonly Diagnostic[], most: number): readonly string[] {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const named = errors.map(({ summary, detail }) => `${what}: error ${summary}: ${detail}`);
  return diagnostics.length > most ? [...named, `${what}: ${diagnostics.length} diagnostics`] : named;
}

type Running = ReturnType<typeof running>;

function running(endpoint: string, { deployment }: OddAnswer) {
  const client = deployment === "open_source" ? openSourceClient(endpoint) : managedClient(endpoint);
  return {
    session: new Session(client),
    signal: new AbortController().signal,
    log: createLog({ level: "off", module: "tests", write: () => undefined }),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function imported(resource: Resource<Session>, id: string, context: Running): Promise<Held | undefined> {
  const [first] = [await resource.import?.({ id }, context)].flat();
  const fields = resource.schema.attributes;
  const state = complete(fields, first?.state ?? { id });
  const read = await resource.read({ state, private: first?.private ?? {} }, context);
  return read ? { state: complete(fields, read.state), private: read.private ?? first?.private ?? {} } : undefined;
}

async function queried(type: string, context: Running): Promise<void> {
  const found = listResources[type]?.list({ config: {}, includeResource: false, limit: 10 }, context) ?? [];
  try {
    for await (const _ of found) {
      // Only the errors of the list are checked.
    }
  } catch (error) {
    // A list without objects reports its incompleteness as an error, which is not a defect.
    if (!(error instanceof Error) || error.name !== "IncompleteListError") {
      throw error;
    }
  }
}

/** Returns the attributes of a state that an author can declare. */
function configOf({ schema }: Resource<Session>, state: ObjectValue): ObjectValue {
  return Object.fromEntries(
    Object.entries(state).filter(([name]) => {
      const attribute = schema.attributes[name];
      return name !== "id" && (attribute?.required || attribute?.optional);
    }),
  );
}

async function planned(resource: Resource<Session>, config: ObjectValue, held: Held, context: Running) {
  const fields = resource.schema.attributes;
  const whole = complete(fields, config);
  const change = planChange(resource.schema, whole, held.state);
  const modified = await resource.modifyPlan?.({ config: whole, ...held, ...change }, context);
  return { plan: complete(fields, modified?.plan ?? change.plan), diagnostics: modified?.diagnostics ?? [] };
}

function typeOf({ deployment, collection }: OddAnswer): ResourceType {
  const segment = collection.replace("clickstack/", "");
  const isOrganization = deployment === "managed" && segment === collection;
  const found = (resourceTypes as readonly ResourceType[]).find(
    ({ api, isPartOfOthers, resource }) =>
      resource && !isPartOfOthers && api?.segment === segment && (api.scope === "organization") === isOrganization,
  );
  if (!found) {
    throw new Error(`No resource type has the objects of ${collection}.`);
  }
  return found;
}

/** Returns the defects for all responses, each with the path of the change. */
export async function allDefects(answers: readonly OddAnswer[]): Promise<readonly string[]> {
  const server = new OddServer();
  await using started = await server.start();
  const all: string[] = [];
  for (const answer of answers) {
    for (const defect of await new Check(server, started.endpoint, answer).run()) {
      all.push(`${answer.deployment} ${answer.collection} ${answer.change}: ${defect}`);
    }
    started.seen.length = 0;
  }
  return all;
}

/** Returns the invalid objects by the collection of their list, each with a separate id. */
export function recordsOf(answers: readonly OddAnswer[]): Records {
  const records: Record<string, Records[string]> = {};
  for (const [index, { collection, good, odd }] of answers.entries()) {
    const number = index.toString(16);
    const id = String(good.id).slice(0, -number.length) + number;
    records[collection] = [...(records[collection] ?? []), { ...odd, id }];
  }
  return records;
}
