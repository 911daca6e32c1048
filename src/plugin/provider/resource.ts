import type { Log } from "../log/log";
import type { Schema } from "../schema/schema";
import type { Diagnostic } from "../values/diagnostics";
import type { ExactJson, ExactJsonObject } from "../values/exact-json";
import type { AttributePath } from "../values/path";
import type { Type } from "../values/type";
import type { ObjectValue } from "../values/value";

/** Context that every handler receives in addition to its request. */
export interface HandlerContext<Session = unknown> {
  /**
   * The result of `Provider.configure`. Reading it before the provider is configured, or when no session exists, throws
   * a DiagnosticError.
   */
  readonly session: Session;
  /**
   * Aborted when Terraform asks the provider to stop (Ctrl-C). The handler finishes or reverts started work and
   * returns.
   */
  readonly signal: AbortSignal;
  readonly log: Log;
}

/** Context of `Provider.configure`. */
export interface ConfigureContext extends Omit<HandlerContext, "session"> {
  /** Logs a warning immediately, for warnings between calls, and adds it to the result of the next call. */
  readonly warn: (summary: string, detail: string) => void;
}

/**
 * Context of a handler that Terraform may call before the provider is configured, or while its configuration is
 * unknown.
 */
export type MaybeConfiguredContext<Session = unknown> = HandlerContext<Session | undefined>;

/** An object with a configuration. */
export interface Configurable {
  readonly schema: Schema;
  /** Checks rules that the schema cannot express. Any value may be unknown. No session exists. */
  validate?(request: { readonly config: ObjectValue }): readonly Diagnostic[] | Promise<readonly Diagnostic[]>;
}

/** Data that a resource keeps in addition to its state and that users do not see. Encoded as JSON. */
export type PrivateState = Readonly<Record<string, ExactJson>>;

export interface CreateRequest {
  /** The configuration. Only here write-only attributes have their values. */
  readonly config: ObjectValue;
  /** Known planned values must be returned unchanged. The handler replaces UNKNOWN by the actual value. */
  readonly plan: ObjectValue;
  readonly private: PrivateState;
}

export interface UpdateRequest extends CreateRequest {
  readonly state: ObjectValue;
}

export interface DeleteRequest {
  readonly state: ObjectValue;
  readonly private: PrivateState;
}

interface ReadRequest extends DeleteRequest {
  readonly identity?: ObjectValue;
}

/**
 * Result of a create or an update. The runtime completes `state`: missing attributes become null, and write-only
 * attributes are always null. The planned form is kept where `semanticallyEqual` or `inFormOf` allows it. Unknowns and
 * differences from the plan become one diagnostic.
 */
export interface WriteResult {
  readonly state: ObjectValue;
  /** Default: the planned private state. */
  readonly private?: PrivateState;
  readonly identity?: ObjectValue;
  /** If a diagnostic is an error, Terraform saves a created object as tainted. */
  readonly diagnostics?: readonly Diagnostic[];
}

/**
 * Result of a read. The prior form is kept where `semanticallyEqual` and `inFormOf` of the schema treat both values as
 * equal. Default of `private`: unchanged.
 */
type ReadResult = WriteResult;

export interface ModifyPlanRequest {
  readonly config: ObjectValue;
  /** The plan of the runtime. */
  readonly plan: ObjectValue;
  /** Null for a create. */
  readonly state: ObjectValue | null;
  readonly private: PrivateState;
  readonly requiresReplace: readonly AttributePath[];
}

export interface ModifiedPlan {
  /** Default: unchanged. Configured values must not change. */
  readonly plan?: ObjectValue;
  /** Replaces the runtime's list. Default: the runtime computes the list from the modified plan. */
  readonly requiresReplace?: readonly AttributePath[];
  readonly diagnostics?: readonly Diagnostic[];
  /** Default: unchanged. */
  readonly private?: PrivateState;
}

/** Result of a planned or executed destroy. */
export interface PlannedDestroy {
  /** If a diagnostic is an error, the object stays in the state. */
  readonly diagnostics?: readonly Diagnostic[];
  /** Private state of a planned destroy, or of an object that stays in the state. Default: unchanged. */
  readonly private?: PrivateState;
}

interface ImportRequest {
  /** The ID argument of `terraform import`. Empty for an import by identity. */
  readonly id: string;
  readonly identity?: ObjectValue;
}

