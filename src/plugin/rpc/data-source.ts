import { visible } from "../../visible";
import { FunctionArgumentError, type ProviderFunction } from "../data-source";
import { DiagnosticError, diagnosticsOf } from "../diagnostics";
import { complete } from "../plan/nested";
import { filledFromConfig, planChange, withoutUnknowns } from "../plan/plan-change";
import type { ListedResource, Resource } from "../resource";
import { fieldsOf, type Schema, schemaType } from "../schema/schema";
import type { ObjectValue, Value } from "../values/value";
import { readValue, writeValue } from "../wire/dynamic-message";
import type { Handlers, Request, Response } from "./all-handlers";
import { deferrable } from "./deferral";
import type { ProviderSession, Report } from "./session";
import { readPrivate, writeIdentity, writePrivate } from "./state-data";

/** Looks up. */
export function dataSourceHandlers<Client>(session: ProviderSession<Client>): Handlers {
  return {
    readDataSource: (request) => {
      const subject = { during: "read of", kind: "dataSources", name: request.typeName } as const;
      return session.respondAbout(subject, {}, async (source, report) => {
        const { schema } = source;
        const config = session.readObject(schema, request.config) ?? {};
        const later = () => ({ state: foundLater(schema, config) });
        return deferrable<Response<"readDataSource">>(request, later, async () => {
          const { state, diagnostics } = await source.read({ config }, session.context);
          report(diagnostics);
          return { state: foundMessage(schema, config, state, `the read of ${request.typeName}`, report) };
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

/** Opens, renews and closes what Terraform never stores. */
export function ephemeralHandlers<Client>(session: ProviderSession<Client>): Handlers {
  const subjectOf = (during: string, name: string) => ({ during, kind: "ephemeralResources", name }) as const;
  return {
    openEphemeralResource: (request) =>
      session.respondAbout(subjectOf("opening of", request.typeName), {}, async (resource, report) => {
        const { schema } = resource;
        const config = session.readObject(schema, request.config) ?? {};
        const later = () => ({ result: foundLater(schema, config) });
        return deferrable<Response<"openEphemeralResource">>(request, later, async () => {
          const opened = await resource.open({ config }, session.context);
          session.keepSecret(schema, opened.result);
          report(opened.diagnostics);
          return {
            result: foundMessage(schema, config, opened.result, `the opening of ${request.typeName}`, report),
            ...renewal(opened.renewAt),
            private: writePrivate(opened.private ?? {}),
          };
        });
      }),
    renewEphemeralResource: (request) =>
      session.respondAbout(subjectOf("renewal of", request.typeName), {}, async (resource, report) => {
        const renewed = await resource.renew?.({ private: readPrivate(request.private) }, session.context);
        report(renewed?.diagnostics);
        const kept = renewed?.private ? writePrivate(renewed.private) : request.private;
        return { ...renewal(renewed?.renewAt), ...(kept ? { private: kept } : {}) };
      }),
    closeEphemeralResource: (request) =>
      session.respondAbout(subjectOf("closing of", request.typeName), {}, async (resource, report) => {
        const closed = await resource.close?.({ private: readPrivate(request.private) }, session.context);
        report(closed?.diagnostics);
        return {};
      }),
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
  const { typeName, includeResourceObject: includeResource } = request;
  try {
    const source = session.declared("listResources", typeName);
    const resource = session.declared("resources", typeName);
    const config = session.readObject(source.schema, request.config) ?? {};
    const limit = request.limit > 0n ? Number(request.limit) : Number.POSITIVE_INFINITY;
    let left = limit;
    for await (const one of source.list({ config, includeResource, limit }, session.context)) {
      yield eventOf(session, resource, one, includeResource);
      left -= 1;
      if (left <= 0) return;
    }
  } catch (thrown) {
    yield { diagnostic: session.diagnosticMessages(session.diagnosticsOf(thrown, `list of ${typeName}`)) };
  }
}

function eventOf<Client>(
  session: ProviderSession<Client>,
  { schema, identity }: Resource<Client>,
  listed: ListedResource,
  includeResource: boolean,
): ListEvent {
  const whole = includeResource && listed.resource ? complete(fieldsOf(schema), listed.resource) : undefined;
  return {
    displayName: visible(listed.displayName),
    identity: writeIdentity(identity, listed.identity),
    diagnostic: session.diagnosticMessages(listed.diagnostics ?? [], schema),
    ...(whole ? { resourceObject: writeValue(schemaType(schema), whole) } : {}),
  };
}

export function functionHandlers<Client>(session: ProviderSession<Client>): Handlers {
  return {
    callFunction: async (request): Promise<Response<"callFunction">> => {
      try {
        const target = session.declared("functions", request.name);
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
