import type { Construct } from "constructs";
import { toAttributes } from "../declaration/attribute-form";
import { type DeclaredFields, isPlainObject } from "../declaration/field";
import type { Issue } from "../declaration/rules";
import { type CompoundShape, type DeclaredField, declaredFieldsOf, isCompound, type Shape } from "../declaration/shape";
import { validateWithWarnings } from "../declaration/validate";
import { writeStableJson } from "../declaration/value-types";
import type { DashboardDeclaration, TileConfig } from "../resources/declared-types";
import {
  Annotations,
  Fn,
  type IResolvable,
  Lazy,
  type TerraformDataSource,
  type TerraformMetaArguments,
  type TerraformResource,
  Token,
} from "./framework";
import { helperFor } from "./prop-helpers";
import { type PropNames, propMessage, propNamesOf, propOf, propText } from "./prop-names";
import { refuseAtSynthesis, SynthesisError } from "./synthesis-error";
import { evaluateText, mapJson, toCdktfForm, verbatim } from "./verbatim";

/** Converts declared values to Terraform attributes. References to other resources stay tokens. */
export function terraformAttributesOf(shape: CompoundShape, declared: DeclaredFields): Record<string, unknown> {
  return toCdktfForm(toAttributes(shape, declared, Token.isUnresolved, { json: jsonTextOf })) as Record<
    string,
    unknown
  >;
}

/** Returns the JSON text of an object. Terraform encodes an object with values that only Terraform knows. */
function jsonTextOf(value: object): string {
  const known = toKnownTexts(value);
  return hasUnknownProp(known) ? Fn.jsonencode(value) : verbatim(writeStableJson(known));
}

function hasUnknownProp(value: unknown): boolean {
  return (
    isUnknownProp(value) || (typeof value === "object" && value !== null && Object.values(value).some(hasUnknownProp))
  );
}

/** Checks in addition to those of the declaration. */
export interface PropValidation {
  /** Names of props that differ from those of the declaration. */
  readonly propNames?: PropNames;
  /** Returns further problems of the props, each as `prop: sentence`. */
  readonly more?: () => readonly string[];
  /** Problems of the form of props, each as `prop: sentence`. If there are any, synthesis reports only these. */
  readonly formProblems?: readonly string[];
  /** Returns the part of the construct that a problem is in, such as a tile. */
  readonly partOf?: (problem: string) => object | undefined;
}

/**
 * Makes synthesis fail with the construct's path if a declaration is invalid, and warns of values that only a newer
 * server may know. Tokens are always valid.
 * @param declared the declaration, or a function that returns it after everything was added to the construct.
 */
export function validateAtSynthesis(
  construct: Construct,
  shape: CompoundShape,
  declared: DeclaredFields | (() => DeclaredFields),
  { propNames = {}, more = () => [], formProblems = [], partOf }: PropValidation = {},
): void {
  const warned = new Set<string>();
  refuseAtSynthesis(construct, {
    find: () => {
      if (formProblems.length > 0) {
        return formProblems;
      }
      const value = typeof declared === "function" ? declared() : declared;
      const { problems, warnings } = findProblems(shape, value, { ...propNamesOf(shape), ...propNames });
      for (const warning of warnings.filter((text) => !warned.has(text))) {
        warned.add(warning);
        Annotations.of(construct).addWarning(warning);
      }
      return [...problems, ...more()];
    },
    ...(partOf && { partOf }),
  });
}

/**
 * Returns the problems and warnings of a declared value, each as `prop: sentence`. Values that only Terraform knows are
 * not checked.
 */
function findProblems(shape: CompoundShape, declared: unknown, names: PropNames) {
  const nameOf = ({ name }: DeclaredField) => propOf(name, names);
  const { issues, warnings } = validateWithWarnings(shape, toKnownTexts(declared), isUnknownProp, nameOf);
  const text = ({ message, path }: Issue) => `${propText(path, names)}: ${propMessage(message, shape, names)}`;
  return {
    problems: issues.map((issue) => `${text(issue)}${helperFor(shape, issue.path, declared)}`),
    warnings: warnings.map(text),
  };
}

/** Represents a text that contains an expression. */
const EXPRESSION = Symbol("expression");

/** Returns true if a value of `toKnownTexts` is unknown before Terraform evaluates it. */
export function isUnknownProp(value: unknown): boolean {
  return value === EXPRESSION || Token.isUnresolved(value);
}

/** Replaces each text by the text that Terraform evaluates it to, or by `EXPRESSION` if the result is unknown. */
export function toKnownTexts(value: unknown): unknown {
  return mapJson(value, {
    text: (text) => (Token.isUnresolved(text) ? text : (evaluateText(text) ?? EXPRESSION)),
    key: (key) => evaluateText(key) ?? key,
  });
}

/**
 * Reads the props of a construct. Errors contain the construct's path. They occur in JavaScript, where no type check
 * rejects invalid props.
 */
export function readProps<T>(construct: Construct, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw SynthesisError.atCall(`${construct.node.path}: The props do not have the documented form: ${reason}.`, error);
  }
}

/** Returns props as a declaration, with ids in place of the objects that they refer to. */
export function withReferredIds<D = DeclaredFields>(shape: Shape, props: unknown): D {
  if (shape.kind === "list") {
    return eachOf(props as readonly unknown[], (each) => withReferredIds(shape.item, each)) as D;
  }
  if (!isPlainObject(props) || !isCompound(shape)) {
    return props as D;
  }
  const declared: Record<string, unknown> = { ...props };
  for (const { name, meta, shape: inner } of declaredFieldsOf(shape)) {
    const { refersTo, propName = name } = meta;
    const value = props[propName] as string | string[] | undefined;
    if (refersTo !== undefined && value !== undefined) {
      delete declared[propName];
      declared[name] = Array.isArray(value) ? eachOf(value, idOf) : idOf(value);
    } else if (value !== undefined) {
      declared[name] = withReferredIds(inner, value);
    }
  }
  return declared as D;
}

