import { complete } from "../plan/nested";
import type { Handlers } from "../protocol/calls";
import { schemaType } from "../schema/schema";
import { DiagnosticError, problem } from "../values/diagnostics";
import { writeValue } from "../values/dynamic-message";
import type { ProviderServer } from "./provider-server";
import { readIdentity, readPrivate, writeIdentity, writePrivate } from "./state-data";
import { readRaw } from "./upgrade";

/** Returns the handlers that import existing objects. */
export function importHandlers<Session>(server: ProviderServer<Session>): Handlers {
  return {
    importResourceState: (request) => {
      const { typeName, id } = request;
      const subject = { during: "import of", kind: "resources", name: typeName } as const;
      return server.respondAbout(subject, {}, async (resource) => {
        const { schema, identity } = resource;
        if (!resource.import) {
          const detail = `Objects of type ${typeName} cannot be imported. Fix: Declare the resource and let Terraform create it.`;
          throw new DiagnosticError(problem("Import is not supported", detail));
        }
        const imported = await resource.import({ id, ...readIdentity(identity, request.identity) }, server.context);
        const importedResources = [imported].flat().map((one) => ({
          typeName,
          state: writeValue(schemaType(schema), complete(schema.attributes, one.state)),
          private: writePrivate(one.private ?? {}),
          identity: writeIdentity(identity, one.identity) ?? request.identity,
        }));
        return { importedResources };
      });
    },
  };
}

/** Returns the handlers that convert the state of another resource type (`moved` blocks). */
export function moveHandlers<Session>(server: ProviderServer<Session>): Handlers {
  return {
    moveResourceState: (request) => {
      const subject = { during: "move to", kind: "resources", name: request.targetTypeName } as const;
      return server.respondAbout(subject, {}, async (resource) => {
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
        const state = complete(resource.schema.attributes, moved.state);
        return {
          targetState: writeValue(schemaType(resource.schema), state),
          targetPrivate: writePrivate(moved.private ?? {}),
          targetIdentity: writeIdentity(resource.identity, moved.identity),
        };
      });
    },
  };
}
