import { complete } from "../plan/nested";
import type { Handlers } from "../protocol/calls";
import type { ImportedResource, Resource } from "../provider/resource";
import { DiagnosticError, problem } from "../values/diagnostics";
import type { ProviderServer } from "./provider-server";
import { readIdentity, readPrivate, writeIdentity, writeObject, writePrivate } from "./state-data";
import { readRaw } from "./upgrade";

/** Returns the handlers that import existing objects, also from the state of another resource type (`moved` blocks). */
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
  };
}

function messagesOf({ schema, identity }: Resource, imported: ImportedResource) {
  return {
    state: writeObject(schema, complete(schema.attributes, imported.state)),
    private: writePrivate(imported.private),
    identity: writeIdentity(identity, imported.identity),
  };
}
