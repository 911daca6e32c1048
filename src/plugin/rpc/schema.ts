import type { MessageInitShape } from "@bufbuild/protobuf";
import type { FunctionParameter, ProviderFunction } from "../data-source";
import type { PreparedCall, PreparedResponses } from "../prepared-responses";
import { messages } from "../protocol/tables";
import {
  type Function_ParameterSchema,
  type FunctionSchema,
  type ResourceIdentitySchemaSchema,
  type ServerCapabilitiesSchema,
  StringKind,
} from "../protocol/tfplugin6_pb";
import type { Provider } from "../provider";
import type { IdentitySchema } from "../resource";
import { mapValues, type Schema } from "../schema/schema";
import { schemaMessage, typeToBytes } from "../schema/schema-message";
import { encodeMessage } from "../wire/encode-message";
import type { Handlers, Response } from "./all-handlers";
import type { ProviderSession } from "./session";

/** The calls that tell what the provider has. */
export function describeHandlers<Client>({ provider }: ProviderSession<Client>): Handlers {
  return {
    getMetadata: async () => ({
      serverCapabilities: capabilities(provider),
      resources: typeNames(provider.resources),
      dataSources: typeNames(provider.dataSources),
      ephemeralResources: typeNames(provider.ephemeralResources),
      listResources: typeNames(provider.listResources),
      functions: Object.keys(provider.functions ?? {}).map((name) => ({ name })),
    }),
    getProviderSchema: async () => schemaResponse(provider),
    getResourceIdentitySchemas: async () => ({ identitySchemas: identitySchemas(provider) }),
    getFunctions: async () => ({ functions: mapValues(provider.functions ?? {}, functionMessage) }),
  };
}

function schemaResponse<Client>(provider: Provider<Client>): Response<"getProviderSchema"> {
  return {
    serverCapabilities: capabilities(provider),
    provider: schemaMessage(provider.schema),
    resourceSchemas: schemas(provider.resources),
    dataSourceSchemas: schemas(provider.dataSources),
    ephemeralResourceSchemas: schemas(provider.ephemeralResources),
    listResourceSchemas: schemas(provider.listResources),
    functions: mapValues(provider.functions ?? {}, functionMessage),
  };
}

function capabilities<Client>({ resources }: Provider<Client>): MessageInitShape<typeof ServerCapabilitiesSchema> {
  const all = Object.values(resources);
  return {
    planDestroy: all.some(({ planDestroy }) => planDestroy !== undefined),
    getProviderSchemaOptional: true,
    generateResourceConfig: true,
    moveResourceState: all.some(({ moveState }) => moveState !== undefined),
  };
}

function typeNames(all: Readonly<Record<string, unknown>> = {}): { typeName: string }[] {
  return Object.keys(all).map((typeName) => ({ typeName }));
}

function schemas(all: Readonly<Record<string, { readonly schema: Schema }>> = {}) {
  return mapValues(all, ({ schema }) => schemaMessage(schema));
}

function identitySchemas<Client>({ resources }: Provider<Client>) {
  const withIdentity = Object.entries(resources).flatMap(([name, { identity }]) =>
    identity ? [[name, identity] as const] : [],
  );
  return Object.fromEntries(withIdentity.map(([name, identity]) => [name, identityMessage(identity)]));
}

function identityMessage({
  version,
  attributes,
}: IdentitySchema): MessageInitShape<typeof ResourceIdentitySchemaSchema> {
  return {
    version: BigInt(version ?? 0),
    identityAttributes: Object.entries(attributes).map(([name, attribute]) => ({
      name,
      type: typeToBytes(attribute.type),
      description: attribute.description,
      requiredForImport: attribute.requiredForImport ?? false,
      optionalForImport: attribute.optionalForImport ?? false,
    })),
  };
}

function functionMessage(declared: ProviderFunction): MessageInitShape<typeof FunctionSchema> {
  const { summary, description, deprecated, variadic } = declared;
  return {
    summary,
    description,
    descriptionKind: StringKind.MARKDOWN,
    deprecationMessage: deprecated ?? "",
    parameters: declared.parameters.map(parameterMessage),
    return: { type: typeToBytes(declared.returns) },
    ...(variadic ? { variadicParameter: parameterMessage(variadic) } : {}),
  };
}

function parameterMessage(parameter: FunctionParameter): MessageInitShape<typeof Function_ParameterSchema> {
  return {
    name: parameter.name,
    type: typeToBytes(parameter.type),
    allowNullValue: parameter.allowNull ?? false,
    description: parameter.description,
    descriptionKind: StringKind.MARKDOWN,
  };
}

/**
 * The responses to the host's first calls, as bytes for `serve`: whoever bundles a provider makes them then,
 * so that a start for the schemas alone need not load the provider.
 */
export function preparedResponsesOf<Client>(provider: Provider<Client>): PreparedResponses {
  const encoded = (call: PreparedCall, response: object) =>
    encodeMessage(messages, `tfplugin6.${call}.Response`, response);
  return {
    GetProviderSchema: encoded("GetProviderSchema", schemaResponse(provider)),
    GetResourceIdentitySchemas: encoded("GetResourceIdentitySchemas", { identitySchemas: identitySchemas(provider) }),
  };
}
