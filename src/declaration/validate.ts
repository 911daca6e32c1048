import * as z from "zod";
import { remember } from "../remember";
import {
  describeMisfit,
  describeMissing,
  describeOtherValue,
  describeRefusal,
  describeUnknownValue,
  describeUnsupported,
  type NameOf,
} from "./describe-refusal";
import { extraFieldIssues } from "./extra-fields";
import { type DeclaredFields, type FieldMeta, isPresent } from "./field";
import { type Issue, type IssuePath, type Rule, readSteps, readsRefused, readsUnknown } from "./rules";
import {
  type DeclaredField,
  type LeafShape,
  type ListShape,
  type MapShape,
  type ObjectShape,
  type Shape,
  type VariantsShape,
  variantOf,
} from "./shape";
import { syntaxProblemOf } from "./text-syntax";
import { hasForm } from "./visitor";

/** Required types of values that contain other values. */
const FORMS: Partial<Record<Shape["kind"], string>> = {
  list: "a list",
  map: "a map",
  object: "an object",
  variants: "an object",
};

const READ_ONLY = "Cannot be declared: the server or the provider sets it. Leave it out.";

const BROKEN = "The text contains half of a surrogate pair, which is not a character. Remove it.";

/** Detects values that are not known yet: Terraform unknowns in the provider, tokens at synthesis. */
export type IsUnknown = (value: unknown) => boolean;

/**
 * Checks the known parts of a declared value and returns all problems. Absent fields are `undefined` or `null`.
 * @param nameOf returns the name to suggest for a field. Default: its name in the declaration.
 */
export function validate(
  shape: Shape,
  value: unknown,
  isUnknown: IsUnknown,
  nameOf: NameOf = ({ name }) => name,
): Issue[] {
  return [...validateWithWarnings(shape, value, isUnknown, nameOf).issues];
}

/** Returns the problems of a declared value, and a warning for each value that only some servers accept. */
export function validateWithWarnings(
  shape: Shape,
  value: unknown,
  isUnknown: IsUnknown,
  nameOf: NameOf,
): { readonly issues: readonly Issue[]; readonly warnings: readonly Issue[] } {
  const validation = new Validation(isUnknown, nameOf);
  validation.check(shape, value, undefined);
  return { issues: validation.issues, warnings: [...validation.warnings.values()] };
}

/** Collects problems in one traversal. Valid values are the normal case, so they allocate no lists and no paths. */
class Validation {
  readonly issues: Issue[] = [];
  /** Keys are the messages, so that a repeated value causes one warning. */
  readonly warnings = new Map<string, Issue>();
  readonly #path: IssuePath[number][] = [];

