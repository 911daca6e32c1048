import type { AttributePath, Diagnostic } from "./diagnostics";
import type { Configurable, HandlerContext, MaybeConfiguredContext } from "./handler-context";
import type { Type } from "./schema/schema";
import type { ObjectValue } from "./values/value";
import type { JsonObject, JsonValue } from "./wire/exact-json";

/** What a resource keeps beside its state, out of the user's sight. JSON on the wire. */
export type PrivateState = Readonly<Record<string, JsonValue>>;

export interface CreateRequest {
  /** The configuration; write-only attributes have their values here alone. */
  readonly config: ObjectValue;
  /** Known planned values must come back the same; UNKNOWN is for the handler to find out. */
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
 * What a create or an update brought about. The runtime completes `state`: attributes that it leaves out become null,
 * write-only ones always are, and where `semanticallyEqual` and `inFormOf` say so the planned form stays. Unknowns and
 * differences from the plan become one diagnostic.
 */
export interface WriteResult {
  readonly state: ObjectValue;
  /** Default: what the plan carried. */
  readonly private?: PrivateState;
  readonly identity?: ObjectValue;
  /** With an error, a created object is saved as tainted. */
  readonly diagnostics?: readonly Diagnostic[];
}

/**
 * What a read saw. The prior form stays where `semanticallyEqual` and `inFormOf` of the schema say that both mean the
 * same.
 */
interface ReadResult {
  readonly state: ObjectValue;
  /** Default: unchanged. */
  readonly private?: PrivateState;
  readonly identity?: ObjectValue;
  readonly diagnostics?: readonly Diagnostic[];
}

export interface ModifyPlanRequest {
  readonly config: ObjectValue;
  /** What the runtime planned. */
  readonly plan: ObjectValue;
  /** Null for a create. */
  readonly state: ObjectValue | null;
  readonly private: PrivateState;
  readonly requiresReplace: readonly AttributePath[];
}

export interface ModifiedPlan {
  /** Default: as it was. Configured values must stay. */
  readonly plan?: ObjectValue;
  /** Takes the place of the runtime's list. Default: the runtime's, from the modified plan. */
  readonly requiresReplace?: readonly AttributePath[];
  readonly diagnostics?: readonly Diagnostic[];
  /** Default: unchanged. */
  readonly private?: PrivateState;
}

/** What a destroy, planned or carried out, has to say. */
export interface PlannedDestroy {
  /** With an error the object stays in the state. */
  readonly diagnostics?: readonly Diagnostic[];
  /** Of a planned destroy, or of an object that stays. Default: unchanged. */
  readonly private?: PrivateState;
}

interface ImportRequest {
  /** What stands behind the address in `terraform import`; empty when imported by identity. */
  readonly id: string;
  readonly identity?: ObjectValue;
}

/** An imported object: what Read needs of it. Attributes left out are null until Read, which follows, fills them. */
export interface ImportedResource {
  readonly state: ObjectValue;
  readonly private?: PrivateState;
  readonly identity?: ObjectValue;
}

export interface MoveRequest {
  /** Such as `registry.terraform.io/hashicorp/null`. */
  readonly sourceProvider: string;
  readonly sourceType: string;
  readonly sourceSchemaVersion: number;
  readonly sourceState: JsonObject;
  /** What the source kept beside its state; empty where that is of another form than here. */
  readonly sourcePrivate: PrivateState;
}

/** The end of a handler that has nothing to return but diagnostics, if anything. */
export type Finished = Promise<void> | Promise<PlannedDestroy | undefined>;

/**
 * One type of managed resource. What is optional is a capability: leave it out and the host is informed that it is
 * missing.
 */
export interface Resource<Session> extends Configurable {
  readonly identity?: IdentitySchema;
  /**
   * Throwing means that nothing was created. If something was, return it with error diagnostics: it is saved as
   * tainted.
   */
  create(request: CreateRequest, context: HandlerContext<Session>): Promise<WriteResult>;
  /** Hears of a stored state before its read, which most often follows: a handler can prepare to read many at once. */
  expectRead?(request: { readonly state: ObjectValue }, context: MaybeConfiguredContext<Session>): void;
  /** Null means that the object is gone. */
  read(request: ReadRequest, context: HandlerContext<Session>): Promise<ReadResult | null>;
  /** Throwing keeps the prior state. */
  update(request: UpdateRequest, context: HandlerContext<Session>): Promise<WriteResult>;
  /** Throwing keeps the prior state, and so do error diagnostics. */
  delete(request: DeleteRequest, context: HandlerContext<Session>): Finished;
  /**
   * Changes the plan of a create or an update, after the schema's rules. Called twice for a replacement, and again
   * during apply.
   */
  modifyPlan?(request: ModifyPlanRequest, context: MaybeConfiguredContext<Session>): Promise<ModifiedPlan>;
  /**
   * Refuses or warns of a destroy while it is planned, or hands `delete` what was decided. Not asked about a
   * replacement.
   */
  planDestroy?(request: DeleteRequest, context: MaybeConfiguredContext<Session>): Promise<PlannedDestroy | undefined>;
  import?(
    request: ImportRequest,
    context: HandlerContext<Session>,
  ): Promise<ImportedResource | readonly ImportedResource[]>;
  /**
   * State of an older schema version, each straight to the current one. Numbers that a JS number does not hold come as
   * decimal text.
   */
  readonly upgradeState?: Readonly<Record<number, (state: JsonObject) => JsonObject | Promise<JsonObject>>>;
  /** Completes a stored state before its read. A value that an earlier version did not store is not drift. */
  completeState?(state: ObjectValue): ObjectValue;
  /** Takes over the state of another resource type (`moved` blocks); null: not from that type. */
  moveState?(request: MoveRequest, context: MaybeConfiguredContext<Session>): Promise<ImportedResource | null>;
}

/** What names an object of a resource type for good. Terraform 1.12 and later. */
export interface IdentitySchema {
  /** Default 0. */
  readonly version?: number;
  readonly attributes: Readonly<Record<string, IdentityAttribute>>;
  /** Identities of an older version, each straight to the current one. */
  readonly upgrade?: Readonly<Record<number, (identity: JsonObject) => JsonObject>>;
}

export interface IdentityAttribute {
  readonly type: Type;
  readonly description: string;
  readonly requiredForImport?: true;
  readonly optionalForImport?: true;
}

interface ListRequest {
  readonly config: ObjectValue;
  /** Whether the response should carry whole objects, beside their identities. */
  readonly includeResource: boolean;
  /** The most objects that the host takes. The runtime stops there by itself. */
  readonly limit: number;
}

export interface ListedResource {
  readonly identity: ObjectValue;
  readonly displayName: string;
  /** In the form of the resource's state. */
  readonly resource?: ObjectValue;
  readonly diagnostics?: readonly Diagnostic[];
}

/**
 * Lists the objects of the resource type of the same name, which must have an identity (`terraform query`, Terraform
 * 1.14 and later).
 */
export interface ListResource<Session> extends Configurable {
  list(request: ListRequest, context: HandlerContext<Session>): AsyncIterable<ListedResource>;
}
