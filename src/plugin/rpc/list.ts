import { visible } from "../../visible";
import { diagnosticMessage } from "../diagnostics/diagnostic-message";
import { diagnosticsOf } from "../diagnostics/failure";
import type { Secrets } from "../host/secrets";
import type { ListedResource } from "../list-resource";
import { complete } from "../plan/complete";
import type { Resource } from "../resource";
import { fieldsOf, schemaType } from "../schema/field";
import { writeValue } from "../wire/dynamic-message";
import type { Answer, Handlers, Request } from "./handlers";
import { writeIdentity } from "./identity-data";
import { declared } from "./lookup";
import type { Session } from "./session";

type ListEvent = Answer<"listResource">;

/** Lists the objects of a resource type. */
export function listHandlers<Client>(session: Session<Client>): Handlers {
  return { listResource: (request) => list(session, request) };
}

async function* list<Client>(session: Session<Client>, request: Request<"listResource">): AsyncGenerator<ListEvent> {
  try {
    yield* listed(session, request);
  } catch (thrown) {
    const diagnostics = diagnosticsOf(thrown, `list of ${request.typeName}`, session.log);
    yield { diagnostic: diagnostics.map((one) => diagnosticMessage(session.secrets.redactDiagnostic(one))) };
  }
}

async function* listed<Client>(session: Session<Client>, request: Request<"listResource">): AsyncGenerator<ListEvent> {
  const { typeName, includeResourceObject: includeResource } = request;
  const source = declared(session.provider.listResources, "list resource type", typeName);
  const resource = declared(session.provider.resources, "resource type", typeName);
  const config = session.readObject(source.schema, request.config) ?? {};
  const limit = request.limit > 0n ? Number(request.limit) : Number.POSITIVE_INFINITY;
  let left = limit;
  for await (const one of source.list({ config, includeResource, limit }, session.context)) {
    yield eventOf(session.secrets, resource, one, includeResource);
    left -= 1;
    if (left <= 0) return;
  }
}

function eventOf<Client>(
  secrets: Secrets,
  resource: Resource<Client>,
  listed: ListedResource,
  includeResource: boolean,
): ListEvent {
  const type = schemaType(resource.schema);
  const whole = includeResource && listed.resource ? complete(fieldsOf(resource.schema), listed.resource) : undefined;
  return {
    displayName: visible(listed.displayName),
    identity: writeIdentity(resource.identity, listed.identity),
    diagnostic: (listed.diagnostics ?? []).map((one) => diagnosticMessage(secrets.redactDiagnostic(one), type)),
    ...(whole ? { resourceObject: writeValue(type, whole) } : {}),
  };
}
