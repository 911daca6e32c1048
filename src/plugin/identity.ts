import type { Type } from "./schema/schema";
import type { JsonObject } from "./wire/exact-json";

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
