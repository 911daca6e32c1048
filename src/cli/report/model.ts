import type { Fields } from "../../declaration/field";
import type { ResourceChange } from "../engine/plan-json";
import { fieldChanges } from "./field-changes";
import { ALERT, rankOfType, reportedType } from "./reported-types";
import { rankOfRisk, risksOf } from "./risks";
import type { Surroundings } from "./stack-report";
import { isNull } from "./wording";

/** What a report says, as data. Every format is written from this alone. */
export interface Report {
  /** `plan`: what an apply would do. `drift`: what others did since the last apply. */
  readonly command: "plan" | "drift";
  readonly stacks: readonly StackReport[];
  /** Objects on the server that are in no state; drift only. */
  readonly unmanaged: readonly UnmanagedObject[];
  /** Objects that the states hold more than once. */
  readonly shared: readonly SharedObject[];
  /** Why unmanaged objects could not be looked for, each with the fix. */
  readonly problems: readonly string[];
}

/** One stack: a folder that the engine runs in. */
export interface StackReport {
  readonly name: string;
  /** Relative to where the command was started. */
  readonly folder: string;
  /** The addresses of everything that the stack manages, also of what is gone. */
  readonly managed: readonly string[];
  /** Objects that change, those with risks first. */
  readonly objects: readonly ObjectChange[];
  /** Names of outputs that change. */
  readonly outputs: readonly string[];
  readonly diagnostics: readonly EngineDiagnostic[];
  /** Whether the engine could not do what it was asked; the diagnostics say why. */
  readonly failed: boolean;
}

/** What happens to an object. In a drift report, what happened: `delete` is an object that is gone. */
export type Action = "create" | "update" | "replace" | "delete" | "import" | "move" | "forget";

export interface ObjectChange {
  /** The engine's address, such as `clickstack_dashboard.checkout`. */
  readonly address: string;
  /** Terraform's resource type. */
  readonly type: string;
  /** Such as `dashboard`, `alert` or `key`. */
  readonly noun: string;
  /** The name that people know the object by. */
  readonly name: string;
  /** Where the object is, such as the tile that an alert watches. */
  readonly place?: string;
  readonly action: Action;
  /** Where the object is declared. */
  readonly source?: SourceLine;
  readonly risks: readonly Risk[];
  readonly fields: readonly FieldChange[];
}

export interface SourceLine {
  /** Relative to where the command was started, with slashes. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
}

/** A change that somebody should look at twice. */
export interface Risk {
  /** Stays the same between versions, such as `alert-deleted`. */
  readonly rule: string;
  /** What happens, in a few words after the object's name. */
  readonly message: string;
}

export interface FieldChange {
  /** The path of the attribute, in Terraform's names. */
  readonly path: readonly (string | number)[];
  /** The part of the object, such as `tile errors`; absent for a field of the object itself. */
  readonly part?: string;
  /** The field within its part; empty where the whole part came or went. */
  readonly field: string;
  /** What a part that came or went is, such as `line "Errors"`. */
  readonly summary?: string;
  readonly before: Shown;
  readonly after: Shown;
}

/** A value as it may be shown. */
export type Shown =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "absent" }
  | { readonly kind: "sensitive" }
  | { readonly kind: "unknown" };

/** An object that more than one resource manages, in one stack or in several. */
export interface SharedObject {
  readonly type: string;
  readonly noun: string;
  readonly id: string;
  readonly name: string;
  readonly places: readonly { readonly stack: string; readonly address: string }[];
}

export interface UnmanagedObject {
  readonly type: string;
  readonly noun: string;
  readonly id: string;
  readonly name: string;
  readonly place?: string;
}

/** What the engine said about a stack. */
export interface EngineDiagnostic {
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail: string;
  /** The resource it is about, where it is about one. */
  readonly address?: string;
  /** `file:line`, where the engine says it. */
  readonly position?: string;
}

/** One changed resource as a report shows it; undefined for one that nothing happens to. */
export function objectChange(
  resource: ResourceChange,
  surroundings: Surroundings,
  command: Report["command"],
): ObjectChange | undefined {
  const action = actionOf(resource);
  if (action === undefined || resource.mode === "data") return undefined;
  const { type, address, change } = resource;
  const { noun, shape } = reportedType(type);
  const before = fieldsOf(change.before);
  const after = fieldsOf(change.after);
  const place = type === ALERT.type ? surroundings.placeOfAlert(after ?? before ?? {}, address) : undefined;
  return {
    address: resource.deposed ? `${address} (deposed ${resource.deposed})` : address,
    type,
    noun,
    name: nameOf(after) ?? nameOf(before) ?? localName(resource),
    ...(place !== undefined && { place }),
    action,
    risks: risksOf({ type, action, command, before, after }, surroundings),
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

/** Risky changes first, then by resource type and name. */
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

/** The changed objects of one resource type. */
interface Group {
  /** Such as `Dashboards`. */
  readonly title: string;
  readonly objects: readonly ObjectChange[];
}

/** Objects by resource type, in the order of every report; within one they keep theirs. */
export function groupsOf(objects: readonly ObjectChange[]): readonly Group[] {
  const types = [...new Set(objects.map(({ type }) => type))].sort((a, b) => rankOfType(a) - rankOfType(b));
  return types.map((type) => ({
    title: reportedType(type).plural,
    objects: objects.filter((object) => object.type === type),
  }));
}
