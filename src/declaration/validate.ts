import * as z from "zod";
import { remember } from "../remember";
import { describeRefusal, didYouMean } from "./describe-refusal";
import { attributeName, type FieldMeta, type Fields, isPresent } from "./field";
import { type Issue, type IssuePath, type Rule, readSteps, readsRefused, readsUnknown, violationOf } from "./rules";
import {
  type Field,
  type LeafShape,
  type ListShape,
  literalFields,
  type MapShape,
  type ObjectShape,
  type Shape,
  type VariantsShape,
  variantOf,
} from "./shape";
import { hasForm } from "./visitor";

const EMPTY: ObjectShape = { kind: "object", fields: {}, rules: [] };

/** What a value that holds others must be. */
const FORMS: Partial<Record<Shape["kind"], string>> = {
  list: "a list",
  map: "a map",
  object: "an object",
  variants: "an object",
};

const READ_ONLY = "Cannot be declared: the server or the provider sets it. Leave it out.";

const BROKEN = "The text holds half of a surrogate pair, which is no character. Take it out.";

/** How a walker tells values that are not known yet: Terraform's unknowns in the provider, tokens at synthesis. */
export type IsUnknown = (value: unknown) => boolean;

/**
 * Checks a declared value, as far as it is known, and returns everything that is wrong with it. Absent fields are
 * `undefined` or `null`. What is unknown is never refused.
 * @param nameOf what is offered for a name that no field has. Default: the names of the declaration.
 */
export function validate(
  shape: Shape,
  value: unknown,
  isUnknown: IsUnknown,
  nameOf: NameOf = ({ name }) => name,
): Issue[] {
  const validation = new Validation(isUnknown, nameOf);
  validation.check(shape, value, undefined);
  return validation.issues;
}

/** What the author calls a field; empty where the author has no name for it. */
type NameOf = (field: Field) => string;

/**
 * One walk over a value, which collects what is wrong: nearly always nothing, so that a value that is fine costs no
 * lists and no paths.
 */
class Validation {
  readonly issues: Issue[] = [];
  /** Where the walk is. */
  readonly #path: IssuePath[number][] = [];

  constructor(
    private readonly isUnknown: IsUnknown,
    private readonly nameOf: NameOf,
  ) {}

  check(shape: Shape, value: unknown, meta: FieldMeta | undefined): void {
    if (this.isUnknown(value)) {
      return;
    }
    const form = FORMS[shape.kind];
    if (form !== undefined && !hasForm(shape, value)) {
      this.refuse(`Must be ${form}.`);
    } else if (shape.kind === "list") {
      this.list(shape, value as readonly unknown[], meta);
    } else if (shape.kind === "map") {
      this.map(shape, value as Fields, meta);
    } else if (shape.kind === "object") {
      this.object(shape, value as Fields);
    } else if (shape.kind === "variants") {
      this.variants(shape, value as Fields);
    } else {
      this.leaf(shape, value, meta);
    }
  }

  private checkPart(step: IssuePath[number], shape: Shape, value: unknown, meta: FieldMeta | undefined): void {
    this.#path.push(step);
    this.check(shape, value, meta);
    this.#path.pop();
  }

