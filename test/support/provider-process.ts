import type { Deployment } from "../../src/client";
import type { Endpoints } from "../../src/emulator";
import { findProviderExecutable, thisPlatform } from "../../src/install/provider-executable";
import type { ObjectValue } from "../../src/plugin";
import { complete } from "../../src/plugin/plan/nested";
import { identityType } from "../../src/plugin/rpc/state-data";
import { type Schema, schemaType } from "../../src/plugin/schema/schema";
import { readObject, writeValue } from "../../src/plugin/values/dynamic-message";
import { provider } from "../../src/provider/provider";
import { Host } from "./plugin/harness/host";
import type { DynamicValue, ResourceIdentityData } from "./plugin/protocol/tfplugin6_pb";
import { PROVIDER_SCRIPT } from "./workspace";

/** Returns the provider's arguments for one deployment of an emulator, without waits for the rate limit. */
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

interface ProcessOptions {
  readonly program?: string;
  readonly environment?: NodeJS.ProcessEnv;
  readonly terraformVersion?: string;
}

/** Starts the provider in a separate process, by default the built script, and configures it as Terraform does. */
export async function configuredProvider(
  configuration: ObjectValue,
  { program = PROVIDER_SCRIPT, environment = {}, terraformVersion = "1.15.5" }: ProcessOptions = {},
): Promise<Host> {
  const host = await new Host(program, environment).connect();
  const { diagnostics } = await host.call("configureProvider", {
    terraformVersion,
    config: messageOf(provider.schema, configuration),
  });
  if (diagnostics.length === 0) {
    return host;
  }
  await host[Symbol.asyncDispose]();
  throw new Error(diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`).join("\n"));
}

/** The provider was killed. The state contains the results that it returned before. */
export class Killed extends Error {}

/** The real provider in a separate process. The process starts with the first call, and again after it was killed. */
export class ProviderProcess implements AsyncDisposable {
  #host: Promise<Host> | undefined;
  #isKilled = false;

  constructor(private readonly environment: NodeJS.ProcessEnv = {}) {}

  call: Host["call"] = async (...args) => {
    this.#host ??= new Host(findProviderExecutable(thisPlatform()), this.environment).connect();
    try {
      return await (await this.#host).call(...args);
    } catch (error) {
      if (!this.#isKilled) {
        throw error;
      }
      this.#isKilled = false;
      throw new Killed("the provider was killed");
    }
  };

  /** Asks the provider to stop, as the engine does on Ctrl-C. The next call starts another process. */
  async stop(during: Promise<unknown>): Promise<void> {
    const host = await this.#host;
    await host?.call("stopProvider", {});
    await during;
    this.#host = undefined;
    await host?.[Symbol.asyncDispose]();
  }

  /** Ends the process, as the engine does at the end of a run. The next call starts another one. */
  async end(): Promise<void> {
    const host = await this.#host;
    this.#host = undefined;
    await host?.shutdown();
    await host?.[Symbol.asyncDispose]();
  }

  /** Kills the process in the middle of a call, which rejects with `Killed`. */
  async kill(): Promise<void> {
    const host = await this.#host;
    this.#isKilled = true;
    this.#host = undefined;
    await host?.[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#host)?.[Symbol.asyncDispose]();
  }
}

/** Encodes an object in the same way as the host. Missing attributes are null. */
export function messageOf(schema: Schema, value: ObjectValue): { msgpack: Uint8Array } {
  return writeValue(schemaType(schema), complete(schema.attributes, value));
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

/** Encodes an identity in the same way as the host. Missing attributes are null. */
export function identityMessage(typeName: string, identity: ObjectValue) {
  const { attributes } = resourceOf(typeName).identity;
  const whole = Object.fromEntries(Object.keys(attributes).map((name) => [name, identity[name] ?? null]));
  return { identityData: writeValue(identityType({ attributes }), whole) };
}
