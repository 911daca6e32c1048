import type * as z from "zod";
import type { ApiRecord } from "../client";
import type { Collection } from "../client/collections/collection";
import type { ResourceApi } from "../client/collections/resource-api";
import type { IdForm } from "../client/reads/record-form";
import type { DeclaredFields } from "../declaration/field";
import type { DataSource, EphemeralResource, ExactJsonObject, ObjectValue, Resource } from "../plugin";
import type { Client } from "./client";
import type { Session } from "./handlers/session";

/** Description of a resource type for all lists of resource types. */
export interface ResourceType {
  /** Terraform's name, such as `clickstack_saved_search`. */
  readonly type: `clickstack_${string}`;
  /** Noun, plural, path, capabilities of the deployments and id format; undefined for a type without objects. */
  readonly api?: ApiFacts;
  /** Noun in reports, if shorter than the API's noun. */
  readonly shortNoun?: string;
  readonly collection?: (client: Client) => ListedCollection;
  /** Attributes that distinguish objects of one name, with the field of the record. */
  readonly alsoBy?: Readonly<Record<string, string>>;
  /** The server refuses a second object with the same name and the same value of each attribute in `alsoBy`. */
  readonly refusesSameName?: true;
  /** Names must be unique. The plan compares them itself. */
  readonly hasUniqueNames?: true;
  readonly declaration?: () => z.ZodType;
  readonly resource?: () => Resource<Session>;
  /** Data sources by type name: one object, or all of them. */
  readonly dataSources?: Readonly<Record<string, () => DataSource<Session>>>;
  /** Ephemeral resources by type name. Their objects exist for one run only. */
  readonly ephemeralResources?: Readonly<Record<string, () => EphemeralResource<Session>>>;
  /** True when `import` writes objects of this type by default. Others are looked up unless requested by name. */
  readonly importedByDefault?: boolean;
  /** Returns state that a read does not return, for an object moved from the vendor's provider (`moved` blocks). */
  readonly movedState?: (source: ExactJsonObject) => ObjectValue;
  /** Returns the words that a message uses for an object without a name. */
  readonly titleOf?: (state: ObjectValue, client: Client, signal: AbortSignal) => Promise<string | undefined>;
  /** Servers create some objects themselves, so `drift` reports unmanaged ones only where some are managed. */
  readonly madeByServers?: true;
}

/** A resource type that has objects. */
export type TypeWithObjects = ResourceType & Required<Pick<ResourceType, "api" | "collection">>;

/** Returns the resource type. Throws for a type without objects. */
export function typeWithObjects(resourceType: ResourceType): TypeWithObjects {
  const { type, api, collection } = resourceType;
  if (!api || !collection) {
    throw new Error(`The resource type ${type} has no objects.`);
  }
  return { ...resourceType, api, collection };
}

type ApiFacts = Pick<
  // These facts are the same for every body.
  ResourceApi<ApiRecord, never, never, unknown>,
  "name" | "plural" | "segment" | "scope" | "capabilities" | "updateMethod" | "isPredefined"
> & { readonly idForm: IdForm };

type ListedCollection = Pick<
  Collection<ApiRecord, never, never, unknown>,
  "listShown" | "read" | "readShown" | "holdAll"
>;

/** Returns the noun of a resource type in sentences, such as "saved search". */
export function nounOf({ type, api }: ResourceType): string {
  return api?.name ?? type.replace(/^clickstack_/, "").replaceAll("_", " ");
}

/**
 * Returns the visible name of an object: its name, or the display name of an alert without a title; undefined without
 * both.
 */
export function shownName({ name, displayName }: ApiRecord & DeclaredFields): string | undefined {
  return [name, displayName].find((each): each is string => typeof each === "string" && each !== "");
}
