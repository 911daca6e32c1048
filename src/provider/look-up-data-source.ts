import type { ApiRecord, Client } from "../api";
import type { DataSource, ObjectValue } from "../plugin";
import type { Fields } from "../schema/field";
import type { ObjectShape } from "../schema/shape";
import { schemaOf } from "./attributes";
import { lookUp, type Named } from "./look-up";
import { reportFailure } from "./report-failure";
import type { Session } from "./session";
import { foundToTerraform } from "./terraform-form";
import { validateConfig } from "./validate-config";

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
  shape: ObjectShape,
  description: string,
): DataSource<Session> {
  return {
    schema: schemaOf(shape, description),
    validate: ({ config }) => validateConfig(shape, config),
    async read({ config }, { client: session, signal }) {
      const candidates = await candidatesOf(kind, config, session, signal);
      return { state: foundToTerraform(shape, lookUp(kind, candidates, config) as Fields) };
    },
  };
}

/** The data source that lists all objects, or those of one kind, in the attribute `list`. */
export function listDataSource<Stored extends ApiRecord, Known extends Named>(
  kind: LookUpKind<Stored, Known>,
  list: string,
  shape: ObjectShape,
  description: string,
): DataSource<Session> {
  return {
    schema: schemaOf(shape, description),
    validate: ({ config }) => validateConfig(shape, config),
    async read({ config }, { client: session, signal }) {
      const candidates = await candidatesOf(kind, config, session, signal);
      const { narrowedBy } = kind;
      const narrowing = narrowedBy === undefined ? {} : { [narrowedBy]: config[narrowedBy] };
      return { state: foundToTerraform(shape, { ...narrowing, [list]: candidates }) };
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
