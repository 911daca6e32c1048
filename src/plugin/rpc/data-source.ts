import { visible } from "../../visible";
import { complete } from "../plan/nested";
import { fillFromConfig, planChange, withoutUnknowns } from "../plan/plan-change";
import type { CallRequest, CallResponse, Handlers } from "../protocol/calls";
import { FunctionArgumentError, type ProviderFunction } from "../provider/data-source";
import type { ListedResource, Resource } from "../provider/resource";
import { type Schema, schemaType } from "../schema/schema";
import { DiagnosticError } from "../values/diagnostics";
import { readValue, writeValue } from "../values/dynamic-message";
import type { ObjectValue, Value } from "../values/value";
import { deferUntilConfigured } from "./deferral";
import { diagnosticsOf } from "./diagnostic-messages";
import type { ProviderServer, ReportDiagnostics } from "./provider-server";
import { readPrivate, writeIdentity, writePrivate } from "./state-data";

/** Returns the handlers of data sources. */
export function dataSourceHandlers<Session>(server: ProviderServer<Session>): Handlers {
  return {
    readDataSource: (request) => {
      const subject = { during: "read of", kind: "dataSources", name: request.typeName } as const;
      return server.respondAbout(subject, {}, async (source, report) => {
        const { schema } = source;
        const config = server.readObject(schema, request.config) ?? {};
        const later = () => ({ state: foundLater(schema, config) });
        return deferUntilConfigured<CallResponse<"readDataSource">>(request, later, async () => {
          const { state, diagnostics } = await source.read({ config }, server.context);
          report(diagnostics);
          return { state: foundMessage(schema, config, state, `the read of ${request.typeName}`, report) };
        });
      });
    },
  };
}

/** A later plan reads the object, so its values are unknown until then. */
function foundLater(schema: Schema, config: ObjectValue) {
  return writeValue(schemaType(schema), planChange(schema, config, null).plan);
}

/** Returns the message of an object that a handler found, completed from the configuration. */
function foundMessage(
  schema: Schema,
  config: ObjectValue,
  found: ObjectValue,
  during: string,
  report: ReportDiagnostics,
) {
  const fields = schema.attributes;
  const whole = complete(fields, fillFromConfig(fields, config, found));
  const { state, diagnostics } = withoutUnknowns(fields, whole, during);
  report(diagnostics);
  return writeValue(schemaType(schema), state);
}

/** Returns the handlers that open, renew and close ephemeral resources. */
export function ephemeralHandlers<Session>(server: ProviderServer<Session>): Handlers {
  const subjectOf = (during: string, name: string) => ({ during, kind: "ephemeralResources", name }) as const;
  return {
    openEphemeralResource: (request) =>
      server.respondAbout(subjectOf("opening of", request.typeName), {}, async (resource, report) => {
        const { schema } = resource;
        const config = server.readObject(schema, request.config) ?? {};
        const later = () => ({ result: foundLater(schema, config) });
        return deferUntilConfigured<CallResponse<"openEphemeralResource">>(request, later, async () => {
          const opened = await resource.open({ config }, server.context);
          server.keepSecret(schema, opened.result);
          report(opened.diagnostics);
          return {
            result: foundMessage(schema, config, opened.result, `the opening of ${request.typeName}`, report),
            ...renewal(opened.renewAt),
            private: writePrivate(opened.private ?? {}),
          };
        });
      }),
    renewEphemeralResource: (request) =>
      server.respondAbout(subjectOf("renewal of", request.typeName), {}, async (resource, report) => {
        const renewed = await resource.renew?.({ private: readPrivate(request.private) }, server.context);
        report(renewed?.diagnostics);
        const kept = renewed?.private ? writePrivate(renewed.private) : request.private;
        return { ...renewal(renewed?.renewAt), ...(kept ? { private: kept } : {}) };
      }),
    closeEphemeralResource: (request) =>
      server.respondAbout(subjectOf("closing of", request.typeName), {}, async (resource, report) => {
        const closed = await resource.close?.({ private: readPrivate(request.private) }, server.context);
        report(closed?.diagnostics);
        return {};
      }),
  };
}

function renewal(at: Date | undefined) {
  if (!at) {
    return {};
  }
  const milliseconds = at.getTime();
  const seconds = Math.floor(milliseconds / 1000);
  return { renewAt: { seconds: BigInt(seconds), nanos: (milliseconds - seconds * 1000) * 1_000_000 } };
}

type ListEvent = CallResponse<"listResource">;

/** Returns the handlers that list the objects of a resource type. */
export function listHandlers<Session>(server: ProviderServer<Session>): Handlers {
  return { listResource: (request) => list(server, request) };
}

async function* list<Session>(
  server: ProviderServer<Session>,
  request: CallRequest<"listResource">,
): AsyncGenerator<ListEvent> {
  const { typeName, includeResourceObject: includeResource } = request;
  try {
    const source = server.declared("listResources", typeName);
    const resource = server.declared("resources", typeName);
    const config = server.readObject(source.schema, request.config) ?? {};
    const limit = request.limit > 0n ? Number(request.limit) : Number.POSITIVE_INFINITY;
    let left = limit;
    for await (const one of source.list({ config, includeResource, limit }, server.context)) {
      yield eventOf(server, resource, one, includeResource);
      left -= 1;
      if (left <= 0) {
        return;
      }
    }
  } catch (thrown) {
    yield { diagnostic: server.diagnosticMessages(server.diagnosticsOf(thrown, `list of ${typeName}`)) };
  }
}

function eventOf<Session>(
  server: ProviderServer<Session>,
  { schema, identity }: Resource<Session>,
  listed: ListedResource,
  includeResource: boolean,
): ListEvent {
  const whole = includeResource && listed.resource ? complete(schema.attributes, listed.resource) : undefined;
  return {
    displayName: visible(listed.displayName),
    identity: writeIdentity(identity, listed.identity),
    diagnostic: server.diagnosticMessages(listed.diagnostics ?? [], schema),
    ...(whole ? { resourceObject: writeValue(schemaType(schema), whole) } : {}),
  };
}

export function functionHandlers<Session>(server: ProviderServer<Session>): Handlers {
  return {
    callFunction: async (request): Promise<CallResponse<"callFunction">> => {
      try {
        const target = server.declared("functions", request.name);
        return { result: writeValue(target.returns, await target.call(argumentsOf(target, request))) };
      } catch (thrown) {
        return { error: functionError(thrown, request.name, server) };
      }
    },
  };
}

function argumentsOf({ parameters, variadic }: ProviderFunction, request: CallRequest<"callFunction">): Value[] {
  return request.arguments.map((message, index) => {
    const parameter = parameters[index] ?? variadic;
    if (!parameter) {
      throw new FunctionArgumentError(index, "The function accepts fewer arguments.");
    }
    return readValue(parameter.type, message);
  });
}

function functionError<Session>(thrown: unknown, name: string, server: ProviderServer<Session>) {
  if (thrown instanceof FunctionArgumentError) {
    // The engine adds the final period.
    return { text: visible(thrown.message).replace(/\.$/, ""), functionArgument: BigInt(thrown.index) };
  }
  if (thrown instanceof DiagnosticError) {
    return { text: visible(thrown.message) };
  }
  const [diagnostic] = diagnosticsOf(thrown, `call of ${name}`, server.log);
  return { text: visible(diagnostic?.detail ?? "The function failed.") };
}
