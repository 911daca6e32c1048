import type * as z from "zod";
import type { ApiRecord } from "../client";
import type { Collection } from "../client/collections/collection";
import type { ResourceApi } from "../client/collections/resource-api";
import type { IdForm } from "../client/reads/record-form";
import type { Fields } from "../declaration/field";
import type { DataSource, EphemeralResource, JsonObject, ObjectValue, Resource } from "../plugin";
import type { Client } from "./client";
import type { Session } from "./handlers/session";

/** What every list of resource types has to know of one. */
export interface ResourceType {
  /** Terraform's name, such as `clickstack_saved_search`. */
  readonly type: `clickstack_${string}`;
  /**
   * Noun, plural, path, capabilities of the deployments, form of the ids; undefined for what is only looked up and has
   * no objects.
   */
  readonly api?: ApiFacts;
  /** What reports call one, where that is shorter than the API's noun. */
  readonly shortNoun?: string;
  readonly collection?: (client: Client) => ListedCollection;
  /** Attributes that tell objects of one name apart, with the field of the record. */
  readonly alsoBy?: Readonly<Record<string, string>>;
  /** The server refuses a second object of one name, and of one value of each attribute in `alsoBy`. */
  readonly refusesSameName?: true;
  /** The plan compares names itself, because they have to be unique. */
  readonly hasUniqueNames?: true;
  readonly declaration?: () => z.ZodType;
  readonly resource?: () => Resource<Session>;
  /** By type name: one object, or all of them. */
  readonly dataSources?: Readonly<Record<string, () => DataSource<Session>>>;
  /** What is there for one run alone, by type name. */
  readonly ephemeralResources?: Readonly<Record<string, () => EphemeralResource<Session>>>;
  /** Whether `import` writes it without being asked for by name. What others are made with is looked up instead. */
  readonly importedByDefault?: boolean;
  /** What a read does not tell of an object whose state comes from the vendor's provider (`moved` blocks). */
  readonly movedState?: (source: JsonObject) => ObjectValue;
  /** What a message calls an object in state that has no name. */
  readonly titleOf?: (state: ObjectValue, client: Client, signal: AbortSignal) => Promise<string | undefined>;
  /** Servers make some by themselves, so that `drift` looks for unmanaged ones only where some are managed. */
  readonly madeByServers?: true;
}

/** A resource type that has objects. */
export type TypeWithObjects = ResourceType & Required<Pick<ResourceType, "api" | "collection">>;

/** Throws for a type that is only looked up. */
export function typeWithObjects(resourceType: ResourceType): TypeWithObjects {
  const { type, api, collection } = resourceType;
  if (!api || !collection) {
    throw new Error(`The resource type ${type} has no objects.`);
  }
  return { ...resourceType, api, collection };
}

type ApiFacts = Pick<
  // The facts are the same for every body.
  ResourceApi<ApiRecord, never, never, unknown>,
  "name" | "plural" | "segment" | "scope" | "capabilities" | "updateMethod" | "isPredefined"
> & { readonly idForm: IdForm };

type ListedCollection = Pick<Collection<ApiRecord, never, never, unknown>, "list" | "read" | "readAll" | "holdAll">;

/** The noun of a resource type in sentences, such as "saved search". */
export function nounOf({ type, api }: ResourceType): string {
  return api?.name ?? type.replace(/^clickstack_/, "").replaceAll("_", " ");
}

/**
 * What people know an object by: its name, or of an alert without a title the one that lists show; undefined where it
 * has neither.
 */
export function shownName({ name, displayName }: ApiRecord & Fields): string | undefined {
  return [name, displayName].find((each): each is string => typeof each === "string" && each !== "");
}
