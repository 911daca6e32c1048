import {
  type DataSource,
  type EphemeralResource,
  type ListResource,
  type Resource,
  schemaFieldsOf,
  withDefaults,
} from "../../plugin";
import { type ResourceType, type TypeWithObjects, typeWithObjects } from "../resource-type";
import { lookingForExistingNames } from "./existing-names";
import { withIdentity } from "./identity";
import { importingById } from "./import-id";
import { lazily } from "./lazily";
import { listResourceOf } from "./list-resource";
import { notingManaged } from "./managed-objects";
import { movingFromVendor } from "./move-state";
import { showingOtherFields } from "./other-fields";
import type { Session } from "./session";
import { failingOnStalePlans, updatesPartly } from "./stale-plan";

/** Returns the resources of resource types by type name. Each is loaded when it is first read. */
export function resourcesOf(types: readonly ResourceType[]): Readonly<Record<string, Resource<Session>>> {
  const makers = types.flatMap((each) => {
    const { type, resource } = each;
    return resource ? [[type, () => withHooks(each, resource())] as const] : [];
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
    return [[each.type, () => listResourceOf(each, member(resources, each.type))] as const];
  });
  return lazily(Object.fromEntries(makers));
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
  const makers = types.flatMap(({ dataSources = {} }) =>
    Object.entries(dataSources).map(([type, { handlers }]) => [type, handlers] as const),
  );
  return lazily(Object.fromEntries(makers.sort(byName)));
}

/** Returns the ephemeral resources of resource types by type name. Each is loaded when it is first read. */
export function ephemeralResourcesOf(
  types: readonly ResourceType[],
): Readonly<Record<string, EphemeralResource<Session>>> {
  const makers = types.flatMap(({ ephemeralResources = {} }) =>
    Object.entries(ephemeralResources).map(([type, { handlers }]) => [type, handlers] as const),
  );
  return lazily(Object.fromEntries(makers));
}

/** One common behavior of all resources. */
interface Hook {
  readonly name: string;
  readonly appliesTo?: (type: TypeWithObjects) => boolean;
  readonly wrap: (resource: Resource<Session>, type: TypeWithObjects) => Resource<Session>;
}

/**
 * The common behavior of all resources, innermost first. A later hook sees the results of the earlier ones.
 *
 * | Hook | Behavior |
 * |---|---|
 * | `other_fields` | Warns of fields that were set elsewhere and cannot be declared. |
 * | `stale_plans` | Compares the object with what the plan saw before an update or delete. |
 * | `existing_names` | Checks planned creates for unmanaged objects of the same name. |
 * | `import_id` | Refuses an import of a text that cannot be an id. |
 * | `moved_state` | Supports `moved` blocks from the vendor's resources. |
 * | `identity` | Adds the identity to results, and supports imports by identity. |
 * | `managed_objects` | Notes each object in state. It runs before all other hooks, which read these notes. |
 * | `new_defaults` | Adds defaults to states that an earlier version wrote without them. |
 */
const HOOKS: readonly Hook[] = [
  { name: "other_fields", appliesTo: (type) => !updatesPartly(type), wrap: showingOtherFields },
  { name: "stale_plans", wrap: (resource, type) => failingOnStalePlans(type, resource) },
  {
    name: "existing_names",
    appliesTo: ({ hasUniqueNames }) => !hasUniqueNames,
    wrap: (resource, type) => lookingForExistingNames(type, resource),
  },
  { name: "import_id", wrap: (resource, type) => importingById(type, resource) },
  { name: "moved_state", wrap: (resource, type) => movingFromVendor(type, resource) },
  { name: "identity", wrap: (resource, type) => withIdentity(type, resource) },
  { name: "managed_objects", wrap: (resource, { type }) => notingManaged(type, resource) },
  {
    name: "new_defaults",
    wrap: (resource) => ({
      ...resource,
      completeState: (state) => withDefaults(schemaFieldsOf(resource.schema), state),
    }),
  },
];

function withHooks(resourceType: ResourceType, resource: Resource<Session>): Resource<Session> {
  const type = typeWithObjects(resourceType);
  return HOOKS.filter(({ appliesTo }) => appliesTo?.(type) ?? true).reduce(
    (wrapped, { wrap }) => wrap(wrapped, type),
    resource,
  );
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
