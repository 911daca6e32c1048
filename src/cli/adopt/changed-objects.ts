import { isPresent } from "../../declaration/field";
import type { PlannedStack } from "../engine/plan-stacks";
import { type PlanJson, type ResourceChange, stateResources } from "../engine/read-plan";
import type { ImportedType } from "../import/read/imported-types";
import { TYPE_FACTS } from "../import/read/imported-types";
import type { AdoptedObject } from "./document";
import type { ChangedObject } from "./edit-object";
import type { KnownObject } from "./file-scope";
import { type MergedChange, mergeChanges, withoutUnknown } from "./merge";
import { readDeclaredFields } from "./object-props";
import { constructsIn, type PlacedConstruct } from "./program";

type NotAdopted = AdoptedObject["notAdopted"][number];

/** Differences between the code and the server in one stack. */
export interface StackChanges {
  readonly stack: string;
  readonly objects: readonly DriftedObject[];
  readonly constructs: readonly PlacedConstruct[];
  readonly known: readonly KnownObject[];
}

/** A managed object that was changed on the server. */
export interface DriftedObject {
  readonly address: string;
  /** Undefined if the code cannot adopt any change of the object. */
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
  readonly type: ImportedType;
  readonly resource: ResourceChange;
  /** Attributes that the code declares. */
  readonly code: unknown;
  /** Attributes after the adoption. Equal to `code` if no change can be adopted. */
  readonly value: unknown;
  /** Changes that are not adopted in any case. */
  readonly notAdopted: readonly NotAdopted[];
}

/** Merges the changes of a server with the code, for each object of a plan that has some. */
export function findServerChanges(plan: PlanJson): readonly ServerChange[] {
  const planned = new Map((plan.resource_changes ?? []).map((each) => [each.address, each]));
  return (plan.resource_drift ?? []).flatMap((drift) => {
    const type = importedTypeOf(drift);
    const resource = planned.get(drift.address);
    return type && resource ? serverChange(type, drift, resource) : [];
  });
}

function importedTypeOf({ type, mode }: ResourceChange): ImportedType | undefined {
  const name = type.replace(/^clickstack_/, "");
  return mode === "managed" && name !== type && Object.hasOwn(TYPE_FACTS, name) ? (name as ImportedType) : undefined;
}

function serverChange(type: ImportedType, drift: ResourceChange, resource: ResourceChange): readonly ServerChange[] {
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
  const { value, changes } = mergeChanges({ base, code, server: drift.change.after });
  const notAdopted = changes.flatMap(obstacleOf);
  const isChanged = changes.some(({ kind }) => kind === "adopted");
  return isChanged || notAdopted.length > 0
    ? [{ type, resource, code, value: isChanged ? value : code, notAdopted }]
    : [];
}

function driftedObject(
  { type, resource: { address }, code, value, notAdopted }: ServerChange,
  constructs: ReadonlyMap<string, PlacedConstruct>,
): DriftedObject {
  if (value === code) {
    return { address, change: undefined, notAdopted };
  }
  const construct = constructs.get(address);
  if (!construct) {
    const reason = "Synthesis recorded no position for the object in the program.";
    return { address, change: undefined, notAdopted: [...notAdopted, { prop: "", reason }] };
  }
  const change = { type, construct, old: readDeclaredFields(type, code), wanted: readDeclaredFields(type, value) };
  return { address, change, notAdopted };
}

function obstacleOf({ path, kind }: MergedChange): readonly NotAdopted[] {
  const prop = path.join(".");
  if (kind === "conflict") {
    return [{ prop, reason: "The code and the server changed the value since the last apply." }];
  }
  return kind === "sensitive" ? [{ prop, reason: "The value is sensitive." }] : [];
}

/** Returns the objects of the state that the program creates or looks up. */
function knownObjects(
  { prior_state: state }: PlanJson,
  byAddress: ReadonlyMap<string, PlacedConstruct>,
): readonly KnownObject[] {
  return stateResources(state?.values?.root_module).flatMap(({ address, type, values: { id } }) => {
    const position = byAddress.get(address)?.position;
    return position && typeof id === "string" ? [{ id, type: type.replace(/^clickstack_/, ""), ...position }] : [];
  });
}
