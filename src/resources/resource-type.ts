import type * as z from "zod";
import type { ApiRecord } from "../client";
import type { ApiClient, ClientPart } from "../client/collections/api-client";
import type { Collection } from "../client/collections/collection";
import type { IdForm, ResourceApi } from "../client/reads/resource-api";
import type { DeclaredFields } from "../declaration/field";
import type { DataSource, EphemeralResource, ExactJsonObject, ObjectValue, Resource } from "../plugin";
import type { Session } from "./shared/session";

/**
 * Description of a resource type. Other code knows nothing else about the type: `registry.ts` lists the descriptions,
 * and all other lists of resource types are derived from them.
 *
 * In the bundles, a function of a description loads its file when it is first called (scripts/build/lazy-imports.ts).
 * So a command loads only the declarations and handlers that it uses.
 */
export interface ResourceType {
  /** Terraform's name, such as `clickstack_saved_search`. */
  readonly type: `clickstack_${string}`;
  /** Noun, plural, path, capabilities of the deployments and id format; undefined for a type without objects. */
  readonly api?: ApiFacts;
  /** Noun in reports, if shorter than the API's noun. */
  readonly shortNoun?: string;
  /** Member of the client that contains the part or collection. */
  readonly member: string;
  /** Part of the client for the type. Default: the collection of `api`. */
  readonly part?: () => ClientPart<object>;

  readonly declaration?: () => z.ZodType;
  readonly resource?: () => Resource<Session>;
  /** Class in TypeScript that declares the resource. */
  readonly construct?: string;
  /** Data sources by type name. The one named like the resource type looks up one object. Another lists all objects. */
  readonly dataSources?: Readonly<Record<string, LookedUp>>;
  readonly lookUps?: () => { readonly one: DataSource<Session>; readonly all?: DataSource<Session> };
  /** Ephemeral resources by type name. Their objects exist for one run only. */
  readonly ephemeralResources?: Readonly<
    Record<string, LookedUp & { readonly handlers: () => EphemeralResource<Session> }>
  >;

  /** Attributes that distinguish objects with the same name, each with its field in the API. */
  readonly alsoBy?: Readonly<Record<string, string>>;
  /** The server refuses a second object with the same name and the same value of each attribute in `alsoBy`. */
  readonly refusesSameName?: true;
  /** Names must be unique. The handlers of the type compare them, so the common check of existing names is left out. */
  readonly hasUniqueNames?: true;
  /** Returns the words that a message uses for an object without a name. */
  readonly titleOf?: (state: ObjectValue, client: ApiClient, signal: AbortSignal) => Promise<string | undefined>;
  /** Returns state that a read does not return, for an object moved from the vendor's provider (`moved` blocks). */
  readonly movedState?: (source: ExactJsonObject) => ObjectValue;
  /** Returns the id of a moved object. Required if the vendor's state does not store it as `id`. */
  readonly movedId?: (source: ExactJsonObject) => string | undefined;

  /**
   * True when `import` writes objects of this type by default, false when they are looked up unless requested by name.
   * Undefined for a type that `import` does not know.
   */
  readonly importedByDefault?: boolean;
  /** True if the objects are settings of objects of another type. No report lists unmanaged objects of such a type. */
  readonly isPartOfOthers?: true;
  /** True if servers create objects of the type. `drift` reports unmanaged ones only next to managed ones. */
  readonly madeByServers?: true;

  /** Group of the type in the reference. */
  readonly subcategory: "ClickHouse Cloud" | "Dashboards and alerts" | "Sources and webhooks" | "Teams";
  /** Further facts for authors in the reference. */
  readonly details?: string;
  /** Values that an import cannot read, with a fix. */
  readonly importNote?: string;
  /** TypeScript equivalents of fields that are not props. */
  readonly inTypeScript?: Readonly<Record<string, string>>;
}

/** A data source or ephemeral resource of a resource type. */
interface LookedUp {
  readonly declaration: () => z.ZodType;
  readonly construct: string;
  /** Further facts for authors in the reference. */
  readonly details?: string;
}

export type TypeWithObjects = ResourceType &
  Required<Pick<ResourceType, "api">> & { readonly collection: (client: ApiClient) => ListedCollection };

/** Returns the resource type. Throws for a type without objects. */
export function typeWithObjects(resourceType: ResourceType): TypeWithObjects {
  const { type, api } = resourceType;
  if (!api) {
    throw new Error(`The resource type ${type} has no objects.`);
  }
  return {
    ...resourceType,
    api,
    collection: (client) => client.collection(clientPartOf(resourceType)) as unknown as ListedCollection,
  };
}

export function clientPartOf({ type, api, part }: ResourceType): ClientPart<object> {
  const described = part?.() ?? api;
  if (!described) {
    throw new Error(`The resource type ${type} has neither objects nor a part of the client.`);
  }
  return described as ClientPart<object>;
}

type ApiFacts = Pick<
  // These facts are the same for every body.
  ResourceApi<ApiRecord, never, never, unknown>,
  "name" | "plural" | "segment" | "scope" | "capabilities" | "updateMethod" | "isPredefined"
> & { readonly idForm: IdForm };

type ListedCollection = Pick<
  Collection<ApiRecord, never, never, unknown>,
  "listShown" | "read" | "readShown" | "holdAll" | "versionOf" | "readAgain" | "requireVersion" | "requiredVersionOf"
>;

/** Returns the noun of a resource type in sentences, such as "saved search". */
export function nounOf({ type, api }: ResourceType): string {
  return api?.name ?? type.replace(/^clickstack_/, "").replaceAll("_", " ");
}

/** Returns the name, or the display name of an alert without a title; undefined without both. */
export function shownName({ name, displayName }: ApiRecord & DeclaredFields): string | undefined {
  return [name, displayName].find((each): each is string => typeof each === "string" && each !== "");
}
