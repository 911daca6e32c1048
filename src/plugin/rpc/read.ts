import { withoutUnknowns } from "../plan/plan-change";
import { inFormOf } from "../plan/prior-form";
import type { CallRequest, CallResponse, Handlers } from "../protocol/calls";
import type { Resource } from "../provider/resource";
import { schemaType } from "../schema/schema";
import { UnknownConfigurationError } from "../values/diagnostics";
import { writeValue } from "../values/dynamic-message";
import { valuesEqual } from "../values/equal";
import { deferUntilConfigured } from "./deferral";
import type { ProviderServer, ReportDiagnostics } from "./provider-server";
import { readIdentity, readPrivate, writeIdentity, writePrivate } from "./state-data";

type ReadResponse = CallResponse<"readResource">;

/** Returns the handler that reads the current state of a resource. */
export function readHandlers<Session>(server: ProviderServer<Session>): Handlers {
  return {
    readResource: (request) => {
      const subject = { during: "read of", kind: "resources", name: request.typeName } as const;
      const otherwise: ReadResponse = {
        newState: request.currentState,
        private: request.private,
        newIdentity: request.currentIdentity,
      };
      return server.respondAbout(subject, otherwise, async (resource, report) => {
        const result = () => read(server, resource, request, report);
        try {
          return await deferUntilConfigured(request, () => otherwise, result);
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

async function read<Session>(
  server: ProviderServer<Session>,
  resource: Resource<Session>,
  request: CallRequest<"readResource">,
  report: ReportDiagnostics,
): Promise<ReadResponse> {
  const type = schemaType(resource.schema);
  const gone: ReadResponse = { newState: writeValue(type, null) };
  const state = server.readObject(resource.schema, request.currentState);
  if (state === null) {
    return gone;
  }
  const identity = readIdentity(resource.identity, request.currentIdentity);
  const result = await resource.read({ state, private: readPrivate(request.private), ...identity }, server.context);
  if (result === null) {
    return gone;
  }
  server.keepSecret(resource.schema, result.state);
  report(result.diagnostics);
  const fields = resource.schema.attributes;
  const observed = inFormOf(fields, result.state, state);
  const checked = withoutUnknowns(fields, observed, `the read of ${request.typeName}`);
  report(checked.diagnostics);
  return {
    newState: valuesEqual(checked.state, state, type) ? request.currentState : writeValue(type, checked.state),
    private: result.private ? writePrivate(result.private) : request.private,
    newIdentity: writeIdentity(resource.identity, result.identity) ?? request.currentIdentity,
  };
}
