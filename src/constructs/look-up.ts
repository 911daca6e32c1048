import type { Construct } from "constructs";
import type { z } from "zod";
import { attributeName, type DeclaredFields } from "../declaration/field";
import { type DeclaredField, type ObjectShape, objectShapeOf } from "../declaration/shape";
import { GENERATOR_METADATA } from "./clickstack-provider";
import { positionMetadata, recordPosition } from "./code-position";
import {
  attributeToken,
  type MetaArguments,
  readProps,
  splitMetaArguments,
  terraformAttributesOf,
  validateAtSynthesis,
  withReferredIds,
} from "./declared";
import { type IResolvable, TerraformDataSource, Token } from "./framework";
import { type ConstructScope, requireOwnFramework } from "./scope";

/** Type of the token of an attribute. Lists and maps of objects are tokens that Terraform's functions accept. */
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

/** Result of a look-up, by the names of the declaration `D`. Every value is a token. */
export type Observed<D> = {
  readonly [K in keyof D]-?: TokenOf<NonNullable<D[K]>>;
};

/** Declaration of a data source. */
interface LookUpType {
  /** Type in Terraform, such as `clickstack_source`. */
  readonly type: string;
  /** Declared fields: arguments and results. */
  readonly schema: z.ZodObject;
}

/** Base class of the data sources, which read objects without managing them. */
export abstract class LookUp<D> extends TerraformDataSource {
  /** All attributes of the result, as tokens. */
  readonly observed: Observed<D>;

  readonly #shape: ObjectShape;
  readonly #declared: DeclaredFields;

  protected constructor(scope: ConstructScope, id: string, { type, schema }: LookUpType, props: MetaArguments) {
    const shape = objectShapeOf(schema);
    const { meta, declared } = splitMetaArguments(props, Object.values(shape.fields));
    super(requireOwnFramework(scope), id, {
      terraformResourceType: type,
      terraformGeneratorMetadata: GENERATOR_METADATA,
      ...meta,
    });
    recordPosition(this);
    this.#shape = shape;
    this.#declared = readProps(this, () => withReferredIds(this.#shape, declared));
    this.observed = this.#createTokens() as Observed<D>;
    validateAtSynthesis(this, this.#shape, this.#declared);
  }

  protected override get constructNodeMetadata(): Record<string, unknown> {
    return { ...super.constructNodeMetadata, ...positionMetadata(this) };
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return terraformAttributesOf(this.#shape, this.#declared);
  }

  /**
   * Returns properties that create each token at the first access, because every token occupies a place in a table of
   * cdktf.
   */
  #createTokens(): object {
    const fields = Object.values(this.#shape.fields);
    return Object.defineProperties(
      {},
      Object.fromEntries(
        fields.map((field) => [field.name, { enumerable: true, get: () => this.#createToken(field) }] as const),
      ),
    );
  }

  #createToken(field: DeclaredField): unknown {
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

/** Class that looks up an object by id or name. */
export interface NamedLookUpClass<P, T> {
  /** Type in Terraform. */
  readonly tfResourceType: string;
  new (scope: ConstructScope, id: string, props: P): T;
}

/** Optional props of a look-up by name: other attributes that the object must have, and `provider`. */
type Narrowing<P> = Omit<P, "id" | "name" | Exclude<keyof MetaArguments, "provider">>;

/** Base class of the data sources that look up one object by id or name. */
export abstract class NamedLookUp<D> extends LookUp<D> {
  /** The id of the object, as one token for all references. */
  readonly id: string = attributeToken(this, "id");
}

/** Look-ups of the existing objects of a type. */
export interface Finders<P, T> {
  /**
   * Looks up an existing object by its name, once per scope. If no object has the name, the plan fails and lists the
   * existing names.
   * @param scope the stack, or another construct
   * @param name the exact name of the object
   * @param options values that distinguish objects with the same name, and the provider to use
   */
  byName(scope: ConstructScope, name: string, options?: Narrowing<P>): T;

  /**
   * Looks up an existing object by its id, once per scope.
   * @param scope the stack, or another construct
   * @param id the id of the object on the server
   * @param options the provider to ask
   */
  byId(scope: ConstructScope, id: string, options?: ProviderOption): T;
}

/** Looks up an object once per scope. The construct's id begins with the type, such as `saved-search`. */
export function lookUpByQuery<P, T extends Construct>(
  LookUpClass: NamedLookUpClass<P, T>,
  scope: ConstructScope,
  key: LookupQuery,
  options: object = {},
): T {
  const { provider, ...narrowing } = options as LookupQuery & ProviderOption;
  const prefix = LookUpClass.tfResourceType.replace(/^clickstack_/, "").replaceAll("_", "-");
  const asked = { ...key, ...narrowing, provider: provider?.node.path };
  return lookUpOnce(scope, prefix, asked, (id) => new LookUpClass(scope, id, { ...key, ...options } as P));
}

/** Query of a look-up: attributes of the data source, and the provider to ask. */
type LookupQuery = Readonly<Record<string, string | undefined>>;

const lookups = new WeakMap<Construct, LookupQuery>();

/**
 * Returns the data source of a look-up. Equal look-ups below one scope share one data source.
 * @param prefix the beginning of the construct's id, such as `source`.
 */
export function lookUpOnce<T extends Construct>(
  scope: ConstructScope,
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

/**
 * Returns the words for the construct's id. Tokens are left out, because their texts change with the program and would
 * change the address of the data source.
 */
function wordsOf(lookup: LookupQuery): readonly string[] {
  const texts = Object.values(lookup).filter((text) => text !== undefined && !Token.isUnresolved(text));
  return texts.join(" ").match(/[A-Za-z0-9]+/g) ?? [];
}

function isSame(a: LookupQuery | undefined, b: LookupQuery): boolean {
  return a !== undefined && JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
}

/** Provider to ask, in a program with several providers. */
export type ProviderOption = Pick<MetaArguments, "provider">;

/** Creates the class that lists all objects of a type. The class that extends it declares the props that filter. */
export function listClass<D>(
  type: string,
  schema: z.ZodObject,
): new <P extends MetaArguments>(
  scope: ConstructScope,
  id: string,
  props?: P,
) => LookUp<D> {
  return class extends LookUp<D> {
    constructor(scope: ConstructScope, id: string, props: MetaArguments = {}) {
      super(scope, id, { type, schema }, props);
    }
  };
}

/** Class of the data sources that look up one object by id or name. */
export interface ExistingObjectClass<D> {
  /** Type in Terraform, such as `clickstack_source`. */
  readonly tfResourceType: string;
  new <P extends MetaArguments>(scope: ConstructScope, id: string, props: P): NamedLookUp<D>;
}

/** Creates the class that looks up one object by id or name. The class that extends it declares the props. */
export function lookUpClass<D>(type: string, schema: z.ZodObject): ExistingObjectClass<D> {
  return class extends NamedLookUp<D> {
    static readonly tfResourceType = type;

    constructor(scope: ConstructScope, id: string, props: MetaArguments) {
      super(scope, id, { type, schema }, props);
    }
  };
}
