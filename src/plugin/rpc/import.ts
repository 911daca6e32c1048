import { DiagnosticError, problem } from "../diagnostics/diagnostic";
import { complete } from "../plan/complete";
import type { ImportedResource, Resource } from "../resource";
import { fieldsOf, schemaType } from "../schema/field";
import { writeValue } from "../wire/dynamic-message";
import { answer } from "./answer";
import type { Answer, Handlers, Request } from "./handlers";
import { readIdentity, writeIdentity } from "./identity-data";
import { declared } from "./lookup";
import { writePrivate } from "./private-state";
import type { Session } from "./session";

/** Takes existing objects into the state. */
export function importHandlers<Client>(session: Session<Client>): Handlers {
  return {
    importResourceState: (request) =>
      answer<Answer<"importResourceState">>(session, { during: `import of ${request.typeName}` }, {}, async () => {
        const resource = declared(session.provider.resources, "resource type", request.typeName);
        const imported = await importFrom(session, resource, request);
        return { importedResources: imported.map((one) => importedMessage(resource, one, request)) };
      }),
  };
}

async function importFrom<Client>(
  session: Session<Client>,
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
