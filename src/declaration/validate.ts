import * as z from "zod";
import { describeRefusal, didYouMean } from "./describe-refusal";
import { attributeName, type FieldMeta, type Fields, isObject, isPresent, remember } from "./field";
import { type Issue, type IssuePath, type Rule, readSteps, readsRefused, readsUnknown } from "./rules";
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

const EMPTY: ObjectShape = { kind: "object", fields: {}, rules: [] };
const READ_ONLY = "Cannot be declared: the server or the provider sets it. Leave it out.";

const BROKEN = "The text holds half of a surrogate pair, which is no character. Take it out.";

/** How a walker tells values that are not known yet: Terraform's unknowns in the provider, tokens at synthesis. */
export type IsUnknown = (value: unknown) => boolean;

/**
 * Checks a declared value, as far as it is known, and returns everything that is wrong with it.
 * Absent fields are `undefined` or `null`. What is unknown is never refused.
 * @param nameOf what is offered for a name that no field has. Default: the names of the declaration.
 */
export function validate(
  shape: Shape,
  value: unknown,
  isUnknown: IsUnknown,
  nameOf: NameOf = ({ name }) => name,
): Issue[] {
  return new Validation(isUnknown, nameOf).check(shape, value, undefined, []);
}

/** What the author calls a field; empty where the author has no name for it. */
type NameOf = (field: Field) => string;

class Validation {
  constructor(
    private readonly isUnknown: IsUnknown,
    private readonly nameOf: NameOf,
  ) {}

  check(shape: Shape, value: unknown, meta: FieldMeta | undefined, path: IssuePath): Issue[] {
    if (this.isUnknown(value)) return [];
    switch (shape.kind) {
      case "object":
        return isObject(value) ? this.object(shape, value, path) : refuse("Must be an object.", path);
      case "variants":
        return isObject(value) ? this.variants(shape, value, path) : refuse("Must be an object.", path);
      case "list":
        return Array.isArray(value) ? this.list(shape, value, meta, path) : refuse("Must be a list.", path);
      case "map":
        return isObject(value) ? this.map(shape, value, meta, path) : refuse("Must be a map.", path);
      default:
        return this.leaf(shape, value, meta, path);
    }
  }

  private leaf(shape: LeafShape, value: unknown, meta: FieldMeta | undefined, path: IssuePath): Issue[] {
    if (isBroken(value)) return refuse(BROKEN, path);
    if (fitsAtSight(shape, value)) return [];
    const issue = z.safeParse(shape.schema, value).error?.issues[0];
    return issue ? [{ message: describeRefusal(issue, value, meta), path }] : [];
  }

  private list(shape: ListShape, value: readonly unknown[], meta: FieldMeta | undefined, path: IssuePath): Issue[] {
    const size = sizeIssues(shape, value).map((issue) => ({ message: describeRefusal(issue, value, meta), path }));
    const items = value.flatMap((item, index) => this.check(shape.item, item, meta, [...path, index]));
    return [...size, ...items];
  }

  private map(shape: MapShape, value: Fields, meta: FieldMeta | undefined, path: IssuePath): Issue[] {
    return Object.entries(value).flatMap(([key, item]) => {
      if (isBroken(key)) return refuse(BROKEN, [...path, { key }]);
      const refusal = z.safeParse(shape.key, key).error?.issues[0];
      const keyIssues = refusal
        ? [{ message: describeRefusal(refusal, key, undefined), path: [...path, { key }] }]
        : [];
      return [...keyIssues, ...this.check(shape.item, item, meta, [...path, { key }])];
    });
  }

  private variants(shape: VariantsShape, value: Fields, path: IssuePath): Issue[] {
    if (shape.discriminators.some((name) => this.isUnknown(value[name]))) return [];
    const variant = variantOf(shape, value);
    if (variant) return this.object(variant, value, path, shape.variants);
    return [noSuchVariant(shape, value, path, this.nameOf)];
  }

  private object(shape: ObjectShape, value: Fields, path: IssuePath, siblings: readonly ObjectShape[] = []): Issue[] {
    const refused = Object.values(shape.fields).flatMap((field) => this.field(field, value[field.name], path));
    const unsupported = Object.keys(value)
      .filter((name) => isPresent(value[name]) && !Object.hasOwn(shape.fields, name))
      .map((name) => ({ message: unsupportedField(name, shape, siblings, this.nameOf), path: [...path, name] }));
    const rules = shape.rules
      .filter((rule) => !refused.some((issue) => touches(rule, issue.path.slice(path.length))))
      .flatMap((rule) => this.rule(rule, value, path));
    return [...refused, ...unsupported, ...rules];
  }

