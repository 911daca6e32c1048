import { complete, walkNested } from "../plan/nested";
import type { Handlers } from "../protocol/calls";
import type { ImportedResource, Resource } from "../provider/resource";
import { type Attribute, type Attributes, namedAttributes } from "../schema/schema";
import { DiagnosticError, problem } from "../values/diagnostics";
import { attributeOf, type ObjectValue } from "../values/value";
import type { ProviderServer } from "./provider-server";
import { readIdentity, readPrivate, writeIdentity, writeObject, writePrivate } from "./state-data";
import { readRaw } from "./upgrade";

/**
 * Returns the handlers that import existing objects, also from the state of another resource type (`moved` blocks), and
 * that generate their configuration.
 */
export function importHandlers(server: ProviderServer): Handlers {
  return {
    importResourceState: ({ typeName, id, identity }) =>
      server.respondAbout("resources", "import of", typeName, {}, async (resource) => {
        if (!resource.import) {
          const detail = `Objects of type ${typeName} cannot be imported. Fix: Declare the resource and let Terraform create it.`;
          throw new DiagnosticError(problem("Import is not supported", detail));
        }
        const request = { id, ...readIdentity(resource.identity, identity) };
        const imported = [await resource.import(request, server.context)].flat();
        const importedResources = imported.map((one) => {
          const found = messagesOf(resource, one);
          return { typeName, ...found, identity: found.identity ?? identity };
        });
        return { importedResources };
      }),
    moveResourceState: (request) =>
      server.respondAbout("resources", "move to", request.targetTypeName, {}, async (resource) => {
        const source = {
          sourceProvider: request.sourceProviderAddress,
          sourceType: request.sourceTypeName,
          sourceSchemaVersion: Number(request.sourceSchemaVersion),
          sourceState: readRaw(request.sourceState) ?? {},
          sourcePrivate: readPrivate(request.sourcePrivate),
        };
        const moved = await resource.moveState?.(source, server.maybeConfiguredContext);
        if (!moved) {
          const detail = `A ${request.sourceTypeName} of ${request.sourceProviderAddress} cannot become a ${request.targetTypeName}.`;
          throw new DiagnosticError(problem("The move is not supported", detail));
        }
        const target = messagesOf(resource, moved);
        return { targetState: target.state, targetPrivate: target.private, targetIdentity: target.identity };
      }),
    // For `-generate-config-out` of Terraform 1.14. Other engines treat an empty text like a missing one.
    generateResourceConfig: ({ typeName, state: message }) =>
      server.respondAbout("resources", "generation of a configuration of", typeName, {}, async ({ schema }) => {
        const state = server.readObject(schema, message);
        return { config: writeObject(schema, state && configOf(schema.attributes, state)) };
      }),
  };
}

function messagesOf({ schema, identity }: Resource, imported: ImportedResource) {
  return {
    state: writeObject(schema, complete(schema.attributes, imported.state)),
    private: writePrivate(imported.private),
    identity: writeIdentity(identity, imported.identity),
  };
}

/** Returns the attributes that an author writes. Sensitive values are omitted because the result is a file. */
function configOf(fields: Attributes, state: ObjectValue): ObjectValue {
  const configured = namedAttributes(fields).map(([name, field]) => {
    const { nested } = field;
    const value = isWritten(field) ? attributeOf(state, name) : null;
    const config = nested && walkNested(nested.nesting, value, null, (inner) => configOf(nested.attributes, inner));
    return [name, nested ? config : value];
  });
  return Object.fromEntries(configured);
}

function isWritten({ required, optional, sensitive, writeOnly, deprecated, default: standard }: Attribute): boolean {
  const isConfigurable = required === true || optional === true || standard !== undefined;
  return isConfigurable && !sensitive && !writeOnly && deprecated === undefined;
}
