import { isDeepStrictEqual } from "node:util";
import { rankOfType, reportedType } from "../../project/reported-types";
import type { FieldChange, ObjectChange } from "./report-model";

/** Changes of an object since its last apply. */
interface Drift {
  readonly isDeleted: boolean;
  /** The fields that differ between the last apply and the server. */
  readonly onServer: readonly FieldChange[];
  /** The fields that differ between the last apply and the plan. */
  readonly inCode: readonly FieldChange[];
}

/** Marks the changes made elsewhere that a plan undoes, and those that the code also changes. */
export function withChangesElsewhere(object: ObjectChange, { isDeleted, onServer, inCode }: Drift): ObjectChange {
  if (isDeleted) {
    return object.action === "create" ? { ...object, elsewhere: "deleted" } : object;
  }
  const fields = object.fields.map((field): FieldChange => {
    if (!inCode.some((each) => isSameChange(field, each))) {
      return { ...field, elsewhere: "undone" };
    }
    return onServer.some(({ path }) => overlap(path, field.path)) ? { ...field, elsewhere: "overwritten" } : field;
  });
  const isUndone = object.action === "update" && fields.length > 0 && fields.every(isUndoneField);
  return { ...object, fields, ...(isUndone && { elsewhere: "changed" }) };
}

function isUndoneField({ elsewhere }: FieldChange): boolean {
  return elsewhere === "undone";
}

/** The index of a removed element depends on the elements before it, so its value counts too. */
function isSameChange(one: FieldChange, other: FieldChange): boolean {
  const isRemoved = one.after.kind === "absent" && typeof one.path.at(-1) === "number";
  return overlap(one.path, other.path) && (!isRemoved || isDeepStrictEqual(one.before, other.before));
}

/** Returns true if the paths are equal or one contains the other. */
function overlap(one: FieldChange["path"], other: FieldChange["path"]): boolean {
  const length = Math.min(one.length, other.length);
  return isDeepStrictEqual(one.slice(0, length), other.slice(0, length));
}

/**
 * Groups changes by type, those of the code first. An object that was changed in the code and elsewhere is in two groups,
 * each with its fields.
 */
export function groupsByType(objects: readonly ObjectChange[]) {
  const undone = objects.flatMap(undonePart);
  return [
    ...groupsOf(objects.flatMap(codePart), ""),
    ...groupsOf(undone, " changed or deleted elsewhere, as in the UI. The apply restores them"),
  ];
}

/** Returns the part of a change that the code makes. */
function codePart(object: ObjectChange): readonly ObjectChange[] {
  const fields = object.fields.filter((field) => object.action !== "update" || !isUndoneField(field));
  return object.elsewhere ? [] : [{ ...object, fields }];
}

/** Returns the part of a change that undoes a change made elsewhere. */
function undonePart(object: ObjectChange): readonly ObjectChange[] {
  const fields = object.fields.filter(isUndoneField);
  if (object.elsewhere || object.action !== "update" || fields.length === 0) {
    return object.elsewhere ? [object] : [];
  }
  return [{ ...object, elsewhere: "changed", fields }];
}

function groupsOf(objects: readonly ObjectChange[], remark: string) {
  const types = [...new Set(objects.map(({ type }) => type))].sort((a, b) => rankOfType(a) - rankOfType(b));
  return types.map((type) => ({
    title: `${reportedType(type).plural}${remark}`,
    objects: objects.filter((object) => object.type === type),
  }));
}
