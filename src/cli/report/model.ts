/** What a report says, as data. Every format is written from this alone. */
export interface Report {
  /** `plan`: what an apply would do. `drift`: what others did since the last apply. */
  readonly command: "plan" | "drift";
  readonly stacks: readonly StackReport[];
  /** Objects on the server that are in no state; drift only. */
  readonly unmanaged: readonly UnmanagedObject[];
  /** Objects that the states hold more than once. */
  readonly shared: readonly SharedObject[];
  /** Why unmanaged objects could not be looked for, each with the way out. */
  readonly problems: readonly string[];
}

/** One stack: a folder that the engine runs in. */
export interface StackReport {
  readonly name: string;
  /** Relative to where the command was started. */
  readonly folder: string;
  /** The addresses of everything that the stack manages, also of what is gone. */
  readonly managed: readonly string[];
  /** Objects that change, dangerous ones first. */
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
  readonly kind: string;
  /** The name that people know the object by. */
  readonly name: string;
  /** Where the object is, such as the tile that an alert watches. */
  readonly place?: string;
  readonly action: Action;
  /** Where the object is declared. */
  readonly source?: SourceLine;
  readonly dangers: readonly Danger[];
  readonly fields: readonly FieldChange[];
}

export interface SourceLine {
  /** Relative to where the command was started, with slashes. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
}

/** A change that somebody should look at twice. */
export interface Danger {
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
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly places: readonly { readonly stack: string; readonly address: string }[];
}

export interface UnmanagedObject {
  readonly type: string;
  readonly kind: string;
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
