import type { Construct } from "constructs";
import type { z } from "zod";
import type { DeclaredFields } from "../declaration/field";
import { type CompoundShape, compoundShapeOf, declaredFieldsOf } from "../declaration/shape";
import { GENERATOR_METADATA } from "./clickstack-provider";
import { positionMetadata, recordPosition } from "./code-position";
import {
  attributeToken,
  type MetaArguments,
  readProps,
  requireProps,
  splitMetaArguments,
  terraformAttributesOf,
  validateAtSynthesis,
  withReferredIds,
} from "./declared";
import { TerraformResource } from "./framework";
import { type Finders, lookUpByQuery, type NamedLookUpClass, type ProviderOption } from "./look-up";
import { findFormProblems, type PropForms } from "./prop-forms";
import { type ConstructScope, requireOwnFramework } from "./scope";

/** Base class of the managed resources. */
export abstract class DeclaredResource<T extends `clickstack_${string}`, P extends object> extends TerraformResource {
  /** Type in Terraform. It also prevents the compiler from accepting one resource for another. */
  declare readonly terraformResourceType: T;

  protected readonly shape: CompoundShape;
  readonly #declared: DeclaredFields;
  #id: string | undefined;

  protected constructor(scope: ConstructScope, id: string, type: T, schema: z.ZodType, props: P) {
    requireProps(scope as Construct, id, props, new.target.name);
    const shape = compoundShapeOf(schema);
    const { meta, declared } = splitMetaArguments(props, declaredFieldsOf(shape));
    super(requireOwnFramework(scope), id, {
      terraformResourceType: type,
      terraformGeneratorMetadata: GENERATOR_METADATA,
      ...meta,
    });
    recordPosition(this);
    this.shape = shape;
    const formProblems = findFormProblems(declared, this.forms);
    this.#declared = formProblems.length > 0 ? {} : readProps(this, () => this.toDeclared(declared));
    validateAtSynthesis(this, shape, () => this.declared, {
      more: () => this.findProblems(declared),
      formProblems,
      partOf: (problem) => this.findPart(problem),
    });
  }

  /** The id of the object. It is a token. */
  get id(): string {
    this.#id ??= attributeToken(this, "id");
    return this.#id;
  }

  /** Forms of the props that helpers create. */
  protected get forms(): PropForms {
    return {};
  }

  /** Converts props to the declaration. The constructor calls it, so it must not read other fields of the object. */
  protected toDeclared(props: Omit<P, keyof MetaArguments>): DeclaredFields {
    return withReferredIds(this.shape, props);
  }

  /** The declaration, with everything that was added to the object. */
  protected get declared(): DeclaredFields {
    return this.#declared;
  }

  /** Returns problems in addition to those of the declaration, each as `prop: sentence`. */
  protected findProblems(_props: Omit<P, keyof MetaArguments>): readonly string[] {
    return [];
  }

  /** Returns the part of the object that a problem is in, if the program can create this part in another line. */
  protected findPart(_problem: string): object | undefined {
    return undefined;
  }

  protected override get constructNodeMetadata(): Record<string, unknown> {
    return { ...super.constructNodeMetadata, ...positionMetadata(this) };
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return terraformAttributesOf(this.shape, this.declared);
  }
}

/** Class of a managed resource, which can look up an existing object of its type. */
export interface ManagedClass<T extends `clickstack_${string}`, P, E> extends Finders<P, E> {
  new <Props extends object>(scope: ConstructScope, id: string, props: Props): DeclaredResource<T, Props>;
}

/**
 * Creates the class of a managed resource. The class that extends it declares the props.
 * @param existing the class that looks up an existing object
 */
export function managedClass<T extends `clickstack_${string}`, P extends MetaArguments, E extends Construct>(
  type: T,
  schema: z.ZodType,
  existing: NamedLookUpClass<P, E>,
): ManagedClass<T, P, E> {
  return class<Props extends object> extends DeclaredResource<T, Props> {
    static byName(scope: ConstructScope, name: string, options?: object): E {
      return lookUpByQuery(existing, scope, { name }, options);
    }

    static byId(scope: ConstructScope, id: string, options?: ProviderOption): E {
      return lookUpByQuery(existing, scope, { id }, options);
    }

    constructor(scope: ConstructScope, id: string, props: Props) {
      super(scope, id, type, schema, props);
    }
  };
}
