import type { ApiRecord } from "../../client";
import type { DeclaredFields } from "../../declaration/field";
import { objectsOf, type Shape, shapeOf } from "../../declaration/shape";
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
import { isMany } from "./hooks";
import { identityOf } from "./identity";
import { lazily } from "./lazily";
import { warningOfIncomplete } from "./look-up";
import { reportFailure } from "./report-failure";
import type { Session } from "./session";

/** A filter of a list: an attribute of its configuration, and a test of a record against the attribute's value. */
interface Filter {
  readonly attribute: Attribute;
  readonly takes: (record: ApiRecord & DeclaredFields, wanted: unknown) => boolean;
}

/**
 * Returns the list of a resource type's objects for `terraform query`, with the filters that its declaration allows.
 */
export function listResourceOf(resourceType: ResourceType, resource: Resource<Session>): ListResource<Session> {
  const type = typeWithObjects(resourceType);
  const { api, collection } = type;
  const filters = filtersOf(type, resource.schema);
  const attributes = () =>
    Object.fromEntries(Object.entries(filters).map(([name, { attribute }]) => [name, attribute]));
  return {
    schema: lazily<Schema>({
      description: () =>
        `Existing ${api.plural}, for \`terraform query\`. Without filters, the list contains all of them.`,
      attributes,
    }),

    async *list(request, context) {
      const { records, incomplete } = await reportFailure(`list the ${api.plural}`, () =>
        collection(context.session.client).readShown({ signal: context.signal }),
      );
      let warnings = warningOfIncomplete(incomplete);
      for await (const found of listed(records, request, context)) {
        yield warnings.length > 0 ? { ...found, diagnostics: [...warnings, ...(found.diagnostics ?? [])] } : found;
        warnings = [];
      }
      // A warning is part of an object's event. Without an object, only an error reaches the user.
      if (incomplete && warnings.length > 0) {
        throw incomplete;
      }
    },
  };

  async function* listed(
    records: readonly ApiRecord[],
    { config, includeResource }: ListRequest,
    context: HandlerContext<Session>,
  ): AsyncIterable<ListedResource> {
    const { session, signal } = context;
    for (const each of records) {
      const identity = identityOf(type, each.id, session);
      // A list may lack the part of an object that the filter reads. Only a filter by source needs a separate read.
      const isDeep = (config.source_id ?? null) !== null;
      const record = isDeep ? await collection(session.client).read(each.id, { signal }) : each;
      if (!identity || !record || api.isPredefined?.(record) || !isTaken(record, filters, config)) {
        continue;
      }
      const found: ListedResource = { identity, displayName: shownName(record) ?? `${api.name} ${record.id}` };
      yield includeResource ? { ...found, ...(await observed(resource, record.id, context)) } : found;
    }
  }
}

/** Returns the object as an import shows it. The engine generates the configuration from this state. */
async function observed(
  resource: Resource<Session>,
  id: string,
  context: HandlerContext<Session>,
): Promise<Pick<ListedResource, "resource" | "diagnostics">> {
  const imported = await resource.import?.({ id }, context);
  const [first] = imported === undefined ? [] : isMany(imported) ? imported : [imported];
  if (!first) {
    throw new Error("A list with resources needs an import.");
  }
  const state = complete(resource.schema.attributes, first.state);
  const read = await resource.read({ state, private: first.private ?? {} }, context);
  if (!read) {
    return {};
  }
  return {
    resource: withoutSecrets(resource.schema, read.state),
    ...(read.diagnostics && { diagnostics: read.diagnostics }),
  };
}

/** Removes secrets, because a query prints the state. The generated configuration has no secrets anyway. */
function withoutSecrets({ attributes }: Schema, state: ObjectValue): ObjectValue {
  return Object.fromEntries(
    Object.entries(state).map(([name, value]) => [name, attributes[name]?.sensitive ? null : value]),
  );
}

function isTaken(record: ApiRecord, filters: Readonly<Record<string, Filter>>, config: ObjectValue): boolean {
  return Object.entries(filters).every(
    ([name, { takes }]) => (config[name] ?? null) === null || takes(record, config[name]),
  );
}

/**
 * Returns the filters of a resource type: name, tags, source, and the attributes that distinguish objects of one name.
 */
function filtersOf(
  { api: { plural }, alsoBy = {}, declaration }: TypeWithObjects,
  schema: Schema,
): Readonly<Record<string, Filter>> {
  const shape = declaration && shapeOf(declaration());
  const text = (description: string, takes: Filter["takes"]): Filter => ({
    attribute: { type: "string", description, optional: true },
    takes,
  });
  const others = Object.entries(alsoBy).map(([name, field]): [string, Filter] => [
    name,
    {
      attribute: {
        type: schema.attributes[name]?.type ?? "string",
        description: `Lists only ${plural} with this \`${name}\`.`,
        optional: true,
      },
      takes: (record, wanted) => record[field] === wanted,
    },
  ]);
  return {
    name: text(`Lists only ${plural} with exactly this name.`, ({ name }, wanted) => name === wanted),
    name_contains: text(
      `Lists only ${plural} whose name contains this text. Upper and lower case are equivalent.`,
      ({ name, displayName }, wanted) =>
        [name, displayName].some((each) =>
          String(each ?? "")
            .toLowerCase()
            .includes(String(wanted).toLowerCase()),
        ),
    ),
    ...(shape &&
      hasField(shape, "tags", "here") && {
        tag: text(
          `Lists only ${plural} with this tag.`,
          ({ tags }, wanted) => Array.isArray(tags) && tags.includes(wanted),
        ),
      }),
    ...(shape &&
      hasField(shape, "sourceId", "anywhere") && {
        source_id: text(`Lists only ${plural} that query this source.`, (record, wanted) =>
          holdsField(record, "sourceId", wanted),
        ),
      }),
    ...Object.fromEntries(others),
  };
}

function hasField(shape: Shape, name: string, where: "here" | "anywhere"): boolean {
  switch (shape.kind) {
    case "list":
    case "map":
      return hasField(shape.item, name, where);
    case "object":
    case "variants":
      return objectsOf(shape).some(
        ({ fields }) =>
          Object.hasOwn(fields, name) ||
          (where === "anywhere" && Object.values(fields).some((field) => hasField(field.shape, name, where))),
      );
    default:
      return false;
  }
}