/** An imported object with the attributes that a read needs. Other attributes are null until the read that follows. */
export type ImportedResource = Omit<WriteResult, "diagnostics">;

export interface MoveRequest {
  /** Address of the source provider, such as `registry.terraform.io/hashicorp/null`. */
  readonly sourceProvider: string;
  readonly sourceType: string;
  readonly sourceSchemaVersion: number;
  readonly sourceState: ExactJsonObject;
  /** Private state of the source. Empty if the source uses another form. */
  readonly sourcePrivate: PrivateState;
}

/** Result of a handler that returns only optional diagnostics. */
export type Finished = Promise<void> | Promise<PlannedDestroy | undefined>;

/**
 * One type of managed resource. Each optional member is a capability. The runtime reports missing capabilities to the
 * host.
 */
export interface Resource<Session = unknown> extends Configurable {
  readonly identity?: IdentitySchema;
  /**
   * An exception means that no object was created. If an object was created, return it with error diagnostics.
   * Terraform then saves it as tainted.
   */
  create(request: CreateRequest, context: HandlerContext<Session>): Promise<WriteResult>;
  /**
   * Receives a stored state before its read, which usually follows. A handler can use it to prepare many reads at once.
   */
  expectRead?(request: { readonly state: ObjectValue }, context: MaybeConfiguredContext<Session>): void;
  /** Returns null if the object was deleted. */
  read(request: ReadRequest, context: HandlerContext<Session>): Promise<ReadResult | null>;
  /** An exception keeps the prior state. */
  update(request: UpdateRequest, context: HandlerContext<Session>): Promise<WriteResult>;
  /** An exception or an error diagnostic keeps the prior state. */
  delete(request: DeleteRequest, context: HandlerContext<Session>): Finished;
  /**
   * Changes the plan of a create or an update, after the rules of the schema. Called twice for a replacement, and again
   * during apply.
   */
  modifyPlan?(request: ModifyPlanRequest, context: MaybeConfiguredContext<Session>): Promise<ModifiedPlan>;
  /**
   * Refuses a destroy during the plan, adds warnings, or passes a decision to `delete`. Not called for a replacement.
   */
  planDestroy?(request: DeleteRequest, context: MaybeConfiguredContext<Session>): Promise<PlannedDestroy | undefined>;
  import?(
    request: ImportRequest,
    context: HandlerContext<Session>,
  ): Promise<ImportedResource | readonly ImportedResource[]>;
  /**
   * Functions that convert a state of an older schema version directly to the current one. Numbers that a JS number
   * cannot represent are decimal texts.
   */
  readonly upgradeState?: Readonly<
    Record<number, (state: ExactJsonObject) => ExactJsonObject | Promise<ExactJsonObject>>
  >;
  /** Completes a stored state before its read. A value that an earlier version did not store is not drift. */
  completeState?(state: ObjectValue): ObjectValue;
  /** Converts the state of another resource type (`moved` blocks). Returns null if the type is not supported. */
  moveState?(request: MoveRequest, context: MaybeConfiguredContext<Session>): Promise<ImportedResource | null>;
}

/** Permanent identifier of an object of a resource type, in version 0 of its schema. Requires Terraform 1.12. */
export interface IdentitySchema {
  readonly attributes: Readonly<Record<string, IdentityAttribute>>;
}

interface IdentityAttribute {
  readonly type: Type;
  readonly description: string;
  readonly requiredForImport?: true;
  readonly optionalForImport?: true;
}

export interface ListRequest {
  readonly config: ObjectValue;
  /** True if the response must contain whole objects in addition to their identities. */
  readonly includeResource: boolean;
  /** Maximum number of objects that the host accepts. The runtime stops at this number. */
  readonly limit: number;
}

export interface ListedResource {
  readonly identity: ObjectValue;
  readonly displayName: string;
  /** The object in the form of the resource's state. */
  readonly resource?: ObjectValue;
  readonly diagnostics?: readonly Diagnostic[];
}

/**
 * Lists the objects of the resource type with the same name, which must have an identity (`terraform query`). Requires
 * Terraform 1.14.
 */
export interface ListResource<Session = unknown> extends Configurable {
  list(request: ListRequest, context: HandlerContext<Session>): AsyncIterable<ListedResource>;
}
