import { visible } from "../../visible";
import { FunctionArgumentError, type ProviderFunction } from "../data-source";
import { DiagnosticError, diagnosticMessage, diagnosticsOf } from "../diagnostics";
import type { Secrets } from "../host/log";
import { complete } from "../plan/nested";
import { filledFromConfig, planChange, withoutUnknowns } from "../plan/plan-change";
import type { ListedResource, Resource } from "../resource";
import { fieldsOf, type Schema, schemaType } from "../schema/schema";
import type { ObjectValue, Value } from "../values/value";
import { readValue, writeValue } from "../wire/dynamic-message";
import type { Handlers, Request, Response } from "./all-handlers";
import { deferrable } from "./deferral";
import { type ProviderSession, type Report, respond } from "./session";
import { declared, readPrivate, writeIdentity, writePrivate } from "./state-data";

/** Looks up. */
export function dataSourceHandlers<Client>(session: ProviderSession<Client>): Handlers {
  return {
    readDataSource: (request) => {
      const schema = session.provider.dataSources?.[request.typeName]?.schema;
      const subject = { during: `read of ${request.typeName}`, schema };
      return respond<Response<"readDataSource">>(session, subject, {}, async (report) => {
        const source = declared(session.provider.dataSources, "data source", request.typeName);
        const config = session.readObject(source.schema, request.config) ?? {};
        const later = () => ({ state: foundLater(source.schema, config) });
        return deferrable<Response<"readDataSource">>(request, later, async () => {
          const { state, diagnostics } = await source.read({ config }, session.context);
          report(diagnostics);
          return { state: foundMessage(source.schema, config, state, `the read of ${request.typeName}`, report) };
        });
      });
    },
  };
}

/** What a later plan reads is as unknown as what a create will find out. */
function foundLater(schema: Schema, config: ObjectValue) {
  return writeValue(schemaType(schema), planChange(schema, config, null).plan);
}

/** The message of what a handler found, with what the configuration says of it. */
function foundMessage(schema: Schema, config: ObjectValue, found: ObjectValue, during: string, report: Report) {
  const fields = fieldsOf(schema);
  const whole = complete(fields, filledFromConfig(fields, config, found));
  const { state, diagnostics } = withoutUnknowns(fields, whole, during);
  report(diagnostics);
  return writeValue(schemaType(schema), state);
}

const kind = "ephemeral resource type";

/** Opens, renews and closes what Terraform never stores. */
export function ephemeralHandlers<Client>(session: ProviderSession<Client>): Handlers {
  const all = session.provider.ephemeralResources;
  return {
    openEphemeralResource: (request) => {
      const schema = all?.[request.typeName]?.schema;
      const subject = { during: `opening of ${request.typeName}`, schema };
      return respond<Response<"openEphemeralResource">>(session, subject, {}, async (report) => {
        const resource = declared(all, kind, request.typeName);
        const config = session.readObject(resource.schema, request.config) ?? {};
        const later = () => ({ result: foundLater(resource.schema, config) });
        return deferrable<Response<"openEphemeralResource">>(request, later, async () => {
          const opened = await resource.open({ config }, session.context);
          session.keepSecret(resource.schema, opened.result);
          report(opened.diagnostics);
          const during = `the opening of ${request.typeName}`;
          return {
            result: foundMessage(resource.schema, config, opened.result, during, report),
            ...renewal(opened.renewAt),
            private: writePrivate(opened.private ?? {}),
          };
        });
      });
    },
    renewEphemeralResource: (request) =>
      respond<Response<"renewEphemeralResource">>(
        session,
        { during: `renewal of ${request.typeName}` },
        {},
        async (report) => {
          const resource = declared(all, kind, request.typeName);
          const renewed = await resource.renew?.({ private: readPrivate(request.private) }, session.context);
          report(renewed?.diagnostics);
          const kept = renewed?.private ? writePrivate(renewed.private) : request.private;
          return { ...renewal(renewed?.renewAt), ...(kept ? { private: kept } : {}) };
        },
      ),
    closeEphemeralResource: (request) =>
      respond<Response<"closeEphemeralResource">>(
        session,
        { during: `closing of ${request.typeName}` },
        {},
        async (report) => {
          const resource = declared(all, kind, request.typeName);
          const closed = await resource.close?.({ private: readPrivate(request.private) }, session.context);
          report(closed?.diagnostics);
          return {};
        },
      ),
  };
}

function renewal(at: Date | undefined) {
  if (!at) return {};
  const milliseconds = at.getTime();
  const seconds = Math.floor(milliseconds / 1000);
  return { renewAt: { seconds: BigInt(seconds), nanos: (milliseconds - seconds * 1000) * 1_000_000 } };
}

type ListEvent = Response<"listResource">;

/** Lists the objects of a resource type. */
export function listHandlers<Client>(session: ProviderSession<Client>): Handlers {
  return { listResource: (request) => list(session, request) };
}

async function* list<Client>(
  session: ProviderSession<Client>,
  request: Request<"listResource">,
): AsyncGenerator<ListEvent> {
  try {
    yield* listed(session, request);
  } catch (thrown) {
    const during = `list of ${request.typeName}`;
    const diagnostics =
      session.provider.describeFailure?.(thrown, during) ?? diagnosticsOf(thrown, during, session.log);
    yield { diagnostic: diagnostics.map((one) => diagnosticMessage(session.secrets.redactDiagnostic(one))) };
  }
}

async function* listed<Client>(
  session: ProviderSession<Client>,
  request: Request<"listResource">,
): AsyncGenerator<ListEvent> {
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

export function functionHandlers<Client>(session: ProviderSession<Client>): Handlers {
  return {
    callFunction: async (request): Promise<Response<"callFunction">> => {
      try {
        const target = declared(session.provider.functions, "function", request.name);
        return { result: writeValue(target.returns, await target.call(argumentsOf(target, request))) };
      } catch (thrown) {
        return { error: functionError(thrown, request.name, session) };
      }
    },
  };
}

function argumentsOf({ parameters, variadic }: ProviderFunction, request: Request<"callFunction">): Value[] {
  return request.arguments.map((message, index) => {
    const parameter = parameters[index] ?? variadic;
    if (!parameter) throw new FunctionArgumentError(index, "The function takes fewer arguments.");
    return readValue(parameter.type, message);
  });
}

function functionError<Client>(thrown: unknown, name: string, session: ProviderSession<Client>) {
  if (thrown instanceof FunctionArgumentError)
    // The engine ends the sentence.
    return { text: visible(thrown.message).replace(/\.$/, ""), functionArgument: BigInt(thrown.index) };
  if (thrown instanceof DiagnosticError) return { text: visible(thrown.message) };
  const [diagnostic] = diagnosticsOf(thrown, `call of ${name}`, session.log);
  return { text: visible(diagnostic?.detail ?? "The function failed.") };
}
