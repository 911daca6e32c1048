import type { z } from "zod";
import type { ApiRecord } from "../../client";
import { didYouMean } from "../../declaration/describe-refusal";
import type { Fields } from "../../declaration/field";
import { objectShapeOf } from "../../declaration/shape";
import { type AttributePath, type DataSource, DiagnosticError, type ObjectValue } from "../../plugin";
import type { Client } from "../client";
import { quoted, reportFailure } from "./report-failure";
import { schemaOf } from "./schema";
import type { Session } from "./session";
import { foundToTerraform } from "./terraform-form";
import { validateConfig } from "./validate-config";

/** What a look-up needs of an object. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** How a message speaks of what is looked up. */
export interface Wording<T> {
  /** Such as "source". */
  readonly noun: string;
  readonly plural: string;
  /** What tells objects of one name apart. */
  readonly kindOf: (each: T) => string;
}

/**
 * The one object with the given id or name. Throws a diagnostic that lists the names that exist when there is none,
 * and the ids when there are several.
 * @param path where the author wrote it. Default: the attribute `id` or `name` of `config`.
 */
export function lookUp<T extends Named>(
  { noun, plural, kindOf }: Wording<T>,
  candidates: readonly T[],
  config: ObjectValue,
  path?: AttributePath,
): T {
  const attribute = (config.id ?? null) === null ? "name" : "id";
  const place = path ?? [attribute];
  const wanted = String(config[attribute]);
  const found = candidates.filter((each) => each[attribute] === wanted);
  const [first] = found;
  if (!first)
    throw refusal(place, `There is no ${noun} ${quoted(wanted)}`, noneFound(noun, wanted, attribute, candidates));
  if (found.length > 1)
    throw refusal(
      place,
      `There are ${found.length} ${plural} named ${quoted(wanted)}`,
      severalFound(noun, found, kindOf),
    );
  return first;
}

function noneFound(noun: string, wanted: string, attribute: string, candidates: readonly Named[]): string {
  if (candidates.length === 0) return `The server has no ${noun} that these credentials can see.`;
  const names = [...new Set(candidates.map(({ name }) => name))].filter(Boolean).sort();
  const listed = attribute === "id" ? candidates.map(({ id, name }) => `${quoted(name)} (${id})`) : names.map(quoted);
  const hint = attribute === "name" ? didYouMean(wanted, names) : "";
  if (listed.length === 0)
    return `The server has ${candidates.length} without a name. Give the id of the one you mean.`;
  return `The server has ${listed.join(", ")}.${hint}`;
}

function severalFound<T extends Named>(noun: string, found: readonly T[], kindOf: (each: T) => string): string {
  const listed = found.map((each) => `${each.id} (${kindOf(each)})`).join(", ");
  return `Give the id of the ${noun} you mean instead: ${listed}.`;
}

function refusal(path: AttributePath, summary: string, detail: string): DiagnosticError {
  return new DiagnosticError({ severity: "error", summary, detail, path });
}

/** A kind of object that can be looked up. */
export interface LookUpKind<Stored extends ApiRecord, Known extends Named> {
  /** What it is called in messages, such as "saved search". */
  readonly noun: string;
  readonly plural: string;
  readonly collection: (client: Client) => {
    readAll(options: { readonly signal: AbortSignal }): Promise<readonly Stored[]>;
  };
  /** What the data sources say of a record, named as in their declarations. */
  readonly facts: (record: Stored) => Known;
  /** The fact that a look-up can be narrowed by, such as `kind`. */
  readonly narrowedBy?: string;
  /** What tells objects of one name apart, for a message. */
  readonly kindOf: (known: Known) => string;
}

/** The data source that finds one object by id or name. */
export function lookUpDataSource<Stored extends ApiRecord, Known extends Named>(
  kind: LookUpKind<Stored, Known>,
  lookup: z.ZodObject,
  description: string,
): DataSource<Session> {
  const shape = objectShapeOf(lookup);
  return {
    schema: schemaOf(shape, description),
    validate: ({ config }) => validateConfig(shape, config),
    async read({ config }, { client: session, signal }) {
      const candidates = await candidatesOf(kind, config, session, signal);
      return { state: foundToTerraform(shape, lookUp(kind, candidates, config) as Fields) };
    },
  };
}

/** The data source that lists all objects, or those of one kind, in the attribute of their plural. */
export function listDataSource<Stored extends ApiRecord, Known extends Named>(
  kind: LookUpKind<Stored, Known>,
  lookup: z.ZodObject,
  description: string,
): DataSource<Session> {
  const shape = objectShapeOf(lookup);
  return {
    schema: schemaOf(shape, description),
    validate: ({ config }) => validateConfig(shape, config),
    async read({ config }, { client: session, signal }) {
      const candidates = await candidatesOf(kind, config, session, signal);
      const { narrowedBy } = kind;
      const narrowing = narrowedBy === undefined ? {} : { [narrowedBy]: config[narrowedBy] };
      return { state: foundToTerraform(shape, { ...narrowing, [kind.plural]: candidates }) };
    },
  };
}

async function candidatesOf<Stored extends ApiRecord, Known extends Named>(
  { plural, collection, facts, narrowedBy }: LookUpKind<Stored, Known>,
  config: ObjectValue,
  session: Session,
  signal: AbortSignal,
): Promise<readonly Known[]> {
  const records = await reportFailure(`list the ${plural}`, () => collection(session.client).readAll({ signal }));
  const known = records.map(facts);
  const wanted = narrowedBy === undefined ? null : (config[narrowedBy] ?? null);
  return wanted === null ? known : known.filter((each) => (each as Fields)[narrowedBy ?? ""] === wanted);
}