  constructor(
    readonly isUnknown: IsUnknown,
    readonly nameOf: NameOf,
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
      this.map(shape, value as DeclaredFields, meta);
    } else if (shape.kind === "object") {
      this.object(shape, value as DeclaredFields);
    } else if (shape.kind === "variants") {
      this.variants(shape, value as DeclaredFields);
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
    } else if (shape.isOpen && !shape.values?.includes(value as string)) {
      this.other(shape, value, meta);
    }
  }

  /** Refuses another spelling of a known value, and warns of a value that only a newer server may know. */
  private other(shape: LeafShape, value: unknown, meta: FieldMeta | undefined): void {
    if (meta?.suggest?.(value) === undefined) {
      this.warn(describeUnknownValue(shape.values ?? [], value, meta));
    } else {
      this.refuse(describeOtherValue(shape, value, meta));
    }
  }

  /** Checks a text that the server evaluates. */
  private syntax(field: DeclaredField, shape: ObjectShape, fields: DeclaredFields): void {
    const problem = syntaxProblemOf(field, shape, fields, this);
    if (problem) {
      const issue = { ...problem, path: [...this.#path, field.name] };
      this.warnings.set(JSON.stringify(issue), issue);
    }
  }

  private warn(message: string, below: IssuePath = []): void {
    if (!this.warnings.has(message)) {
      this.warnings.set(message, { message, path: [...this.#path, ...below] });
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

  private map(shape: MapShape, value: DeclaredFields, meta: FieldMeta | undefined): void {
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

  private variants(shape: VariantsShape, value: DeclaredFields): void {
    if (shape.discriminators.some((name) => this.isUnknown(value[name]))) {
      return;
    }
    const variant = variantOf(shape, value);
    if (variant) {
      this.object(variant, value, shape.variants);
    } else {
      this.refuse(...describeMisfit(shape, value, this.nameOf));
    }
  }

  private object(shape: ObjectShape, value: DeclaredFields, siblings: readonly ObjectShape[] = []): void {
    const found = this.issues.length;
    for (const field of Object.values(shape.fields)) {
      this.field(field, value[field.name]);
      if (field.meta.language !== undefined) {
        this.syntax(field, shape, value);
      }
    }
    for (const { message, path } of extraFieldIssues(shape, value, this)) {
      this.refuse(message, path);
    }
    const refused = this.issues.slice(found).map(({ path }) => path.slice(this.#path.length));
    for (const name of Object.keys(value)) {
      if (isPresent(value[name]) && !Object.hasOwn(shape.fields, name)) {
        this.refuse(describeUnsupported(name, shape, siblings, this.nameOf), [name]);
      }
    }
    for (const rule of shape.rules) {
      if (!refused.some((path) => touches(rule, path))) {
        this.rule(rule, value);
      }
    }
  }

  private field(field: DeclaredField, value: unknown): void {
    const { name, meta, shape } = field;
    if (!isPresent(value)) {
      if (field.required) {
        this.refuse(describeMissing(field), [name]);
      }
    } else if (meta.readOnly && !this.isUnknown(value)) {
      this.refuse(READ_ONLY, [name]);
    } else {
      this.checkPart(name, shape, value, meta);
    }
  }

  private rule(rule: Rule, fields: DeclaredFields): void {
    if (stepsOf(rule).some((steps) => readsUnknown(fields, steps, this.isUnknown))) {
      return;
    }
    const violation = findViolation(rule, fields);
    if (violation === undefined) {
      return;
    }
    const first = stepsOf(rule)[0]?.slice(0, 1) ?? [];
    const { message, path } = typeof violation === "string" ? { message: violation, path: first } : violation;
    if (rule.isWarning) {
      this.warn(message, path);
    } else {
      this.refuse(message, path);
    }
  }
}

function touches(rule: Rule, path: IssuePath): boolean {
  return stepsOf(rule).some((steps) => readsRefused(steps, path));
}

function findViolation(rule: Rule, fields: DeclaredFields) {
  if ("check" in rule) {
    return rule.check(fields);
  }
  return rule.refuses(fields) ? rule.message : undefined;
}

const stepsOf = remember((rule: Rule) => rule.reads.map(readSteps));

/** Schema for the length of a list. Elements are checked separately, because only known ones can be checked. */
const sizeSchemaOf = remember((shape: ListShape): z.core.$ZodType | undefined => {
  const { checks = [] } = shape.schema._zod.def;
  return checks.length > 0 ? z.array(z.unknown()).check(...(checks as z.core.$ZodCheck<unknown[]>[])) : undefined;
});

/** Returns true if the type or the allowed values are sufficient. This avoids the parser for most values. */
function fitsAtSight(shape: LeafShape, value: unknown): boolean {
  if (shape.values?.includes(value as string)) {
    return true;
  }
  return (shape.values === undefined || shape.isOpen === true) && typeof value === shape.kind && needsTypeAlone(shape);
}

const needsTypeAlone = remember((shape: LeafShape): boolean => {
  const { type, checks = [], ...def } = shape.schema._zod.def as z.core.$ZodTypeDef & { readonly format?: string };
  return (type === "string" || type === "boolean") && checks.length === 0 && def.format === undefined;
});

/** Returns true for a text with half of a surrogate pair. Engines and servers replace it with another character. */
function isBroken(value: unknown): boolean {
  return typeof value === "string" && !value.isWellFormed();
}
