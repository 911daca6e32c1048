import { type DataSource, type EphemeralResource, type ListResource, type Resource, withDefaults } from "../plugin";
import { type ResourceType, type TypeWithObjects, typeWithObjects } from "./resource-type";
import { roleClaimHooks } from "./role-assignment/role-claims";
import { serverVersionHooks } from "./server-versions";
import { existingNameHooks } from "./shared/existing-names";
import { extraFieldsHooks } from "./shared/extra-fields";
import { type ResourceHooks, withHooks } from "./shared/hooks";
import { identityHooks, importIdHooks } from "./shared/identity";
import { lazily } from "./shared/lazily";
import { listResourceOf } from "./shared/list-resource";
import { managedObjectHooks } from "./shared/managed-objects";
import { moveHooks } from "./shared/move-state";
import { otherFieldsHooks } from "./shared/other-fields";
import type { Session } from "./shared/session";
import { stalePlanHooks, updatesPartly } from "./shared/stale-plan";
import { unreadableObjectHooks } from "./shared/unreadable-objects";

type ByTypeName<Handlers> = Readonly<Record<string, Handlers>>;

/** Returns the resources of resource types by type name. Each is loaded when it is first read, like all other handlers. */
export function resourcesOf(types: readonly ResourceType[]): ByTypeName<Resource<Session>> {
  const makers = types.flatMap((each) => {
    const { type, resource } = each;
    return resource ? [[type, () => hooked(each, resource())] as const] : [];
  });
  return lazily(Object.fromEntries(makers));
}

export function listResourcesOf(
  types: readonly ResourceType[],
  resources: ByTypeName<Resource<Session>>,
): ByTypeName<ListResource<Session>> {
  const makers = types
    .filter(({ resource }) => resource)
    .map((each) => [each.type, () => listResourceOf(each, member(resources, each.type))] as const);
  return lazily(Object.fromEntries(makers));
}

function member<T>(all: ByTypeName<T | undefined>, name: string): T {
  const found = all[name];
  if (found === undefined) {
    throw new Error(`There are no handlers of ${name}.`);
  }
  return found;
}

export function dataSourcesOf(types: readonly ResourceType[]): ByTypeName<DataSource<Session>> {
  const makers = types.flatMap(({ type, dataSources = {}, lookUps }) =>
    Object.keys(dataSources).map((name) => {
      const handlers = () => (name === type ? lookUps?.().one : lookUps?.().all);
      return [name, () => member({ [name]: handlers() }, name)] as const;
    }),
  );
  return lazily(Object.fromEntries(makers.sort(([one], [other]) => (one < other ? -1 : 1))));
}

export function ephemeralResourcesOf(types: readonly ResourceType[]): ByTypeName<EphemeralResource<Session>> {
  const declared = types.flatMap(({ ephemeralResources = {} }) => Object.entries(ephemeralResources));
  return lazily(Object.fromEntries(declared.map(([type, { handlers }]) => [type, handlers])));
}

/**
 * The common behaviors of all resources. Code that runs before a handler runs in this order, and code that runs after
 * it in the reverse order (`hooks.ts`).
 *
 * | Behavior | Description |
 * |---|---|
 * | `managed_objects` | Notes each object in state. It runs before all other hooks, which read these notes. |
 * | `identity` | Adds the identity to results, and supports imports by identity. |
 * | `unreadable_objects` | Keeps the state of an object that cannot be read, with a warning. |
 * | `moved_state` | Supports `moved` blocks from the vendor's resources. |
 * | `import_id` | Refuses an import of a text that cannot be an id. |
 * | `existing_names` | Checks planned creates for unmanaged objects of the same name. |
 * | `role_claims` | Reports roles whose actors two resources declare. |
 * | `stale_plans` | Compares the object with what the plan saw before an update or delete. |
 * | `server_versions` | Refuses attributes that an older server would drop, and names the version that they require. |
 * | `other_fields` | Warns of fields that were set elsewhere and cannot be declared. |
 * | `extra_fields` | Reports extra fields that the server refuses or does not store. |
 * | `new_defaults` | Adds defaults to states that an earlier version wrote without them. |
 */
function hooksOf(type: TypeWithObjects, resource: Resource<Session>): Readonly<Record<string, ResourceHooks>> {
  return {
    managed_objects: managedObjectHooks(type.type, resource),
    identity: identityHooks(type),
    unreadable_objects: unreadableObjectHooks(type, resource),
    moved_state: moveHooks(type, resource),
    import_id: importIdHooks(type),
    existing_names: type.hasUniqueNames ? {} : existingNameHooks(type),
    role_claims: roleClaimHooks(type.type),
    stale_plans: stalePlanHooks(type, resource),
    server_versions: serverVersionHooks(type),
    other_fields: updatesPartly(type) ? {} : otherFieldsHooks(resource),
    extra_fields: extraFieldsHooks(resource),
    new_defaults: { completeState: (state) => withDefaults(resource.schema.attributes, state) },
  };
}

function hooked(resourceType: ResourceType, resource: Resource<Session>): Resource<Session> {
  return withHooks(resource, Object.values(hooksOf(typeWithObjects(resourceType), resource)));
}
