import type { z } from "zod";
import { canonicalKey } from "../../canonical-text";
import type { ApiRecord, ClientError, JsonObject } from "../../client";
import type { ApiClient } from "../../client/collections/api-client";
import type { ShownObjects } from "../../client/reads/listing";
import type { ResourceApi } from "../../client/reads/resource-api";
import { didYouMean } from "../../declaration/describe-refusal";
import type { DeclaredFields } from "../../declaration/field";
import { type ObjectShape, objectShapeOf } from "../../declaration/shape";
import { type AttributePath, type DataSource, type Diagnostic, DiagnosticError, problem, warning } from "../../plugin";
import { quoted, reportFailure } from "./report-failure";
import { schemaOf } from "./schema";
import type { Call, Session } from "./session";
import { foundToTerraform, objectFromTerraform } from "./terraform-form";
import { validateConfig } from "./validate-config";

/** The fields that identify the object of a look-up. */
interface Named {
  readonly id: string;
  readonly name?: string;
}

/**
 * Returns the one object with the given id or name. Throws a diagnostic with the existing names if no object matches,
 * and with the ids if several match.
 * @param path place in the configuration. Default: the attribute `id` or `name` of `config`
 */
export function lookUp<T extends Named>(
  { api: { name: noun, plural }, describe }: Pick<LookUpType<ApiRecord, T>, "api" | "describe">,
  { records: candidates, incomplete }: ShownObjects<T>,
  config: DeclaredFields,
  path?: AttributePath,
): T {
  const attribute = (config.id ?? null) === null ? "name" : "id";
  const wanted = String(config[attribute]);
  const found = candidates.filter((each) => canonicalKey(each[attribute] ?? "") === canonicalKey(wanted));
  const [first, ...others] = found;
  const refusal = (summary: string, detail: string) =>
    new DiagnosticError(problem(summary, detail, path ?? [attribute]));
  if (!first && incomplete) {
    const detail = `${incomplete.message} The ${noun} may be among those that it does not show.`;
    throw refusal(`Could not find the ${noun} ${quoted(wanted)}`, `${detail}\nFix: ${SHOW_ALL}`);
  }
  if (!first) {
    throw refusal(`The ${noun} ${quoted(wanted)} does not exist`, noneFound(noun, wanted, attribute, candidates));
  }
  if (others.length > 0) {
    const listed = found.map((each) => `${each.id} (${describe(each)})`).join(", ");
    const summary = `There are ${found.length} ${plural} named ${quoted(wanted)}`;
    throw refusal(summary, `Set id instead, to one of: ${listed}.`);
  }
  return first;
}

const SHOW_ALL = "Use the id instead of a look-up, or credentials for which the server shows the whole list.";

function noneFound(noun: string, wanted: string, attribute: string, candidates: readonly Named[]): string {
  if (candidates.length === 0) {
    return `The server has no ${noun} that these credentials can see.`;
  }
  const names = [...new Set(candidates.flatMap(({ name }) => name || []))].sort();
  const listed = attribute === "id" ? candidates.map(({ id, name }) => `${quoted(name)} (${id})`) : names.map(quoted);
  const hint = attribute === "name" ? didYouMean(wanted, names) : "";
  return listed.length === 0
    ? `The server has ${candidates.length} without a name. Set id to select one.`
    : `The server has ${listed.join(", ")}.${hint}`;
}

interface LookUpType<Stored extends ApiRecord, Known extends Named> {
  readonly api: { readonly name: string; readonly plural: string };
  /** Describes how objects with the same name differ. */
  readonly describe: (each: Known) => string;
  readonly collection: (client: ApiClient) => {
    readShown(options: { readonly signal: AbortSignal }): Promise<ShownObjects<Stored>>;
  };
  /** Returns the fields that the data sources show, named as in their declarations. Filters read them too. */
  readonly facts: (record: Stored, client: ApiClient) => Known;
  /** Filters with their own comparison. Other filters compare a fact with their value. */
  readonly filters?: Readonly<Record<string, (known: Known, wanted: unknown) => boolean>>;
}

/** Returns a data source that validates its configuration. The result of `read` is its state. */
export function createLookUp<Declared extends DeclaredFields>(
  shape: ObjectShape,
  description: string,
  read: (declared: Declared, call: Call) => ReturnType<DataSource<Session>["read"]>,
): DataSource<Session> {
  return {
    schema: schemaOf(shape, description),
    validate: ({ config }) => validateConfig(shape, config),
    read: ({ config }, call) => read(objectFromTerraform(shape, config) as Declared, call),
  };
}

