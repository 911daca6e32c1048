import { relative } from "node:path";
import { attributeName, type DeclaredFields, isPresent } from "../../../declaration/field";
import { declaredFieldsOf } from "../../../declaration/shape";
import type { PlanJson, ResourceChange } from "../../engine/read-plan";
import { CodeLines } from "../../project/code-lines";
import { isInConfiguration } from "../../project/contents/contents";
import { RelatedObjects } from "../../project/contents/related-objects";
import type { PlannedStack } from "../../project/plan-stacks";
import { reportedType } from "../../project/reported-types";
import { FieldDescriber } from "./described-fields";
import { withChangesElsewhere } from "./elsewhere";
import { equalCreates } from "./equal-creates";
import { byRisk, objectChange } from "./object-change";
import type { ObjectChange, Report, SharedObject, StackReport } from "./report-model";
import { changedOutputs, reviewedParts } from "./reviewed-parts";

/** Removes ignored content. Undefined drops the object. */
type Keep = (change: ObjectChange, resource: ResourceChange, related: RelatedObjects) => ObjectChange | undefined;

/** Returns the report of the changes that an apply of these plans makes. */
export function reportOfPlans(planned: readonly PlannedStack[], stacks = planned.map(planReport)): Report {
  return { command: "plan", stacks, unmanaged: [], shared: sharedObjects(planned), problems: [] };
}

/** Returns true if an apply of the stack changes objects or outputs; for drift, if others changed objects. */
export function isChanged({ objects, outputs }: StackReport): boolean {
  return objects.length + outputs.length > 0;
}

/** Returns true if others changed objects. An apply then changes the state, even if `adopt` adopted all changes. */
export function changesState({ plan }: PlannedStack): boolean {
  return (plan?.resource_drift ?? []).length > 0;
}

export function planReport(planned: PlannedStack): StackReport {
  const { plan } = planned;
  const drifts = new Map(plan?.resource_drift?.map((drift) => [drift.address, drift.change]));
  const report = stackReport("plan", planned, changesAsObserved(plan), (object, resource, related) => {
    const drift = drifts.get(resource.address);
    if (drift === undefined) {
      return object;
    }
    const fieldsWith = (change: Partial<ResourceChange["change"]>) =>
      objectChange({ ...resource, change: { ...resource.change, ...change } }, related, "plan")?.fields ?? [];
    return withChangesElsewhere(object, {
      isDeleted: drift.actions.includes("delete"),
      onServer: fieldsWith({ before: drift.before, after: drift.after, after_unknown: undefined }),
      inCode: fieldsWith({ before: drift.before }),
    });
  });
  return {
    ...report,
    diagnostics: [...report.diagnostics, ...equalCreates(plan)],
    outputs: Object.keys(changedOutputs(plan)),
    reviewed: reviewedParts(plan),
  };
}

/**
 * For a deleted object, Terraform plans from the last apply and OpenTofu from the server. Users know the server's
 * values.
 */
function changesAsObserved(plan: PlanJson | undefined): readonly ResourceChange[] | undefined {
  const observed = new Map(plan?.held.map(({ address, values }) => [address, values]));
  return plan?.resource_changes?.map((resource) => {
    const { address, change, deposed } = resource;
    const goes = !isPresent(change.after) && deposed === undefined;
    const before = goes ? observed.get(address) : undefined;
    return before ? { ...resource, change: { ...change, before } } : resource;
  });
}

/** Returns the changes made elsewhere since a stack's last apply, from a refresh-only plan. */
export function driftReport(planned: PlannedStack, keep: Keep): StackReport {
  const { plan } = planned;
  return stackReport("drift", planned, plan?.resource_drift, (change, resource, related) => {
    const changedElsewhere = plan && withoutOwnChanges(change, resource, plan);
    return changedElsewhere && keep(changedElsewhere, resource, related);
  });
}