  private field(field: Field, value: unknown, path: IssuePath): Issue[] {
    if (!isPresent(value)) return field.required ? refuse(missing(field), [...path, field.name]) : [];
    const here = [...path, field.name];
    if (field.meta.readOnly && !this.isUnknown(value)) return refuse(READ_ONLY, here);
    return this.check(field.shape, value, field.meta, here);
  }

  private rule(rule: Rule, fields: Fields, path: IssuePath): Issue[] {
    if (stepsOf(rule).some((steps) => readsUnknown(fields, steps, this.isUnknown))) return [];
    const violation = rule.check(fields);
    if (violation === undefined) return [];
    if (typeof violation === "string")
      return refuse(violation, [...path, ...readSteps(rule.reads[0] ?? "").slice(0, 1)]);
    return refuse(violation.message, [...path, ...violation.path]);
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

function noSuchVariant(shape: VariantsShape, value: Fields, path: IssuePath, nameOf: NameOf): Issue {
  const { field, fitting } = firstMisfit(shape, value);
  const choices = [...new Set(fitting.map((variant) => literalFields(variant)[field]))];
  const allowed = choices.filter(isPresent);
  const given = value[field];
  if (allowed.length === 0)
    return { message: unsupportedField(field, fitting[0] ?? EMPTY, shape.variants, nameOf), path: [...path, field] };
  const choice = `${allowed.length > 1 ? "one of " : ""}${allowed.map((each) => JSON.stringify(each)).join(", ")}${allowed.length < choices.length ? ", or left out" : ""}`;
  if (!isPresent(given)) return { message: `Must be given, as ${choice}.`, path: [...path, field] };
  const hint = typeof given === "string" ? didYouMean(given, allowed.map(String)) : "";
  return {
    message: `Must be ${choice}; it is ${JSON.stringify(given)}.${hint}`,
    path: [...path, field],
  };
}

/** The first field that tells variants apart and whose value no variant has that fits so far, and the variants that do. */
function firstMisfit({ discriminators, variants }: VariantsShape, value: Fields) {
  let fitting = variants;
  for (const field of discriminators) {
    const left = fitting.filter((variant) => literalFields(variant)[field] === (value[field] ?? undefined));
    if (left.length === 0) return { field, fitting };
    fitting = left;
  }
  return { field: "", fitting };
}

/** @param siblings the other kinds that the object could have been. */
function unsupportedField(name: string, shape: ObjectShape, siblings: readonly ObjectShape[], nameOf: NameOf): string {
  const kind = kindOf(shape);
  const owners = siblings.filter((sibling) =>
    Object.values(sibling.fields).some((field) => field.name === name || attributeName(field) === name),
  );
  if (owners.length > 0) return `${kind} has no such field, only ${owners.map(kindOf).join(", ")}. Leave it out.`;
  return `${kind ? `${kind} has` : "There is"} no such field.${didYouMean(name, Object.values(shape.fields).map(nameOf).filter(Boolean))}`;
}

/** What tells a variant from the others, such as `"line"`; empty for an object that has no variants. */
function kindOf(shape: ObjectShape): string {
  const literals = Object.values(literalFields(shape));
  return literals.map((literal) => JSON.stringify(literal)).join(" + ");
}

/** What is wrong with how long a list is. Its elements are checked one by one: only those that are known can be. */
function sizeIssues(shape: ListShape, value: readonly unknown[]): readonly z.core.$ZodIssue[] {
  const schema = sizeSchemaOf(shape);
  return (schema && z.safeParse(schema, value).error?.issues) ?? [];
}

const sizeSchemaOf = remember((shape: ListShape): z.core.$ZodType | undefined => {
  const { checks = [] } = shape.schema._zod.def;
  return checks.length > 0 ? z.array(z.unknown()).check(...(checks as z.core.$ZodCheck<unknown[]>[])) : undefined;
});

/** Whether a value is fine for its type alone or for being one of those allowed: most are, and need no parser to say so. */
function fitsAtSight(shape: LeafShape, value: unknown): boolean {
  if (shape.values) return shape.values.includes(value as string);
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

function refuse(message: string, path: IssuePath): Issue[] {
  return [{ message, path }];
}