  private refuse(message: string, below: IssuePath = []): void {
    this.issues.push({ message, path: [...this.#path, ...below] });
  }

  private leaf(shape: LeafShape, value: unknown, meta: FieldMeta | undefined): void {
    const issue = fitsAtSight(shape, value) ? undefined : z.safeParse(shape.schema, value).error?.issues[0];
    if (isBroken(value)) {
      this.refuse(BROKEN);
    } else if (issue) {
      this.refuse(describeRefusal(issue, value, meta));
    }
  }

  private list(shape: ListShape, value: readonly unknown[], meta: FieldMeta | undefined): void {
    const sizeSchema = sizeSchemaOf(shape);
    const issues = sizeSchema && z.safeParse(sizeSchema, value).error?.issues;
    for (const issue of issues ?? []) {
      this.refuse(describeRefusal(issue, value, meta));
    }
    for (const [index, item] of value.entries()) {
      this.checkPart(index, shape.item, item, meta);
    }
  }

  private map(shape: MapShape, value: Fields, meta: FieldMeta | undefined): void {
    for (const [key, item] of Object.entries(value)) {
      if (isBroken(key)) {
        this.refuse(BROKEN, [{ key }]);
        continue;
      }
      const refusal = z.safeParse(shape.key, key).error?.issues[0];
      if (refusal) {
        this.refuse(describeRefusal(refusal, key, undefined), [{ key }]);
      }
      this.checkPart({ key }, shape.item, item, meta);
    }
  }

  private variants(shape: VariantsShape, value: Fields): void {
    if (shape.discriminators.some((name) => this.isUnknown(value[name]))) {
      return;
    }
    const variant = variantOf(shape, value);
    if (variant) {
      this.object(variant, value, shape.variants);
    } else {
      this.refuse(...noSuchVariant(shape, value, this.nameOf));
    }
  }

  private object(shape: ObjectShape, value: Fields, siblings: readonly ObjectShape[] = []): void {
    const found = this.issues.length;
    for (const field of Object.values(shape.fields)) {
      this.field(field, value[field.name]);
    }
    const refused = this.issues.slice(found).map(({ path }) => path.slice(this.#path.length));
    for (const name of Object.keys(value)) {
      if (isPresent(value[name]) && !Object.hasOwn(shape.fields, name)) {
        this.refuse(unsupportedField(name, shape, siblings, this.nameOf), [name]);
      }
    }
    for (const rule of shape.rules) {
      if (!refused.some((path) => touches(rule, path))) {
        this.rule(rule, value);
      }
    }
  }

  private field(field: Field, value: unknown): void {
    const { name, meta, shape } = field;
    if (!isPresent(value)) {
      if (field.required) {
        this.refuse(missing(field), [name]);
      }
    } else if (meta.readOnly && !this.isUnknown(value)) {
      this.refuse(READ_ONLY, [name]);
    } else {
      this.checkPart(name, shape, value, meta);
    }
  }

  private rule(rule: Rule, fields: Fields): void {
    if (stepsOf(rule).some((steps) => readsUnknown(fields, steps, this.isUnknown))) {
      return;
    }
    const violation = violationOf(rule, fields);
    if (violation === undefined) {
      return;
    }
    if (typeof violation === "string") {
      this.refuse(violation, stepsOf(rule)[0]?.slice(0, 1));
    } else {
      this.refuse(violation.message, violation.path);
    }
  }
}

function touches(rule: Rule, path: IssuePath): boolean {
  return stepsOf(rule).some((steps) => readsRefused(steps, path));
}

/** The steps of each entry of a rule's `reads`. */
const stepsOf = remember((rule: Rule) => rule.reads.map(readSteps));

function missing({ meta }: Field): string {
  const [purpose = ""] = meta.description.split(/[.:](?: |$)/);
  return `Must be given: ${purpose.charAt(0).toLowerCase()}${purpose.slice(1)}.`;
}

/** What is wrong with the fields that should tell which variant a value is, and the path below it. */
function noSuchVariant(
  shape: VariantsShape,
  value: Fields,
  nameOf: NameOf,
): readonly [message: string, path: IssuePath] {
  const { field, fitting } = firstMisfit(shape, value);
  const choices = [...new Set(fitting.map((variant) => literalFields(variant)[field]))];
  const allowed = choices.filter(isPresent);
  const given = value[field];
  if (allowed.length === 0) {
    return [unsupportedField(field, fitting[0] ?? EMPTY, shape.variants, nameOf), [field]];
  }
  const choice = `${allowed.length > 1 ? "one of " : ""}${allowed.map((each) => JSON.stringify(each)).join(", ")}${allowed.length < choices.length ? ", or left out" : ""}`;
  if (!isPresent(given)) {
    return [`Must be given, as ${choice}.`, [field]];
  }
  const hint = typeof given === "string" ? didYouMean(given, allowed.map(String)) : "";
  return [`Must be ${choice}; it is ${JSON.stringify(given)}.${hint}`, [field]];
}

/**
 * The first field that tells variants apart and whose value no variant has that fits so far, and the variants that do.
 */
function firstMisfit({ discriminators, variants }: VariantsShape, value: Fields) {
  let fitting = variants;
  for (const field of discriminators) {
    const left = fitting.filter((variant) => literalFields(variant)[field] === (value[field] ?? undefined));
    if (left.length === 0) {
      return { field, fitting };
    }
    fitting = left;
  }
  return { field: "", fitting };
}

/** @param siblings the other kinds that the object could have been. */
function unsupportedField(name: string, shape: ObjectShape, siblings: readonly ObjectShape[], nameOf: NameOf): string {
  const kind = quotedKind(shape);
  const owners = siblings.filter((sibling) =>
    Object.values(sibling.fields).some((field) => field.name === name || attributeName(field) === name),
  );
  if (owners.length > 0) {
    return `${kind} has no such field, only ${owners.map(quotedKind).join(", ")}. Leave it out.`;
  }
  return `${kind ? `${kind} has` : "There is"} no such field.${didYouMean(name, Object.values(shape.fields).map(nameOf).filter(Boolean))}`;
}

/** What tells a variant from the others, such as `"line"`; empty for an object that has no variants. */
function quotedKind(shape: ObjectShape): string {
  const literals = Object.values(literalFields(shape));
  return literals.map((literal) => JSON.stringify(literal)).join(" + ");
}

/**
 * What a list is checked with for its length. Its elements are checked one by one: only those that are known can be.
 */
const sizeSchemaOf = remember((shape: ListShape): z.core.$ZodType | undefined => {
  const { checks = [] } = shape.schema._zod.def;
  return checks.length > 0 ? z.array(z.unknown()).check(...(checks as z.core.$ZodCheck<unknown[]>[])) : undefined;
});

/**
 * Whether a value is fine for its type alone or for being one of those allowed: most are, and need no parser to say so.
 */
function fitsAtSight(shape: LeafShape, value: unknown): boolean {
  if (shape.values) {
    return shape.values.includes(value as string);
  }
  return typeof value === shape.kind && needsTypeAlone(shape);
}

const needsTypeAlone = remember((shape: LeafShape): boolean => {
  const { type, checks = [], ...def } = shape.schema._zod.def as z.core.$ZodTypeDef & { readonly format?: string };
  return (type === "string" || type === "boolean") && checks.length === 0 && def.format === undefined;
});

/** Engines and servers know no half of a character: they would make another one of it. */
function isBroken(value: unknown): boolean {
  return typeof value === "string" && !value.isWellFormed();
}
