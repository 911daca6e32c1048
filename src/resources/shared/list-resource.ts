import type { ApiRecord } from "../../client";
import type { DeclaredFields } from "../../declaration/field";
import { collectFields, compoundShapeOf, declaredFieldsOf } from "../../declaration/shape";
import {
  type Attribute,
  complete,
  type HandlerContext,
  type ListedResource,
  type ListRequest,
  type ListResource,
  type ObjectValue,
  type Resource,
  type Schema,
} from "../../plugin";
import { type ResourceType, shownName, type TypeWithObjects, typeWithObjects } from "../resource-type";
import { holdsField } from "./holds-field";
import { identityOf } from "./identity";
import { lazily } from "./lazily";
import { contains, warningOfIncomplete } from "./look-up";
import { reportFailure } from "./report-failure";
import type { Session } from "./session";

/** Lists objects for `terraform query`, with the filters that the declaration allows. */
export function listResourceOf(resourceType: ResourceType, resource: Resource<Session>): ListResource<Session> {
  const type = typeWithObjects(resourceType);
  const { api, collection } = type;
  return {
    schema: lazily<Schema>({
      description: () =>
        `Existing ${api.plural}, for \`terraform query\`. Without filters, the list contains all of them.`,
      attributes: () => filtersOf(type, resource.schema),
    }),

    async *list(request, context) {
      const { records, incomplete } = await reportFailure(`list the ${api.plural}`, () =>
        collection(context.session.client).readShown({ signal: context.signal }),
      );
      let warnings = warningOfIncomplete(incomplete);
      for (const record of records) {
        const found = await listed(record, request, context);
        if (found) {
          yield warnings.length > 0 ? { ...found, diagnostics: [...warnings, ...(found.diagnostics ?? [])] } : found;
          warnings = [];
        }
      }
      // A warning is part of an object's event. Without an object, only an error reaches the user.
      if (incomplete && warnings.length > 0) {
        throw incomplete;
      }
    },
  };

  async function listed(
    each: ApiRecord,
    { config, includeResource }: ListRequest,
    context: HandlerContext<Session>,
  ): Promise<ListedResource | undefined> {
    const { session, signal } = context;
    const identity = identityOf(type, each.id, session);
    // The objects of a list can be incomplete. A filter by source needs whole objects, so each is read separately.
    const needsWholeObject = (config.source_id ?? null) !== null;
    const record = needsWholeObject ? await collection(session.client).read(each.id, { signal }) : each;
    if (!identity || !record || api.isPredefined?.(record) || !matchesFilters(type, record, config)) {
      return undefined;
    }
    const found: ListedResource = { identity, displayName: shownName(record) ?? `${api.name} ${record.id}` };
    return includeResource ? { ...found, ...(await observed(resource, record.id, context)) } : found;
  }
}

/** Returns the object as an import shows it. The engine generates the configuration from this state. */
async function observed(
  resource: Resource<Session>,
  id: string,
  context: HandlerContext<Session>,
): Promise<Pick<ListedResource, "resource" | "diagnostics">> {
  const read = await readImported(resource, id, context);
  if (!read) {
    return {};
  }
  return {
    resource: withoutSecrets(resource.schema, read.state),
    ...(read.diagnostics && { diagnostics: read.diagnostics }),
  };
}

/** Imports an object and reads it, as `terraform import` does. Returns null if the object does not exist. */
export async function readImported(resource: Resource<Session>, id: string, context: HandlerContext<Session>) {
  const [first] = [await resource.import?.({ id }, context)].flat();
  if (!first) {
    throw new Error("The resource needs an import.");
  }
  const state = complete(resource.schema.attributes, first.state);
  return resource.read({ state, private: first.private ?? {} }, context);
}

/** Removes secrets, because a query prints the state. The generated configuration has no secrets anyway. */
function withoutSecrets({ attributes }: Schema, state: ObjectValue): ObjectValue {
  return Object.fromEntries(
    Object.entries(state).map(([name, value]) => [name, attributes[name]?.sensitive ? null : value]),
  );
}

function filtersOf(
  { api: { plural }, alsoBy = {}, declaration }: TypeWithObjects,
  schema: Schema,
): Readonly<Record<string, Attribute>> {
  const shape = declaration && compoundShapeOf(declaration());
  const text = (description: string) => ({ type: "string", description, optional: true }) as const;
  const others = Object.keys(alsoBy).map((name): [string, Attribute] => [
    name,
    {
      ...text(`Lists only ${plural} with this \`${name}\`.`),
      type: schema.attributes[name]?.type ?? "string",
    },
  ]);
  const hasTags = shape && declaredFieldsOf(shape).some(({ name }) => name === "tags");
  const hasSources = shape && collectFields(shape).some(({ name }) => name === "sourceId");
  return {
    name: text(`Lists only ${plural} with exactly this name.`),
    name_contains: text(`Lists only ${plural} whose name contains this text. Upper and lower case are equivalent.`),
    ...(hasTags && { tag: text(`Lists only ${plural} with this tag.`) }),
    ...(hasSources && { source_id: text(`Lists only ${plural} that query this source.`) }),
    ...Object.fromEntries(others),
  };
}

/** Returns true if a record matches every filter that has a value. */
function matchesFilters(
  { alsoBy = {} }: TypeWithObjects,
  record: ApiRecord & DeclaredFields,
  config: ObjectValue,
): boolean {
  const { name, displayName, tags } = record;
  return Object.entries(config).every(([filter, wanted]) => {
    if (wanted === null || wanted === undefined) {
      return true;
    }
    switch (filter) {
      case "name_contains":
        return [name, displayName].some((each) => contains(each, wanted));
      case "tag":
        return Array.isArray(tags) && tags.includes(wanted);
      case "source_id":
        return holdsField(record, "sourceId", wanted);
      default:
        return record[alsoBy[filter] ?? filter] === wanted;
    }
  });
}
