import { findWriteOnlyPaths } from "../plan/plan-change";
import type { CallRequest, CallResponse, Handlers } from "../protocol/calls";
import type { Schema } from "../schema/schema";
import { type Diagnostic, problem, UnknownConfigurationError } from "../values/diagnostics";
import { pathText } from "../values/path";
import type { ObjectValue } from "../values/value";
import type { ProviderServer } from "./provider-server";

export function configureHandlers(server: ProviderServer): Handlers {
  const { provider, log } = server;
  const { schema } = provider;
  return {
    validateProviderConfig: (request) =>
      server.respond("validation of the provider's configuration", schema, {}, async (report) => {
        report(await provider.validate?.({ config: server.readConfig(schema, request) }));
        return {};
      }),
    configureProvider: (request) =>
      server.respond("configuration of the provider", schema, {}, async (report) => {
        server.begin();
        const { terraformVersion } = request;
        const config = server.readConfig(schema, request);
        const warn = (summary: string, detail: string) => server.warn(summary, detail);
        try {
          const configured = await provider.configure(
            { config, terraformVersion },
            { log, signal: server.signal, warn },
          );
          server.configured(configured);
          report(configured.diagnostics);
        } catch (thrown) {
          if (!(thrown instanceof UnknownConfigurationError)) {
            throw thrown;
          }
          log.info(`configured without a session: ${thrown.message}`);
          server.configurationIsUnknown(thrown);
        }
        return {};
      }),
    stopProvider: async () => {
      server.stop();
      return {};
    },
  };
}

export function validateHandlers(server: ProviderServer): Handlers {
  const validate = (
    kind: "resources" | "dataSources" | "ephemeralResources" | "listResources",
    request: CallRequest<"validateDataResourceConfig">,
    more?: (schema: Schema, config: ObjectValue) => readonly Diagnostic[],
  ): Promise<CallResponse<"validateDataResourceConfig">> =>
    server.respondAbout(kind, "validation of", request.typeName, {}, async (target, report) => {
      const config = server.readConfig(target.schema, request);
      report(more?.(target.schema, config));
      report(await target.validate?.({ config }));
      return {};
    });
  return {
    validateResourceConfig: (request) => {
      const refused = request.clientCapabilities?.writeOnlyAttributesAllowed === true ? undefined : refuseWriteOnly;
      return validate("resources", request, refused);
    },
    validateDataResourceConfig: (request) => validate("dataSources", request),
    validateEphemeralResourceConfig: (request) => validate("ephemeralResources", request),
    validateListResourceConfig: (request) => validate("listResources", request),
  };
}

function refuseWriteOnly(schema: Schema, config: ObjectValue): readonly Diagnostic[] {
  return findWriteOnlyPaths(schema.attributes, config).map((path) =>
    problem(
      "Write-only attributes are not supported here",
      `The attribute ${pathText(path)} is write-only, so its value is never stored. Write-only attributes require Terraform 1.11 or OpenTofu 1.11, or later.`,
      path,
    ),
  );
}
