import { withoutUnknowns } from "../plan/plan-change";
import { inFormOf } from "../plan/prior-form";
import type { CallRequest, CallResponse, Handlers } from "../protocol/calls";
import type { Resource } from "../provider/resource";
import { schemaType } from "../schema/schema";
import { UnknownConfigurationError } from "../values/diagnostics";
import { valuesEqual } from "../values/equal";
import { deferUntilConfigured } from "./deferral";
import type { ProviderServer, ReportDiagnostics } from "./provider-server";
import { readIdentity, readPrivate, writeChangedPrivate, writeIdentity, writeObject } from "./state-data";

type ReadResponse = CallResponse<"readResource">;

/** Returns the handler that reads the current state of a resource. */
export function readHandlers(server: ProviderServer): Handlers {
  return {
    readResource: (request) => {
      const { currentState: newState, currentIdentity: newIdentity, private: memory } = request;
      const otherwise: ReadResponse = { newState, private: memory, newIdentity };
      return server.respondAbout("resources", "read of", request.typeName, otherwise, async (resource, report) => {
        try {
          return await deferUntilConfigured(
            request,
            () => otherwise,
            () => read(server, resource, request, report),
          );
        } catch (thrown) {
          // If many objects cannot be read because the provider's configuration is unknown, only one call reports it.
          if (thrown instanceof UnknownConfigurationError && !server.isFirstUnknown()) {
            return otherwise;
          }
          // One error fails the run, so that no plan or state is made from the states that were not read.
          if (server.isRepeated(thrown)) {
            return otherwise;
          }
          throw thrown;
        }
      });
    },
  };
}

async function read(
  server: ProviderServer,
  resource: Resource,
  request: CallRequest<"readResource">,
  report: ReportDiagnostics,
): Promise<ReadResponse> {
  const { schema, identity } = resource;
  const state = server.readObject(schema, request.currentState);
  const known = { private: readPrivate(request.private), ...readIdentity(identity, request.currentIdentity) };
  const result = state && (await resource.read({ state, ...known }, server.context));
  if (!result) {
    return { newState: writeObject(schema, null) };
  }
  server.keepSecret(schema, result.state);
  report(result.diagnostics);
  const observed = inFormOf(schema.attributes, result.state, state);
  const checked = withoutUnknowns(schema.attributes, observed, `the read of ${request.typeName}`);
  report(checked.diagnostics);
  const isSame = valuesEqual(checked.state, state, schemaType(schema));
  return {
    newState: isSame ? request.currentState : writeObject(schema, checked.state),
    private: writeChangedPrivate(result.private, request.private),
    newIdentity: writeIdentity(identity, result.identity) ?? request.currentIdentity,
  };
}
