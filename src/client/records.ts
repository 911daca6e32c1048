import type { JsonObject, JsonValue } from "./json";

/** What every stored object has. Further fields come as the server sends them. */
export interface ApiRecord extends JsonObject {
  readonly id: string;
}

/** See docs/internals/api-behavior.md 4.1. Tiles, filters and containers stay JSON. */
export interface DashboardRecord extends ApiRecord {
  readonly name: string;
  readonly tiles: readonly JsonObject[];
}

/** Body of dashboard create, update and validate. Filter ids and a top-level id are put right for each operation. */
export interface DashboardBody extends JsonObject {
  readonly name: string;
  readonly tiles: readonly JsonObject[];
}

/** One finding of the server about a dashboard body. `path` is joined by dots, empty for references. */
export interface ValidationFinding {
  readonly path: string;
  readonly message: string;
}

/** See docs/internals/api-behavior.md 4.10. */
export interface DashboardValidation {
  readonly valid: boolean;
  readonly errors: readonly ValidationFinding[];
  readonly normalized: JsonObject | null;
}

/** See docs/internals/api-behavior.md 3.7. */
export interface AlertRecord extends ApiRecord {
  readonly name?: string | null;
}

/**
 * See docs/internals/api-behavior.md 3.7. Either of `channel` and `channels` is enough; the client sends what every age of server takes.
 */
export interface AlertBody extends JsonObject {
  readonly source: string;
  readonly interval: string;
  readonly threshold: number;
  readonly thresholdType: string;
}

/** See docs/internals/api-behavior.md 3.13. */
export interface SourceRecord extends ApiRecord {
  readonly name: string;
  readonly kind: string;
}
export interface SourceBody extends JsonObject {
  readonly name: string;
  readonly kind: string;
}

/** See docs/internals/api-behavior.md 3.11. */
export interface WebhookRecord extends ApiRecord {
  readonly name: string;
  readonly service: string;
}
export interface WebhookBody extends JsonObject {
  readonly name: string;
  readonly service: string;
  readonly url: string;
}

/** See docs/internals/api-behavior.md 3.12. */
export interface SavedSearchRecord extends ApiRecord {
  readonly name: string;
}
export interface SavedSearchBody extends JsonObject {
  readonly name: string;
  readonly sourceId: string;
}

/** See docs/internals/api-behavior.md 3.14. */
export interface ConnectionRecord extends ApiRecord {
  readonly name: string;
}
export interface ConnectionBody extends JsonObject {
  readonly name: string;
}

export interface AssignedRole extends JsonObject {
  readonly roleId: string;
  readonly roleName?: string;
  readonly roleType?: string;
}

/** See docs/internals/api-behavior.md 1.2. Every field but the id may be missing. */
export interface ApiKeyRecord extends ApiRecord {
  readonly name?: string;
  readonly state?: string;
  readonly roles?: readonly string[];
  readonly assignedRoles?: readonly AssignedRole[];
  readonly keySuffix?: string;
  readonly createdAt?: string;
  readonly expireAt?: string | null;
  readonly usedAt?: string;
  readonly ipAccessList?: readonly JsonObject[];
}

/** See docs/internals/api-behavior.md 1.3; each hash is base64 of the raw SHA-256 digest. */
export interface ApiKeyHashData extends JsonObject {
  readonly keyIdHash: string;
  readonly keyIdSuffix: string;
  readonly keySecretHash: string;
}

/** Body of a key's PATCH: what is left out keeps its value, `expireAt: null` clears it (docs/internals/api-behavior.md 1.4). */
export interface ApiKeyPatch extends JsonObject {
  readonly name?: string;
  readonly state?: string;
  readonly expireAt?: string | null;
  readonly roles?: readonly string[];
  readonly assignedRoleIds?: readonly string[];
  readonly ipAccessList?: readonly JsonObject[];
}

export interface ApiKeyBody extends ApiKeyPatch {
  readonly name: string;
  readonly hashData?: ApiKeyHashData;
}

/** Answer of a key's create. Id and secret come once, and only when the request held no hashes. */
export interface CreatedApiKey {
  readonly key: ApiKeyRecord;
  readonly keyId?: string;
  readonly keySecret?: string;
}

/** A role of the organization (docs/internals/api-behavior.md 1.5). */
export interface RoleRecord extends ApiRecord {
  readonly name?: string;
  readonly type?: string;
  readonly actors?: readonly string[];
  readonly policies?: readonly JsonObject[];
}
export interface RolePatch extends JsonObject {
  readonly name?: string;
  readonly actors?: readonly string[];
  readonly policies?: readonly JsonObject[];
}
export interface RoleBody extends RolePatch {
  readonly name: string;
}

/** See docs/internals/api-behavior.md 5. Times are epoch milliseconds. */
export interface ChartQuery extends JsonObject {
  readonly startTime: number;
  readonly endTime: number;
  readonly granularity?: string;
  readonly seriesReturnType?: "column" | "ratio";
  readonly series: readonly JsonObject[];
}

/** One row of an answer. 64-bit numbers that the server prints as text are numbers here where a number holds them exactly. */
export interface ChartRow {
  /** Start of the bucket as the server gives it: epoch milliseconds, or text for `column`. Absent when the row has none. */
  readonly bucket?: number | string;
  /** Values of the group-by columns, in order; empty without grouping and for `column`. */
  readonly group: readonly JsonValue[];
  /** Value by series index; a series without value in this row is missing. Text only where a number would lose digits. */
  readonly values: ReadonlyMap<number, number | string | null>;
  /** The row as sent. */
  readonly raw: JsonObject;
}
