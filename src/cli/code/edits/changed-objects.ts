import { isDeepStrictEqual } from "node:util";
import { attributeName, type DeclaredFields, isPresent } from "../../../declaration/field";
import { withoutServerDefaults } from "../../../declaration/server-defaults";
import { type CompoundShape, canDrift, compoundShapeOf, declaredFieldsOf } from "../../../declaration/shape";
import { validate } from "../../../declaration/validate";
import { SensitiveValue } from "../../../drawing";
import { type ObjectValue, pathText } from "../../../plugin";
import { resourceTypes } from "../../../resources/registry";
import { attributePathOf, objectFromTerraform } from "../../../resources/shared/terraform-form";
import { isContainer, partOf } from "../../engine/concealer";
import type { PlanJson, ResourceChange } from "../../engine/read-plan";
import { constructsIn, type PlacedConstruct } from "../../project/placed-constructs";
import type { PlannedStack } from "../../project/plan-stacks";
import type { NotAdopted } from "./edit-result";
import { type Merged, type MergedChange, mergeChanges, type ThreeValues, withoutUnknown } from "./merge";

type Managed = Extract<(typeof resourceTypes)[number], { readonly construct: string }>;

/** A resource type whose changes can be adopted, without the prefix `clickstack_`. */
export type AdoptedType = Managed["type"] extends `clickstack_${infer Name}` ? Name : never;

const MANAGED = Object.fromEntries(
  resourceTypes.flatMap((each) => ("construct" in each ? [[each.type.replace("clickstack_", ""), each]] : [])),
) as Readonly<Record<AdoptedType, Managed>>;

/** Returns the adopted type of a resource in Terraform; undefined for resources of other providers. */
function adoptedTypeOf(type: string): AdoptedType | undefined {
  const name = type.replace("clickstack_", "");
  return name !== type && Object.hasOwn(MANAGED, name) ? (name as AdoptedType) : undefined;
}

/** Returns the class of the managed objects in TypeScript, such as `Dashboard`. */
export function constructOf(type: AdoptedType): string {
  return MANAGED[type].construct;
}

export function shapeOfType(type: AdoptedType): CompoundShape {
  return compoundShapeOf(MANAGED[type].declaration());
}

/** Returns the declaration of an object in a plan, without server defaults. */
export function readDeclaredFields(type: AdoptedType, attributes: unknown): DeclaredFields {
  const shape = shapeOfType(type);
  return withoutServerDefaults(shape, objectFromTerraform(shape, attributes as ObjectValue)) as DeclaredFields;
}

/** An object whose changes on the server are adopted. */
export interface ChangedObject {
  readonly type: AdoptedType;
  readonly construct: PlacedConstruct;
  readonly old: DeclaredFields;
  /** Declared fields after the adoption. */
  readonly wanted: DeclaredFields;
}