/** Removes fields that applies change and that the author does not declare, such as the actors of a role. */
function withoutOwnChanges(change: ObjectChange, resource: ResourceChange, plan: PlanJson): ObjectChange | undefined {
  const { shape } = reportedType(resource.type);
  if (!shape || change.fields.length === 0) {
    return change;
  }
  const changedByApplies = declaredFieldsOf(shape).filter(({ meta }) => meta.changedByApplies);
  const own = changedByApplies.map(attributeName).filter((name) => !isInConfiguration(plan, resource, name));
  const fields = change.fields.filter(({ path: [attribute] }) => !own.includes(String(attribute)));
  return fields.length > 0 ? { ...change, fields } : undefined;
}

function stackReport(
  command: Report["command"],
  { stack, plan, diagnostics }: PlannedStack,
  resources: readonly ResourceChange[] = [],
  keep: Keep,
): StackReport {
  const objects = objectsOf(plan);
  const related = new RelatedObjects(objects, plan);
  const lines = new CodeLines(stack.folder);
  const describer = plan && new FieldDescriber(plan);
  const changes = resources.flatMap((resource) => {
    const change = objectChange(resource, related, command);
    const remaining = change && keep(change, resource, related);
    if (!remaining) {
      return [];
    }
    const kept = describer?.describe(remaining, resource) ?? remaining;
    const source = lines.find(resource);
    const isChangedElsewhere = command === "drift" || kept.fields.some(({ elsewhere }) => elsewhere !== undefined);
    const isAdoptable = kept.action === "update" && isEditable(source) && isChangedElsewhere;
    return [{ ...kept, ...(source && { source }), ...(isAdoptable && { adoptable: true }) }];
  });
  return {
    name: stack.name,
    folder: relative(process.cwd(), stack.folder) || ".",
    managed: [...new Set(objects.map(({ address }) => address))].sort(),
    objects: changes.sort(byRisk),
    diagnostics,
    failed: plan === undefined,
    outputs: [],
    reviewed: [],
  };
}

/** Returns true for code that `adopt` edits: a program, whose positions have columns, or HCL. */
function isEditable(source: ObjectChange["source"]): boolean {
  return source !== undefined && (source.column !== undefined || /\.(tf|tofu)$/.test(source.file));
}

/**
 * Returns the objects of the state, including those that were deleted on the server. The tile that a deleted alert
 * watched is one of these objects.
 */
function objectsOf(plan: PlanJson | undefined) {
  const before = (plan?.resource_drift ?? []).map(({ address, type, change }) => ({
    address,
    type,
    values: (change.before ?? {}) as DeclaredFields,
  }));
  const held = plan?.held.filter(({ mode }) => mode === "managed") ?? [];
  return [...new Map([...before, ...held].map((each) => [each.address, each])).values()];
}

/** Objects that several states contain. Each apply reverts the declarations of the others. */
export function sharedObjects(planned: readonly PlannedStack[]): readonly SharedObject[] {
  const found = new Map<string, SharedObject>();
  for (const { stack, plan } of planned) {
    for (const resource of plan?.held ?? []) {
      const { id } = resource.values;
      const isManaged = resource.mode === "managed" && resource.type.startsWith("clickstack_");
      if (!isManaged || typeof id !== "string") {
        continue;
      }
      const known = found.get(`${resource.type} ${id}`);
      const place = { stack: stack.name, address: resource.address };
      found.set(`${resource.type} ${id}`, {
        type: resource.type,
        noun: reportedType(resource.type).noun,
        id,
        name: known?.name ?? String(resource.values.name ?? id),
        places: [...(known?.places ?? []), place],
      });
    }
  }
  return [...found.values()].filter(({ places }) => places.length > 1);
}

/**
 * Describes the problem, for use after the object's noun and name.
 * @param placeText writes a place. Default: as plain text
 */
export function sharedProblem(
  { places }: SharedObject,
  placeText = ({ stack, address }: SharedObject["places"][number]) => `${address} in ${stack}`,
): string {
  const all = places.map(placeText);
  return `is managed ${places.length} times: ${all.slice(0, -1).join(", ")} and ${all.at(-1)}. Each apply undoes what the others declare.`;
}

export const SHARED_FIX =
  "Keep it in one place, and remove it from the others with a `removed` block (`destroy = false`), or with `terraform state rm`.";