interface LookUps<Stored extends ApiRecord, Known extends Named>
  extends Omit<LookUpType<Stored, Known>, "api" | "collection">,
    Partial<Pick<LookUpType<Stored, Known>, "collection">> {
  readonly api: ResourceApi<Stored, never, never, unknown>;
  /** Words for one object. Default: "An existing" with the noun. */
  readonly about?: string;
}

/** Returns the two data sources of a resource type: one object by id or name, and all objects. */
export function lookUpsOf<Stored extends ApiRecord, Known extends Named>(
  one: z.ZodObject,
  all: z.ZodObject,
  { about, ...own }: LookUps<Stored, Known>,
): { readonly one: DataSource<Session>; readonly all: DataSource<Session> } {
  const { api } = own;
  const collection = (client: ApiClient) =>
    client.collection(api as unknown as ResourceApi<Stored, JsonObject, JsonObject, unknown>);
  const type = { collection, ...own };
  const where = api.capabilities.managed ? "" : " Open-source deployment only.";
  const shape = objectShapeOf(one);
  const description = `${about ?? `An existing ${api.name}`}, found by id or by name.${where}`;
  return {
    one: createLookUp(shape, description, async ({ id, name, ...narrowing }, call) => {
      const candidates = await candidatesOf(type, settable(shape, narrowing), call);
      return { state: foundToTerraform(shape, lookUp(type, candidates, { id, name }) as DeclaredFields) };
    }),
    all: listDataSource(type, all, `All ${api.plural}, or those that match every filter.${where}`),
  };
}

/** Returns the data source that lists all objects, or those that match its filters, in its one computed attribute. */
export function listDataSource<Stored extends ApiRecord, Known extends Named>(
  type: LookUpType<Stored, Known>,
  lookup: z.ZodObject,
  description: string,
): DataSource<Session> {
  const shape = objectShapeOf(lookup);
  const list = Object.keys(shape.fields).find((name) => shape.fields[name]?.meta.readOnly) ?? type.api.plural;
  return createLookUp(shape, description, async (config, call) => {
    const filters = settable(shape, config);
    const { records, incomplete } = await candidatesOf(type, filters, call);
    const state = foundToTerraform(shape, { ...filters, [list]: records });
    return { state, diagnostics: warningOfIncomplete(incomplete) };
  });
}

async function candidatesOf<Stored extends ApiRecord, Known extends Named>(
  { api, collection, facts, filters: own = {} }: LookUpType<Stored, Known>,
  filters: DeclaredFields,
  { session: { client }, signal }: Call,
): Promise<ShownObjects<Known>> {
  const shown = await reportFailure(`list the ${api.plural}`, () => collection(client).readShown({ signal }));
  const wanted = Object.entries(filters);
  const records = shown.records
    .map((record) => facts(record, client))
    .filter((known) =>
      wanted.every(([name, value]) =>
        own[name] ? own[name](known, value) : fits(known as unknown as DeclaredFields, name, value),
      ),
    );
  return { records, incomplete: shown.incomplete };
}

/** Warns that the result of a list may lack objects. */
export function warningOfIncomplete(incomplete: ClientError | undefined): readonly Diagnostic[] {
  return incomplete ? [warning("The list may lack objects that exist", incomplete.message)] : [];
}

/** Returns the arguments that narrow the look-up. */
function settable(shape: ObjectShape, config: DeclaredFields): DeclaredFields {
  return Object.fromEntries(Object.entries(config).filter(([name]) => !shape.fields[name]?.meta.readOnly));
}

/** Returns true if the fact with the name of the filter equals the value, or the fact with its plural contains it. */
function fits(known: DeclaredFields, filter: string, wanted: unknown): boolean {
  if (filter === "nameContains") {
    return contains(known.name, wanted);
  }
  const fact = known[filter] ?? known[`${filter}s`];
  return Array.isArray(fact) ? fact.includes(wanted) : fact === wanted;
}

/** Returns true if a text contains another one. Upper and lower case are equivalent. */
export function contains(text: unknown, part: unknown): boolean {
  return String(text ?? "")
    .toLowerCase()
    .includes(String(part).toLowerCase());
}
