import type { Deployment } from "../../src/client";
import type { Endpoints } from "../../src/emulator";
import type { ObjectValue } from "../../src/plugin";
import { complete } from "../../src/plugin/plan/nested";
import { identityType } from "../../src/plugin/rpc/state-data";
import { type Schema, schemaFieldsOf, schemaType } from "../../src/plugin/schema/schema";
import { readObject, writeValue } from "../../src/plugin/values/dynamic-message";
import { provider } from "../../src/provider/provider";
import { Host } from "./plugin/harness/host";
import type { DynamicValue, ResourceIdentityData } from "./plugin/protocol/tfplugin6_pb";
import { PROVIDER_SCRIPT } from "./workspace";

/** Returns the arguments of a provider for one deployment of an emulator, without waiting for rate limits. */
export function configurationOf({ openSource, managed }: Endpoints, deployment: Deployment): ObjectValue {
  const cloud = {
    cloud_endpoint: managed.endpoint,
    cloud_api_key: managed.keyId,
    cloud_api_secret: managed.keySecret,
    organization_id: managed.organizationId,
    requests_per_window: 10_000,
    deployment,
  };
  if (deployment === "managed") {
    return { ...cloud, service_id: managed.serviceId };
  }
  return { ...cloud, endpoint: openSource.endpoint, api_key: openSource.accessKey };
}

/** Starts the built provider in a separate process, configured like an engine of Terraform 1.15 does. */
export async function configuredProvider(configuration: ObjectValue): Promise<Host> {
  const host = await new Host(PROVIDER_SCRIPT).connect();
  const { diagnostics } = await host.call("configureProvider", {
    terraformVersion: "1.15.5",
    config: messageOf(provider.schema, configuration),
  });
  if (diagnostics.length === 0) {
    return host;
  }
  await host[Symbol.asyncDispose]();
  throw new Error(diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`).join("\n"));
}

/** Encodes an object as the host does. Missing attributes are null. */
export function messageOf(schema: Schema, value: ObjectValue): { msgpack: Uint8Array } {
  return writeValue(schemaType(schema), complete(schemaFieldsOf(schema), value));
}

/** Returns the resource of a type. */
export function resourceOf(typeName: string) {
  const resource = provider.resources[typeName];
  if (!resource?.identity) {
    throw new Error(`no resource ${typeName} with an identity`);
  }
  return { schema: resource.schema, identity: resource.identity };
}

/** Returns the state in a response of the provider. */
export function stateOf(typeName: string, message: DynamicValue | undefined): ObjectValue | null {
  return readObject(schemaType(resourceOf(typeName).schema), message);
}

/** Returns the identity in a response of the provider. */
export function identityOf(typeName: string, message: ResourceIdentityData | undefined): ObjectValue | null {
  return readObject(identityType(resourceOf(typeName).identity), message?.identityData);
}

/** Encodes an identity as the host does. Missing attributes are null. */
export function identityMessage(typeName: string, identity: ObjectValue) {
  const { attributes } = resourceOf(typeName).identity;
  const whole = Object.fromEntries(Object.keys(attributes).map((name) => [name, identity[name] ?? null]));
  return { identityData: writeValue(identityType({ attributes }), whole) };
}
