import { create, fromBinary, type MessageShape, toBinary } from "@bufbuild/protobuf";
import { createLog } from "../../src/plugin";
import { createProviderRoutes } from "../../src/plugin/host/backend";
import { Secrets } from "../../src/plugin/log/log";
import { allHandlers } from "../../src/plugin/rpc/all-handlers";
import { ProviderServer } from "../../src/plugin/rpc/provider-server";
import { provider } from "../../src/provider/provider";
import type { Session } from "../../src/resources/shared/session";
import type { Host as ProcessHost } from "../../test/support/plugin/harness/host";
import { Provider as ProviderService } from "../../test/support/plugin/protocol/tfplugin6_pb";

type Methods = (typeof ProviderService)["method"];

/**
 * The provider in the process of the test. The test calls it with the bytes of the plugin protocol. In a mutation test
 * it replaces the host of a separate process, which does not contain the mutations.
 */
export class Host {
  readonly #routes;
  readonly #sessions: Session[] = [];
  #kill: () => void = () => undefined;
  readonly #killed = new Promise<never>((_resolve, reject) => {
    this.#kill = () => reject(new Error("killed"));
  });

  constructor(_program: string, environment: NodeJS.ProcessEnv = {}) {
    this.#killed.catch(() => undefined);
    const configure: typeof provider.configure = async (...args) => {
      const before = { ...process.env };
      Object.assign(process.env, environment);
      const configured = await provider.configure(...args);
      process.env = before;
      this.#sessions.push(configured.session);
      return configured;
    };
    const log = createLog({ level: "off", module: "tests", write: () => undefined });
    const handlers = allHandlers(new ProviderServer({ ...provider, configure }, log, new Secrets()));
    this.#routes = createProviderRoutes(async () => handlers, undefined);
  }

  async connect(): Promise<this> {
    return this;
  }

  call = (async (name: keyof Methods, request: Record<string, unknown>) => {
    const { input, output, name: method } = ProviderService.method[name];
    const route = this.#routes.get(`/${ProviderService.typeName}/${method}`);
    if (route === undefined) {
      throw new Error(`no method ${name}`);
    }
    const answer = route(toBinary(input, create(input, request)), () => undefined);
    const bytes = await Promise.race([answer as Promise<Uint8Array>, this.#killed]);
    return fromBinary(output, bytes) as MessageShape<typeof output>;
  }) as ProcessHost["call"];

  /** Ends in the same way as a provider process that the engine shuts down. */
  async shutdown(): Promise<void> {
    for (const { journal } of this.#sessions) {
      journal?.end();
    }
    await this.#close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#kill();
    await this.#close();
  }

  async #close(): Promise<void> {
    await Promise.all(this.#sessions.map(({ client }) => client.close()));
  }
}

/** Replaces the search for the built provider, which the copy of the mutated project does not contain. */
export function findProviderExecutable(): string {
  return "";
}

export function thisPlatform(): string {
  return "";
}
