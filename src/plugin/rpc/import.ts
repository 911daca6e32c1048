import { DiagnosticError, problem } from "../diagnostics";
import { complete } from "../plan/nested";
import type { ImportedResource, Resource } from "../resource";
import { fieldsOf, schemaType } from "../schema/schema";
import { writeValue } from "../wire/dynamic-message";
import type { Handlers, Request, Response } from "./all-handlers";
import { type ProviderSession, respond } from "./session";
import { declared, readIdentity, readPrivate, writeIdentity, writePrivate } from "./state-data";
import { readRaw } from "./upgrade";

/** Takes existing objects into the state. */
export function importHandlers<Client>(session: ProviderSession<Client>): Handlers {
  return {
    importResourceState: (request) =>
      respond<Response<"importResourceState">>(session, { during: `import of ${request.typeName}` }, {}, async () => {
        const resource = declared(session.provider.resources, "resource type", request.typeName);
        const imported = await importFrom(session, resource, request);
        return { importedResources: imported.map((one) => importedMessage(resource, one, request)) };
      }),
  };
}

async function importFrom<Client>(
  session: ProviderSession<Client>,
  resource: Resource<Client>,
  request: Request<"importResourceState">,
): Promise<readonly ImportedResource[]> {
  if (!resource.import) {
    const detail = `Objects of type ${request.typeName} cannot be imported: declare the resource and let Terraform create it.`;
    throw new DiagnosticError(problem("Import is not supported", detail));
  }
  const identity = readIdentity(resource.identity, request.identity);
  const imported = await resource.import({ id: request.id, ...identity }, session.context);
  return isMany(imported) ? imported : [imported];
}

function importedMessage<Client>(
  resource: Resource<Client>,
  imported: ImportedResource,
  request: Request<"importResourceState">,
) {
  const state = complete(fieldsOf(resource.schema), imported.state);
  return {
    typeName: request.typeName,
    state: writeValue(schemaType(resource.schema), state),
    private: writePrivate(imported.private ?? {}),
    identity: writeIdentity(resource.identity, imported.identity) ?? request.identity,
  };
}

function isMany(imported: ImportedResource | readonly ImportedResource[]): imported is readonly ImportedResource[] {
  return Array.isArray(imported);
}

/** Takes over the state of another resource type (`moved` blocks). */
export function moveHandlers<Client>(session: ProviderSession<Client>): Handlers {
  return {
    moveResourceState: (request) =>
      respond<Response<"moveResourceState">>(session, { during: `move to ${request.targetTypeName}` }, {}, async () => {
        const resource = declared(session.provider.resources, "resource type", request.targetTypeName);
        const source = {
          sourceProvider: request.sourceProviderAddress,
          sourceType: request.sourceTypeName,
          sourceSchemaVersion: Number(request.sourceSchemaVersion),
          sourceState: readRaw(request.sourceState) ?? {},
          sourcePrivate: readPrivate(request.sourcePrivate),
        };
        const moved = await resource.moveState?.(source, session.maybeConfiguredContext);
        if (!moved) {
          const detail = `A ${request.sourceTypeName} of ${request.sourceProviderAddress} cannot become a ${request.targetTypeName}.`;
          throw new DiagnosticError(problem("The move is not supported", detail));
        }
        const state = complete(fieldsOf(resource.schema), moved.state);
        return {
          targetState: writeValue(schemaType(resource.schema), state),
          targetPrivate: writePrivate(moved.private ?? {}),
          targetIdentity: writeIdentity(resource.identity, moved.identity),
        };
      }),
  };
}