/** An object of the stack, and the place where the program creates it. */
export interface KnownObject {
  readonly id: string;
  /** Resource type without the prefix `clickstack_`. */
  readonly type: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface StackChanges {
  readonly stack: string;
  readonly objects: readonly DriftedObject[];
  readonly constructs: readonly PlacedConstruct[];
  readonly known: readonly KnownObject[];
}

export interface DriftedObject {
  readonly address: string;
  /** The changes to adopt; undefined if the code cannot adopt any change of the object. */
  readonly change: ChangedObject | undefined;
  /** Changes that are not adopted in any case. */
  readonly notAdopted: readonly NotAdopted[];
}

/** Returns the objects of a plan that were changed on the server since the last apply. */
export function findStackChanges({ stack, plan }: PlannedStack): StackChanges {
  const constructs = constructsIn(stack);
  const byAddress = new Map(constructs.map((each) => [each.address, each]));
  const objects = plan ? findServerChanges(plan).map((each) => driftedObject(each, byAddress)) : [];
  return { stack: stack.name, objects, constructs, known: plan ? knownObjects(plan, byAddress) : [] };
}

/** Attributes of an object that was changed on the server since the last apply. */
export interface ServerChange {
  readonly type: AdoptedType;
  readonly resource: ResourceChange;
  /** Attributes that the code declares. */
  readonly code: unknown;
  /** Attributes after the adoption. Equal to `code` if no change can be adopted. */
  readonly value: unknown;
  /** Changes that are not adopted in any case. */
  readonly notAdopted: readonly NotAdopted[];
}

/** Merges the changes of a server with the code, for each object of a plan that was changed on the server. */
export function findServerChanges(plan: PlanJson): readonly ServerChange[] {
  const planned = new Map((plan.resource_changes ?? []).map((each) => [each.address, each]));
  return (plan.resource_drift ?? []).flatMap((drift) => {
    const type = drift.mode === "managed" ? adoptedTypeOf(drift.type) : undefined;
    const resource = planned.get(drift.address);
    return type && resource ? serverChange(type, drift, resource) : [];
  });
}

function serverChange(type: AdoptedType, drift: ResourceChange, resource: ResourceChange): readonly ServerChange[] {
  const { after: declared, after_unknown: unknown } = resource.change;
  if (!isPresent(drift.change.after)) {
    const reason = "The object was deleted on the server. Remove its code, or apply to create it again.";
    return [{ type, resource, code: declared, value: declared, notAdopted: [{ prop: "", reason }] }];
  }
  if (!isPresent(declared)) {
    return [];
  }
  const base = drift.change.before;
  const code = withoutUnknown(declared, unknown, base);
  const server = withoutComputed(type, drift.change.after, base);
  const { value, changes, refused } = declarableChanges(type, { base, code, server });
  const notAdopted = [...refused, ...changes.flatMap(obstacleOf), ...writeOnlyChanges(type, drift.change)];
  const isChanged = changes.some(({ kind }) => kind === "adopted");
  return isChanged || notAdopted.length > 0
    ? [{ type, resource, code, value: isChanged ? value : code, notAdopted }]
    : [];
}

/**
 * Merges the changes that code can declare, and returns the reasons to leave out the others. A newer server can return
 * kinds of tiles and channels that no declaration has. The plan that verifies the edits checks values of attributes.
 */
function declarableChanges(
  type: AdoptedType,
  { base, code, server }: ThreeValues,
): Merged & { readonly refused: readonly NotAdopted[] } {
  const merged = mergeChanges({ base, code, server });
  const isAdopted = (part: readonly string[]) =>
    merged.changes.some(({ path, kind }) => kind === "adopted" && part.every((step, index) => path[index] === step));
  const problems = problemsWithin(type, merged.value).filter(({ part }) => isAdopted(part));
  if (problems.length === 0) {
    return { ...merged, refused: [] };
  }
  // One reason for each part.
  const parts = new Map(problems.map(({ part, text }) => [part.join("."), { part, text }]));
  const kept = [...parts.values()].reduce<unknown>((value, { part }) => withPartOf(value, base, part), server);
  const refused = [...parts].map(([prop, { text }]) => ({ prop, reason: `Code cannot declare the change: ${text}` }));
  const rest = declarableChanges(type, { base, code, server: kept });
  return { ...rest, refused: [...refused, ...rest.refused] };
}

/** Returns the problems within the tiles and the other attributes of an object. `part` is the tile or the attribute. */
function problemsWithin(type: AdoptedType, attributes: unknown) {
  const shape = shapeOfType(type);
  const fields = readDeclaredFields(type, attributes);
  return validate(shape, fields, (value) => value instanceof SensitiveValue).flatMap(({ path, message }) => {
    const attribute = attributePathOf(shape, path, fields);
    const steps = attribute.map((step) => String(typeof step === "object" ? step.key : step));
    const part = steps.slice(0, steps[0] === "tiles" ? 2 : 1);
    return steps.length > part.length ? [{ part, text: `${pathText(attribute)}: ${message}` }] : [];
  });
}

function withPartOf(value: unknown, other: unknown, [step, ...rest]: readonly string[]): unknown {
  return step === undefined
    ? other
    : { ...(value as object), [step]: withPartOf(partOf(value, step), partOf(other, step), rest) };
}

function driftedObject(
  { type, resource: { address }, code, value, notAdopted }: ServerChange,
  constructs: ReadonlyMap<string, PlacedConstruct>,
): DriftedObject {
  const construct = constructs.get(address) ?? constructs.get(withoutIndex(address));
  if (!construct) {
    const reason = "Synthesis recorded no position for the object in the program.";
    return {
      address,
      change: undefined,
      notAdopted: [...notAdopted, ...(value === code ? [] : [{ prop: "", reason }])],
    };
  }
  const { file, line } = construct.position;
  const placed = notAdopted.map((each) => ({ ...lineOf(construct, each.prop), ...each }));
  if (value === code) {
    return { address, change: undefined, notAdopted: placed };
  }
  if (construct.address !== address) {
    const reason = "The construct creates several objects with count or forEach.";
    return { address, change: undefined, notAdopted: [...placed, { prop: "", file, line, reason }] };
  }
  const change = { type, construct, old: readDeclaredFields(type, code), wanted: readDeclaredFields(type, value) };
  return { address, change, notAdopted: placed };
}

function withoutIndex(address: string): string {
  const [beforeKey = ""] = address.split('["', 1);
  return address.endsWith('"]') ? beforeKey : address.replace(/\[\d+\]$/, "");
}

/** Returns the write-only attributes of a type by the attribute of their version. */
function writeOnlyOf(type: AdoptedType): ReadonlyMap<string, string> {
  const fields = declaredFieldsOf(shapeOfType(type));
  return new Map(
    fields.flatMap((field) => {
      const version = fields.find(({ name }) => name === field.meta.sentAgainWith);
      return version ? [[attributeName(version), attributeName(field)] as const] : [];
    }),
  );
}

/**
 * Returns the values on the server with the read-only attributes and the versions of the state. No code declares
 * read-only attributes. A read changes a version only to report a change of its write-only attribute.
 */
function withoutComputed(type: AdoptedType, server: unknown, base: unknown): unknown {
  const readOnly = declaredFieldsOf(shapeOfType(type)).filter((field) => !canDrift(field));
  const names = [...readOnly.map(attributeName), ...writeOnlyOf(type).keys()];
  return isContainer(server)
    ? { ...server, ...Object.fromEntries(names.map((name) => [name, partOf(base, name)])) }
    : server;
}

function writeOnlyChanges(type: AdoptedType, { before, after }: ResourceChange["change"]): readonly NotAdopted[] {
  return [...writeOnlyOf(type)].flatMap(([version, attribute]) =>
    isDeepStrictEqual(partOf(before, version) ?? null, partOf(after, version) ?? null)
      ? []
      : [{ prop: attribute, reason: "The value is write-only." }],
  );
}

function obstacleOf({ path, kind }: MergedChange): readonly NotAdopted[] {
  const prop = path.join(".");
  if (kind === "conflict") {
    return [{ prop, reason: "The code and the server changed the value since the last apply." }];
  }
  return kind === "sensitive" ? [{ prop, reason: "The value is sensitive." }] : [];
}

/** Returns the line that creates an object, or the tile of a prop. */
function lineOf({ position, tiles }: PlacedConstruct, prop: string): Pick<NotAdopted, "file" | "line"> {
  const [, tile] = [...tiles].find(([key]) => `${prop}.`.startsWith(`tiles.${key}.`)) ?? [];
  const { file, line } = tile ?? position;
  return { file, line };
}

/** Returns the objects of the state that the program creates or looks up. */
function knownObjects({ held }: PlanJson, byAddress: ReadonlyMap<string, PlacedConstruct>): readonly KnownObject[] {
  return held.flatMap(({ address, type, values: { id } }) => {
    const position = byAddress.get(address)?.position;
    return position && typeof id === "string" ? [{ id, type: type.replace(/^clickstack_/, ""), ...position }] : [];
  });
}
