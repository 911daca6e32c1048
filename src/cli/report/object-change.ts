import type { Fields } from "../../schema/field";
import type { ResourceChange } from "../stacks/plan-json";
import { dangersOf, rankOfDanger } from "./dangers";
import { fieldChanges } from "./field-changes";
import type { Action, ObjectChange, Report } from "./model";
import { ALERT, kindOfType, rankOfType } from "./resource-kinds";
import { isNull } from "./shown";
import type { Surroundings } from "./surroundings";

/** One changed resource as a report shows it; undefined for one that nothing happens to. */
export function objectChange(
  resource: ResourceChange,
  surroundings: Surroundings,
  command: Report["command"],
): ObjectChange | undefined {
  const action = actionOf(resource);
  if (action === undefined || resource.mode === "data") return undefined;
  const { type, address, change } = resource;
  const { noun, shape } = kindOfType(type);
  const before = fieldsOf(change.before);
  const after = fieldsOf(change.after);
  const place = type === ALERT.type ? surroundings.placeOfAlert(after ?? before ?? {}, address) : undefined;
  return {
    address: resource.deposed ? `${address} (deposed ${resource.deposed})` : address,
    type,
    kind: noun,
    name: nameOf(after) ?? nameOf(before) ?? localName(resource),
    ...(place !== undefined && { place }),
    action,
    dangers: dangersOf({ type, action, command, before, after }, surroundings),
    fields:
      action === "delete" || action === "forget"
        ? []
        : fieldChanges(
            shape,
            { value: change.before, unknown: undefined },
            { value: change.after, unknown: change.after_unknown },
          ),
  };
}

/** Dangerous changes first, then by kind and name. */
export function byDanger(a: ObjectChange, b: ObjectChange): number {
  return (
    mostDangerous(a) - mostDangerous(b) ||
    rankOfType(a.type) - rankOfType(b.type) ||
    compareTexts(a.name, b.name) ||
    compareTexts(a.address, b.address)
  );
}

function mostDangerous({ dangers }: ObjectChange): number {
  return Math.min(...dangers.map(rankOfDanger), Number.MAX_SAFE_INTEGER);
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function actionOf({ address, previous_address: previous, change }: ResourceChange): Action | undefined {
  const { actions, importing } = change;
  if (actions.includes("create") && actions.includes("delete")) return "replace";
  if (actions.includes("forget")) return "forget";
  if (importing) return "import";
  if (actions.includes("create")) return "create";
  if (actions.includes("delete")) return "delete";
  if (actions.includes("update")) return "update";
  return previous !== undefined && previous !== address ? "move" : undefined;
}

function fieldsOf(value: unknown): Fields | undefined {
  return isNull(value) ? undefined : (value as Fields);
}

/** The name that the object has on the server, unless it is sensitive or not known yet. */
function nameOf(fields: Fields | undefined): string | undefined {
  return typeof fields?.name === "string" && fields.name !== "" ? fields.name : undefined;
}

function localName({ name, index }: ResourceChange): string {
  return index === undefined ? name : `${name}[${JSON.stringify(index)}]`;
}