/** Returns the id of a reference. Other values from JavaScript stay unchanged, and validation reports them. */
export function idOf(reference: { readonly id: string } | string): string {
  return typeof reference === "object" && reference !== null && "id" in reference
    ? reference.id
    : (reference as string);
}

/**
 * Maps the elements of a list. Returns a token of a list, or any other value, unchanged. Validation reports values that
 * are not a list.
 */
export function eachOf<A, B>(list: readonly A[], change: (element: A) => B): B[] {
  return Array.isArray(list) && !Token.isUnresolved(list) ? list.map(change) : (list as unknown as B[]);
}

type TileDeclarations = DashboardDeclaration["tiles"];

/**
 * Returns the tiles. A click that opens their own dashboard by its id opens it by its name instead. Terraform does not
 * allow a resource to refer to its own id.
 */
export function withLinksToSelf(tiles: TileDeclarations, dashboard: { id: string; name: string }): TileDeclarations {
  const entries = Object.entries(tiles).map(([key, tile]) => [
    key,
    { ...tile, config: linkByName(tile.config, dashboard) },
  ]);
  return Object.fromEntries(entries);
}

function linkByName(config: TileConfig, { id, name }: { id: string; name: string }): TileConfig {
  if (typeof config !== "object" || config === null || !("onClick" in config) || config.onClick?.type !== "dashboard") {
    return config;
  }
  const { target } = config.onClick;
  if (target?.mode !== "id" || target.id !== id) {
    return config;
  }
  return { ...config, onClick: { ...config.onClick, target: { mode: "template", template: name } } };
}

/**
 * Meta-arguments of Terraform, which every resource accepts: `provider`, `dependsOn`, `forEach`, `lifecycle` and so on.
 */
export interface MetaArguments {
  /** Provider to use, in a stack with several providers. Default: the provider without an `alias`. */
  readonly provider?: TerraformMetaArguments["provider"];
  /** Objects that Terraform creates before this one, such as `[webhook]`. Default: the objects that its props refer to. */
  readonly dependsOn?: TerraformMetaArguments["dependsOn"];
  /** Number of copies of this object. Default: one object without an index. */
  readonly count?: TerraformMetaArguments["count"];
  /** List or map: Terraform creates one object for each element. Default: one object. */
  readonly forEach?: TerraformMetaArguments["forEach"];
  /** Rules for replacement and changes, such as `{ preventDestroy: true }`. Default: none. */
  readonly lifecycle?: TerraformMetaArguments["lifecycle"];
  /** Connection of Terraform provisioners. Objects of ClickStack do not use it. Default: none. */
  readonly connection?: TerraformMetaArguments["connection"];
  /** Commands that Terraform runs after the creation or before the destruction, such as a `local-exec`. Default: none. */
  readonly provisioners?: TerraformMetaArguments["provisioners"];
}

/** Declared fields with another type. They keep the documentation of the declaration. */
export type Retyped<D, K extends keyof D, T> = { readonly [P in keyof Pick<D, K>]: T };

/** Names of the meta-arguments. The compiler checks that the list is complete. */
const NAMES = {
  connection: true,
  count: true,
  dependsOn: true,
  forEach: true,
  lifecycle: true,
  provider: true,
  provisioners: true,
} satisfies Record<keyof TerraformMetaArguments, true>;

/**
 * Returns one token for an attribute of an element. The token follows the element's address, which an author can
 * override until synthesis. Then it becomes one fixed reference, which cdktf can turn into an output of another stack.
 */
export function attributeToken(element: TerraformResource | TerraformDataSource, attribute: string): string {
  let reference: IResolvable | undefined;
  const produce = () => {
    reference ??= element.interpolationForAttribute(attribute);
    return reference;
  };
  return Token.asString(Lazy.anyValue({ produce }));
}

/** Throws an error that names the look-up for a construct without props, such as `new Source(this, "Logs")`. */
export function requireProps(scope: Construct, id: string, props: unknown, className: string): void {
  if (typeof props !== "object" || props === null) {
    const path = [scope.node.path, id].filter(Boolean).join("/");
    const name = JSON.stringify(typeof props === "string" ? props : id);
    throw SynthesisError.atCall(
      `${path}: The third argument must be an object of props. To look up an existing object, use ${className}.byName(this, ${name}).`,
    );
  }
}

/**
 * Splits props into meta-arguments and the rest.
 * @param fields declared fields, whose props are not meta-arguments, such as the `connection` of a source
 */
export function splitMetaArguments<P extends object>(
  props: P,
  fields: readonly DeclaredField[] = [],
): { meta: MetaArguments; declared: Omit<P, keyof MetaArguments> } {
  const own = fields.map(({ name, meta }) => meta.propName ?? name);
  const given = Object.entries(props).filter(([, value]) => value !== undefined);
  const isMeta = ([name]: [string, unknown]) => Object.hasOwn(NAMES, name) && !own.includes(name);
  return {
    meta: Object.fromEntries(given.filter(isMeta)),
    declared: Object.fromEntries(given.filter((entry) => !isMeta(entry))) as Omit<P, keyof MetaArguments>,
  };
}
