import type { CallResponse, Handlers } from "../protocol/calls";
import type { MessageInit } from "../protocol/message-types";
import { enums } from "../protocol/tables";
import type { FunctionParameter, PreparedResponses, Provider, ProviderFunction } from "../provider/provider";
import type { IdentitySchema } from "../provider/resource";
import { type Attribute, isComputed, type Schema } from "../schema/schema";
import { mapValues, typeToBytes } from "../values/type";
import { encodeMessage } from "../wire/message-codec";
import type { ProviderServer } from "./provider-server";

export function describeHandlers({ provider }: ProviderServer): Handlers {
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

function schemaResponse(provider: Provider): CallResponse<"getProviderSchema"> {
  return {
    serverCapabilities: capabilities(provider),
    provider: toSchemaMessage(provider.schema),
    resourceSchemas: schemas(provider.resources),
    dataSourceSchemas: schemas(provider.dataSources),
    ephemeralResourceSchemas: schemas(provider.ephemeralResources),
    listResourceSchemas: schemas(provider.listResources),
    functions: mapValues(provider.functions ?? {}, functionMessage),
  };
}

function capabilities({ resources }: Provider): MessageInit<"ServerCapabilities"> {
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
  return mapValues(all, ({ schema }) => toSchemaMessage(schema));
}

function identitySchemas({ resources }: Provider) {
  return Object.fromEntries(
    Object.entries(resources).flatMap(([name, { identity }]) => (identity ? [[name, identityMessage(identity)]] : [])),
  );
}

function identityMessage({ attributes }: IdentitySchema): MessageInit<"ResourceIdentitySchema"> {
  return {
    identityAttributes: Object.entries(attributes).map(([name, attribute]) => ({
      name,
      type: typeToBytes(attribute.type),
      description: attribute.description,
      requiredForImport: attribute.requiredForImport ?? false,
      optionalForImport: attribute.optionalForImport ?? false,
    })),
  };
}

function functionMessage(declared: ProviderFunction): MessageInit<"Function"> {
  const { summary, description, variadic } = declared;
  return {
    summary,
    description,
    descriptionKind: enums.StringKind.MARKDOWN,
    parameters: declared.parameters.map(parameterMessage),
    return: { type: typeToBytes(declared.returns) },
    ...(variadic ? { variadicParameter: parameterMessage(variadic) } : {}),
  };
}

function parameterMessage(parameter: FunctionParameter): MessageInit<"Function.Parameter"> {
  return {
    name: parameter.name,
    type: typeToBytes(parameter.type),
    description: parameter.description,
    descriptionKind: enums.StringKind.MARKDOWN,
  };
}

const { SINGLE, LIST, MAP } = enums["Schema.Object.NestingMode"];
const nestings = { single: SINGLE, list: LIST, map: MAP };

function toSchemaMessage(schema: Schema): MessageInit<"Schema"> {
  const version = BigInt(schema.version ?? 0);
  return { version, block: { version, attributes: attributeMessages(schema), ...wordsOf(schema) } };
}

function attributeMessages({ attributes }: Pick<Schema, "attributes">): MessageInit<"Schema.Attribute">[] {
  return Object.entries(attributes).map(([name, attribute]) => attributeMessage(name, attribute));
}

function attributeMessage(name: string, attribute: Attribute): MessageInit<"Schema.Attribute"> {
  return {
    name,
    ...shapeOf(attribute),
    required: attribute.required ?? false,
    optional: attribute.optional ?? false,
    computed: isComputed(attribute),
    sensitive: attribute.sensitive ?? false,
    writeOnly: attribute.writeOnly ?? false,
    ...wordsOf(attribute),
  };
}

function shapeOf({ type, nested }: Attribute): Pick<MessageInit<"Schema.Attribute">, "type" | "nestedType"> {
  if (!nested) {
    return { type: typeToBytes(type ?? "dynamic") };
  }
  return { nestedType: { attributes: attributeMessages(nested), nesting: nestings[nested.nesting] } };
}

function wordsOf({ description, deprecated }: Pick<Attribute, "description" | "deprecated">) {
  return {
    description,
    descriptionKind: enums.StringKind.MARKDOWN,
    deprecated: deprecated !== undefined,
    deprecationMessage: deprecated ?? "",
  };
}

/**
 * Returns the encoded responses to the host's first calls. A bundler computes them at build time, so that a start that
 * only needs the schemas does not load the provider.
 */
export function preparedResponsesOf(provider: Provider): PreparedResponses {
  const identities = { identitySchemas: identitySchemas(provider) };
  return {
    GetProviderSchema: encodeMessage("GetProviderSchema.Response", schemaResponse(provider)),
    GetResourceIdentitySchemas: encodeMessage("GetResourceIdentitySchemas.Response", identities),
  };
}
