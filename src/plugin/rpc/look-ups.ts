import { visible } from "../../visible";
import { complete } from "../plan/nested";
import { fillFromConfig, planChange, withoutUnknowns } from "../plan/plan-change";
import type { CallRequest, CallResponse, Handlers } from "../protocol/calls";
import { FunctionArgumentError, type ProviderFunction } from "../provider/provider";
import type { ListedResource, Resource } from "../provider/resource";
import type { Schema } from "../schema/schema";
import { DiagnosticError } from "../values/diagnostics";
import { readValue, writeValue } from "../values/dynamic-message";
import type { ObjectValue, Value } from "../values/value";
import { deferUntilConfigured } from "./deferral";
import { diagnosticsOf } from "./diagnostic-messages";
import type { ProviderServer, ReportDiagnostics } from "./provider-server";
import { readPrivate, writeChangedPrivate, writeIdentity, writeObject, writePrivate } from "./state-data";

/** Returns the handlers of data sources, ephemeral resources, lists and functions. */
export function lookUpHandlers(server: ProviderServer): Handlers {
  return {
    readDataSource: (request) =>
      server.respondAbout("dataSources", "read of", request.typeName, {}, (source, report) => {
        const { schema } = source;
        const config = server.readConfig(schema, request);
        const later = () => ({ state: foundLater(schema, config) });
        return deferUntilConfigured<CallResponse<"readDataSource">>(request, later, async () => {
          const { state, diagnostics } = await source.read({ config }, server.context);
          report(diagnostics);
          return { state: foundMessage(schema, config, state, `the read of ${request.typeName}`, report) };
        });
      }),
    openEphemeralResource: (request) =>
      server.respondAbout("ephemeralResources", "opening of", request.typeName, {}, (resource, report) => {
        const { schema } = resource;
        const config = server.readConfig(schema, request);
        const later = () => ({ result: foundLater(schema, config) });
        return deferUntilConfigured<CallResponse<"openEphemeralResource">>(request, later, async () => {
          const opened = await resource.open({ config }, server.context);
          const memory = writePrivate(opened.private);
          server.opened(memory, async () => resource.close?.({ private: readPrivate(memory) }, server.context));
          server.keepSecret(schema, opened.result);
          report(opened.diagnostics);
          return {
            result: foundMessage(schema, config, opened.result, `the opening of ${request.typeName}`, report),
            renewAt: timestampOf(opened.renewAt),
            private: memory,
          };
        });
      }),
    renewEphemeralResource: (request) =>
      server.respondAbout("ephemeralResources", "renewal of", request.typeName, {}, async (resource, report) => {
        const renewed = await resource.renew?.({ private: readPrivate(request.private) }, server.context);
        report(renewed?.diagnostics);
        const memory = writeChangedPrivate(renewed?.private, request.private);
        server.closed(request.private);
        server.opened(memory, async () => resource.close?.({ private: readPrivate(memory) }, server.context));
        return { renewAt: timestampOf(renewed?.renewAt), private: memory };
      }),
    closeEphemeralResource: (request) =>
      server.respondAbout("ephemeralResources", "closing of", request.typeName, {}, async (resource, report) => {
        server.closed(request.private);
        const closed = await resource.close?.({ private: readPrivate(request.private) }, server.context);
        report(closed?.diagnostics);
        return {};
      }),
    listResource: (request) => list(server, request),
    callFunction: (request) => callFunction(server, request),
  };
}

/** A later plan reads the object, so its values are unknown until then. */
function foundLater(schema: Schema, config: ObjectValue) {
  return writeObject(schema, planChange(schema, config, null).plan);
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
  return writeObject(schema, state);
}

function timestampOf(at: Date | undefined) {
  if (!at) {
    return undefined;
  }
  const milliseconds = at.getTime();
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds: BigInt(seconds), nanos: (milliseconds - seconds * 1000) * 1_000_000 };
}

type ListEvent = CallResponse<"listResource">;

async function* list(server: ProviderServer, request: CallRequest<"listResource">): AsyncGenerator<ListEvent> {
  const { typeName, includeResourceObject: includeResource } = request;
  try {
    const source = server.declared("listResources", typeName);
    const resource = server.declared("resources", typeName);
    const config = server.readConfig(source.schema, request);
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

function eventOf(
  server: ProviderServer,
  { schema, identity }: Resource,
  listed: ListedResource,
  includeResource: boolean,
): ListEvent {
  return {
    displayName: visible(listed.displayName),
    identity: writeIdentity(identity, listed.identity),
    diagnostic: server.diagnosticMessages(listed.diagnostics ?? [], schema),
    ...(includeResource &&
      listed.resource && { resourceObject: writeObject(schema, complete(schema.attributes, listed.resource)) }),
  };
}

async function callFunction(
  server: ProviderServer,
  request: CallRequest<"callFunction">,
): Promise<CallResponse<"callFunction">> {
  try {
    const target = server.declared("functions", request.name);
    return { result: writeValue(target.returns, await target.call(argumentsOf(target, request))) };
  } catch (thrown) {
    return { error: functionError(thrown, request.name, server) };
  }
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

function functionError(thrown: unknown, name: string, server: ProviderServer) {
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
