import type { Construct } from "constructs";
import { toAttributes } from "../declaration/attribute-form";
import { type DeclaredFields, isPlainObject } from "../declaration/field";
import type { DeclaredField, ObjectShape, Shape, VariantsShape } from "../declaration/shape";
import { validate } from "../declaration/validate";
import type { DashboardDeclaration, TileConfig } from "../resources/declarations";
import {
  type IResolvable,
  Lazy,
  type TerraformDataSource,
  type TerraformMetaArguments,
  type TerraformResource,
  Token,
} from "./framework";
import { type PropNames, propMessage, propOf, propText } from "./prop-names";
import { knownTextOf, passedOn } from "./verbatim";

/** What was declared, as Terraform attributes. References to other resources stay tokens. */
export function terraformAttributesOf(
  shape: ObjectShape | VariantsShape,
  declared: DeclaredFields,
): Record<string, unknown> {
  return passedOn(toAttributes(shape, declared, Token.isUnresolved)) as Record<string, unknown>;
}

/** How a construct's props differ from its declaration. */
export interface PropsMistakes {
  readonly propNames?: PropNames;
  /** What is wrong with the props beyond the declaration, each as `prop: sentence`. */
  readonly more?: () => readonly string[];
}

/**
 * Lets synthesis fail with the construct's path where a declaration is wrong. Tokens are never wrong.
 * @param declared the declaration, or what makes it once everything has been added to the construct.
 */
export function validateAtSynthesis(
  construct: Construct,
  shape: ObjectShape | VariantsShape,
  declared: DeclaredFields | (() => DeclaredFields),
  { propNames = {}, more = () => [] }: PropsMistakes = {},
): void {
  construct.node.addValidation({
    validate: () => [
      ...mistakesOf(shape, typeof declared === "function" ? declared() : declared, propNames),
      ...more(),
    ],
  });
}

/**
 * What is wrong with a declared value, as far as it is known before Terraform has evaluated anything, each as `prop:
 * sentence`.
 */
function mistakesOf(shape: Shape, declared: unknown, names: PropNames): readonly string[] {
  const nameOf = ({ name }: DeclaredField) => propOf(name, names);
  return validate(shape, knownTexts(declared), isUnknownProp, nameOf).map(
    ({ message, path }) => `${propText(path, names)}: ${propMessage(message, shape, names)}`,
  );
}

/** Stands for a text with an expression in it. */
const EXPRESSION = Symbol("expression");

/** Whether nobody knows a value of `knownTexts` yet. */
export function isUnknownProp(value: unknown): boolean {
  return value === EXPRESSION || Token.isUnresolved(value);
}

/**
 * A declared value with the texts that Terraform makes of it; where nobody knows them yet there is something unknown.
 */
export function knownTexts(value: unknown): unknown {
  if (typeof value === "string") {
    return Token.isUnresolved(value) ? value : (knownTextOf(value) ?? EXPRESSION);
  }
  if (Token.isUnresolved(value)) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map(knownTexts);
  }
  if (!isPlainObject(value)) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [knownTextOf(key) ?? key, knownTexts(item)]));
}

/**
 * Reads the props of a construct. What the types would have refused, in a program in JavaScript, is reported with the
 * construct's path.
 */
export function readProps<T>(construct: Construct, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${construct.node.path}: The props do not have the form that the documentation gives: ${reason}.`, {
      cause: error,
    });
  }
}

/**
 * Changes every element of a list. A token that stands for the whole list stays, and so does what is no list: the check
 * of the declaration refuses it.
 */
export function eachOf<A, B>(list: readonly A[], change: (element: A) => B): B[] {
  return Array.isArray(list) && !Token.isUnresolved(list) ? list.map(change) : (list as unknown as B[]);
}

type TileDeclarations = DashboardDeclaration["tiles"];

/**
 * The tiles of a dashboard, where a click that leads to the dashboard itself names it by its name: Terraform allows no
 * resource to refer to its own id.
 */
export function withLinksToSelf(tiles: TileDeclarations, dashboard: { id: string; name: string }): TileDeclarations {
  const entries = Object.entries(tiles).map(([key, tile]) => [
    key,
    { ...tile, config: linked(tile.config, dashboard) },
  ]);
  return Object.fromEntries(entries);
}

function linked(config: TileConfig, { id, name }: { id: string; name: string }): TileConfig {
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
 * Terraform's own arguments, which every resource takes beside its declaration: `provider`, `dependsOn`, `forEach`,
 * `lifecycle` and so on.
 */
export interface MetaArguments extends TerraformMetaArguments {}

/** The names of Terraform's own arguments. The compiler keeps them complete. */
const NAMES = {
  connection: true,
  count: true,
  dependsOn: true,
  forEach: true,
  lifecycle: true,
  provider: true,
  provisioners: true,
} satisfies Record<keyof MetaArguments, true>;

/**
 * An attribute of an element as one token. It follows the element's address, which an author may override until
 * synthesis; from then on it is one reference, which cdktf can turn into an output of another stack.
 */
export function attributeToken(element: TerraformResource | TerraformDataSource, attribute: string): string {
  let reference: IResolvable | undefined;
  const produce = () => {
    reference ??= element.interpolationForAttribute(attribute);
    return reference;
  };
  return Token.asString(Lazy.anyValue({ produce }));
}

/** Splits props into Terraform's own arguments and the rest. */
export function splitMetaArguments<P extends MetaArguments>(
  props: P,
): { meta: MetaArguments; declared: Omit<P, keyof MetaArguments> } {
  const given = Object.entries(props).filter(([, value]) => value !== undefined);
  const isMeta = ([name]: [string, unknown]) => Object.hasOwn(NAMES, name);
  return {
    meta: Object.fromEntries(given.filter(isMeta)),
    declared: Object.fromEntries(given.filter((entry) => !isMeta(entry))) as Omit<P, keyof MetaArguments>,
  };
}
