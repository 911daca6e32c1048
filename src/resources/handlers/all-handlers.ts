import {
  type DataSource,
  type EphemeralResource,
  fieldsOf,
  type ListResource,
  type Resource,
  withDefaults,
} from "../../plugin";
import { type ResourceType, typeWithObjects } from "../resource-type";
import { lookingForExistingNames } from "./existing-names";
import { withIdentity } from "./identity";
import { importingById } from "./import-id";
import { lazily } from "./lazily";
import { notingManaged } from "./managed-objects";
import { movingFromVendor } from "./move-state";
import { showingOtherFields } from "./other-fields";
import type { Session } from "./session";
import { failingOnStalePlans, updatesPartly } from "./stale-plan";

/** Returns the resources of resource types by type name. Each is loaded when it is first read. */
export function resourcesOf(types: readonly ResourceType[]): Readonly<Record<string, Resource<Session>>> {
  const makers = types.flatMap((each) => {
    const { type, resource } = each;
    return resource ? [[type, () => withChecks(each, resource())] as const] : [];
  });
  return lazily(Object.fromEntries(makers));
}

/** Returns the list resources of resource types by type name. Each is loaded when it is first read. */
export function listResourcesOf(
  types: readonly ResourceType[],
  resources: Readonly<Record<string, Resource<Session>>>,
): Readonly<Record<string, ListResource<Session>>> {
  const makers = types.flatMap((each) => {
    if (!each.resource) {
      return [];
    }
    return [[each.type, () => listing().listResourceOf(each, member(resources, each.type))] as const];
  });
  return lazily(Object.fromEntries(makers));
}

/** Loaded on demand, because only a query needs it. */
function listing() {
  return require("./list-resource") as typeof import("./list-resource");
}

function member<T>(all: Readonly<Record<string, T>>, name: string): T {
  const found = all[name];
  if (found === undefined) {
    throw new Error(`There is no resource ${name}.`);
  }
  return found;
}

/** Returns the data sources of resource types by type name. Each is loaded when it is first read. */
export function dataSourcesOf(types: readonly ResourceType[]): Readonly<Record<string, DataSource<Session>>> {
  return lazily(Object.fromEntries(types.flatMap(({ dataSources = {} }) => Object.entries(dataSources)).sort(byName)));
}

/** Returns the ephemeral resources of resource types by type name. Each is loaded when it is first read. */
export function ephemeralResourcesOf(
  types: readonly ResourceType[],
): Readonly<Record<string, EphemeralResource<Session>>> {
  return lazily(Object.fromEntries(types.flatMap(({ ephemeralResources = {} }) => Object.entries(ephemeralResources))));
}

function withChecks(resourceType: ResourceType, resource: Resource<Session>): Resource<Session> {
  const type = typeWithObjects(resourceType);
  const complete = updatesPartly(type) ? resource : showingOtherFields(resource);
  const compared = failingOnStalePlans(type, complete);
  const named = type.hasUniqueNames ? compared : lookingForExistingNames(type, compared);
  const movable = movingFromVendor(type, importingById(type, named));
  return knowingNewDefaults(notingManaged(type.type, withIdentity(type, movable)));
}

/**
 * Adds defaults to stored states that an earlier version wrote without them, so that they are not reported as drift.
 */
function knowingNewDefaults(resource: Resource<Session>): Resource<Session> {
  return { ...resource, completeState: (state) => withDefaults(fieldsOf(resource.schema), state) };
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
