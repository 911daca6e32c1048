import { type DeclaredFields, isObject, isPresent } from "../../../declaration/field";
import { type ApiFields, numberText } from "../../../drawing";
import { ownValue, setOwn } from "../../../own-values";
import type { ResourceChange } from "../../engine/read-plan";
import type { RelatedObjects } from "../../project/contents/related-objects";
import { ALERT, rankOfType, reportedType } from "../../project/reported-types";
import { compareTexts } from "../../terminal/text-options";
import { fieldChanges } from "./field-changes";
import type { Action, FieldChange, ObjectChange, Report, Shown } from "./report-model";
import { rankOfRisk, risksOf } from "./risks";

export function objectChange(
  resource: ResourceChange,
  related: RelatedObjects,
  command: Report["command"],
): ObjectChange | undefined {
  const action = actionOf(resource);
  if (action === undefined || resource.mode === "data") {
    return undefined;
  }
  const { type, address, change } = resource;
  const { noun, shape } = reportedType(type);
  const before = fieldsOf(change.before);
  const after = fieldsOf(change.after);
  const renamed = before && after ? renameTiles(before, after) : undefined;
  const { place, format } = type === ALERT.type ? related.watchedBy(after ?? before ?? {}, address) : {};
  return {
    address: resource.deposed ? `${address} (deposed ${resource.deposed})` : address,
    type,
    noun,
    name: nameOf(after) ?? nameOf(before) ?? localName(resource),
    ...(place !== undefined && { place }),
    action,
    risks: risksOf({ type, action, command, before, after, format }, related),
    fields:
      action === "delete" || action === "forget"
        ? []
        : [
            ...(renamed?.changes ?? []),
            ...fieldChanges(
              shape,
              { value: renamed?.before ?? change.before, unknown: undefined },
              { value: change.after, unknown: change.after_unknown },
            ).map((field) => withFormat(field, format)),
          ],
  };
}

/**
 * Finds tiles whose key changes and whose id stays. Their alerts stay too, so a report compares the old tile with the new
 * one instead of listing a removed and an added tile. Returns the dashboard before the change with the new keys, and one
 * change for each of them.
 */
function renameTiles(before: DeclaredFields, after: DeclaredFields) {
  const newKeys = newKeysOf(before, after);
  if (newKeys.size === 0) {
    return { before, changes: [] };
  }
  const withNewKeys = (values: unknown): Record<string, unknown> => {
    const renamed: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(isObject(values) ? values : {})) {
      setOwn(renamed, newKeys.get(key) ?? key, value);
    }
    return renamed;
  };
  return {
    before: { ...before, tiles: withNewKeys(before.tiles), tile_ids: withNewKeys(before.tile_ids) },
    changes: [...newKeys].map(
      ([oldKey, newKey]): FieldChange => ({
        path: ["tiles", newKey],
        part: `tile ${newKey}`,
        field: "key",
        before: { kind: "value", value: oldKey },
        after: { kind: "value", value: newKey },
      }),
    ),
  };
}

/** Returns the new key of each renamed tile, by its old key. */
function newKeysOf(before: DeclaredFields, after: DeclaredFields): ReadonlyMap<string, string> {
  const [oldIds, newIds] = [before.tile_ids, after.tile_ids].map((ids) => (isObject(ids) ? Object.entries(ids) : []));
  const keys = new Map(newIds?.map(([key, id]) => [id, key]));
  const renamed = (oldIds ?? []).flatMap(([oldKey, id]) => {
    const newKey = keys.get(id);
    const isRenamed = newKey !== undefined && newKey !== oldKey && !hasTile(after, oldKey) && !hasTile(before, newKey);
    return isRenamed ? [[oldKey, newKey] as const] : [];
  });
  return new Map(renamed);
}

function hasTile({ tiles }: DeclaredFields, key: string): boolean {
  return isObject(tiles) && ownValue(tiles, key) !== undefined;
}

/** Fields of an alert that are compared with a value of the watched chart. */
const THRESHOLDS: readonly unknown[] = ["threshold", "threshold_max"];

function withFormat(field: FieldChange, format: ApiFields | undefined): FieldChange {
  if (!format || !THRESHOLDS.includes(field.path[0])) {
    return field;
  }
  const text = (shown: Shown) =>
    shown.kind === "value" && typeof shown.value === "number" ? numberText(shown.value, format, "exact") : undefined;
  return withTexts(field, text(field.before), text(field.after));
}

/** Returns a field that shows texts in place of its values. An undefined text replaces none. */
export function withTexts(
  field: FieldChange,
  beforeText: string | undefined,
  afterText: string | undefined,
): FieldChange {
  return { ...field, ...(beforeText !== undefined && { beforeText }), ...(afterText !== undefined && { afterText }) };
}

/** Sorts risky changes first, then by resource type and name. */
export function byRisk(a: ObjectChange, b: ObjectChange): number {
  return (
    highestRisk(a) - highestRisk(b) ||
    rankOfType(a.type) - rankOfType(b.type) ||
    compareTexts(a.name, b.name) ||
    compareTexts(a.address, b.address)
  );
}

function highestRisk({ risks }: ObjectChange): number {
  return Math.min(...risks.map(rankOfRisk), Number.MAX_SAFE_INTEGER);
}

function actionOf({ address, previous_address: previous, change }: ResourceChange): Action | undefined {
  const { actions, importing } = change;
  if (actions.includes("create") && actions.includes("delete")) {
    return "replace";
  }
  if (importing && !actions.includes("forget")) {
    return "import";
  }
  const action = (["forget", "create", "delete", "update"] as const).find((each) => actions.includes(each));
  return action ?? (previous !== undefined && previous !== address ? "move" : undefined);
}

function fieldsOf(value: unknown): DeclaredFields | undefined {
  return isPresent(value) ? (value as DeclaredFields) : undefined;
}

/** Returns the name on the server, unless it is sensitive or unknown. */
function nameOf(fields: DeclaredFields | undefined): string | undefined {
  return typeof fields?.name === "string" && fields.name !== "" ? fields.name : undefined;
}

function localName({ name, index }: ResourceChange): string {
  return index === undefined ? name : `${name}[${JSON.stringify(index)}]`;
}
