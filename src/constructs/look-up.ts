import type { Construct } from "constructs";
import type { z } from "zod";
import { attributeName, type DeclaredFields } from "../declaration/field";
import { type DeclaredField, type ObjectShape, objectShapeOf } from "../declaration/shape";
import { GENERATOR_METADATA } from "./clickstack-provider";
import {
  attributeToken,
  type MetaArguments,
  readProps,
  splitMetaArguments,
  terraformAttributesOf,
  validateAtSynthesis,
} from "./declared";
import { type IResolvable, TerraformDataSource, Token } from "./framework";
import type { PropNames } from "./prop-names";

/**
 * The value that stands for an attribute until Terraform has read it. Lists and maps of objects are tokens that
 * Terraform's functions take.
 */
type TokenOf<V> = V extends string
  ? string
  : V extends number
    ? number
    : V extends boolean
      ? IResolvable
      : V extends readonly string[]
        ? string[]
        : V extends readonly number[]
          ? number[]
          : IResolvable;

/** What a look-up found, by the names of the declaration. Every value is a token. */
export type Observed<S extends z.ZodObject> = {
  readonly [K in keyof z.input<S>]-?: TokenOf<NonNullable<z.input<S>[K]>>;
};

/** How a data source is declared: what its author can say of it. */
interface LookUpType<S extends z.ZodObject> {
  /** The type in Terraform. */
  readonly type: string;
  readonly schema: S;
  /** What the props call the fields of the declaration, where they differ. */
  readonly propNames?: PropNames;
}

/** What exists in ClickStack or ClickHouse Cloud and is read, not managed. */
export abstract class LookUp<S extends z.ZodObject> extends TerraformDataSource {
  /** What was found: every attribute, as a token. */
  readonly observed: Observed<S>;

  readonly #shape: ObjectShape;
  readonly #declared: DeclaredFields;

  protected constructor(
    scope: Construct,
    id: string,
    { type, schema, propNames }: LookUpType<S>,
    props: MetaArguments,
    declaredOf: (props: object) => DeclaredFields = (fields) => fields as DeclaredFields,
  ) {
    const { meta, declared } = splitMetaArguments(props);
    super(scope, id, { terraformResourceType: type, terraformGeneratorMetadata: GENERATOR_METADATA, ...meta });
    this.#shape = objectShapeOf(schema);
    this.#declared = readProps(this, () => declaredOf(declared));
    this.observed = this.#tokens() as Observed<S>;
    validateAtSynthesis(this, this.#shape, this.#declared, { propNames });
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return terraformAttributesOf(this.#shape, this.#declared);
  }

  /** Made when asked for, because every token takes a place in a table of cdktf. */
  #tokens(): object {
    const fields = Object.values(this.#shape.fields);
    return Object.defineProperties(
      {},
      Object.fromEntries(
        fields.map((field) => [field.name, { enumerable: true, get: () => this.#token(field) }] as const),
      ),
    );
  }

  #token(field: DeclaredField): unknown {
    const name = attributeName(field);
    const { shape } = field;
    if (shape.kind === "string") {
      return this.getStringAttribute(name);
    }
    if (shape.kind === "number") {
      return this.getNumberAttribute(name);
    }
    if (shape.kind === "list" && shape.item.kind === "string") {
      return this.getListAttribute(name);
    }
    if (shape.kind === "list" && shape.item.kind === "number") {
      return Token.asNumberList(this.interpolationForAttribute(name));
    }
    return this.interpolationForAttribute(name);
  }
}

/** The class of a look-up by id or name. */
interface NamedLookUpClass<P, T> {
  readonly tfResourceType: string;
  new (scope: Construct, id: string, props: P): T;
}

/** Props that narrow a look-up by name, and the provider that is asked in a program with several providers. */
type Narrowing<P> = Omit<P, "id" | "name" | Exclude<keyof MetaArguments, "provider">>;

/** One object, found by its id or its name. */
export abstract class NamedLookUp<S extends z.ZodObject> extends LookUp<S> {
  /** The object's id; one token, because many tiles ask for it. */
  readonly id: string = attributeToken(this, "id");
}

/**
 * Makes the `byName` of a managed class. It looks up one object once below a scope. If no object has the name, the plan
 * fails and lists the existing names.
 */
export function byName<P extends MetaArguments, T extends Construct>(
  LookUpClass: NamedLookUpClass<P, T>,
): (scope: Construct, name: string, options?: Narrowing<P>) => T {
  return (scope, name, options = {} as Narrowing<P>) => once(LookUpClass, scope, { name }, options);
}

/** Makes the `byId` of a managed class. It looks up one object once below a scope. */
export function byId<P extends MetaArguments, T extends Construct>(
  LookUpClass: NamedLookUpClass<P, T>,
): (scope: Construct, id: string, options?: ProviderOption) => T {
  return (scope, id, options = {}) => once(LookUpClass, scope, { id }, options);
}

/** The construct's id begins with the type in Terraform, such as `saved-search`. */
function once<P, T extends Construct>(
  LookUpClass: NamedLookUpClass<P, T>,
  scope: Construct,
  key: LookupQuery,
  options: object,
): T {
  const { provider, ...narrowing } = options as LookupQuery & ProviderOption;
  const prefix = LookUpClass.tfResourceType.replace(/^clickstack_/, "").replaceAll("_", "-");
  const asked = { ...key, ...narrowing, provider: provider?.node.path };
  return lookUpOnce(scope, prefix, asked, (id) => new LookUpClass(scope, id, { ...key, ...options } as P));
}

/** What a look-up asks for: attributes of the data source, and the provider that is asked. */
type LookupQuery = Readonly<Record<string, string | undefined>>;

const lookups = new WeakMap<Construct, LookupQuery>();

/**
 * The same look-up below one scope is one data source, whoever asks for it.
 * @param prefix the beginning of the construct's id, such as `source`.
 */
export function lookUpOnce<T extends Construct>(
  scope: Construct,
  prefix: string,
  lookup: LookupQuery,
  create: (id: string) => T,
): T {
  const base = [prefix, ...wordsOf(lookup)].join("-").toLowerCase();
  for (let count = 1; ; count++) {
    const id = count === 1 ? base : `${base}-${count}`;
    const existing = scope.node.tryFindChild(id);
    if (existing && isSame(lookups.get(existing as Construct), lookup)) {
      return existing as T;
    }
    if (existing) {
      continue;
    }
    const created = create(id);
    lookups.set(created, lookup);
    return created;
  }
}

/** A token's text changes with the program around it, and would change the address of the data source with it. */
function wordsOf(lookup: LookupQuery): readonly string[] {
  const texts = Object.values(lookup).filter((text) => text !== undefined && !Token.isUnresolved(text));
  return texts.join(" ").match(/[A-Za-z0-9]+/g) ?? [];
}

function isSame(a: LookupQuery | undefined, b: LookupQuery): boolean {
  return a !== undefined && JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
}

/** Which provider is asked, where a program has several. */
export type ProviderOption = Pick<MetaArguments, "provider">;
