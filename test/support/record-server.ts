import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buildModel, type ImportModel } from "../../src/cli/code/model/import-model";
import { type ImportFilters, selectObjects } from "../../src/cli/commands/import/select-objects";
import { readInventory } from "../../src/cli/server/inventory";
import { createClient } from "../../src/resources/client";
import { Session } from "../../src/resources/shared/session";

type StoredRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** The objects of a server, by the last part of their path, such as `dashboards` or `keys`. */
export type Records = Readonly<Record<string, readonly StoredRecord[]>>;

const ORGANIZATION = "11111111-1111-4111-8111-111111111111";

/** A server that returns given records unchanged. Unlike the emulator it accepts any text in any field. */
export class RecordServer implements AsyncDisposable {
  records: Records = {};

  private constructor(private readonly server: Server) {
    server.on("request", (request, response) => {
      const { pathname } = new URL(request.url ?? "", "http://localhost");
      const { status, body } = this.#responseTo(pathname);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  }

  static async start(): Promise<RecordServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new RecordServer(server);
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Returns the model of an import of the records. */
  async importedModel(filters: ImportFilters = {}): Promise<ImportModel> {
    const { endpoint } = this;
    const client = createClient({
      userAgent: "tests",
      environment: {},
      openSource: { endpoint, accessKey: "key" },
      managed: {
        endpoint,
        keyId: "id",
        keySecret: "secret",
        organizationId: ORGANIZATION,
        product: "clickstack",
        requestsPerWindow: 100_000,
      },
    });
    try {
      const inventory = await readInventory(client, { needed: [] });
      return await buildModel(selectObjects(inventory.objects, filters), inventory, {
        session: new Session(client),
        earlier: new Map(),
        format: "typescript",
        form: { framework: "cdktf", extension: ".js", stack: "clickstack" },
      });
    } finally {
      await client.close();
    }
  }

  #responseTo(path: string): { readonly status: number; readonly body: unknown } {
    const [, collection = "", id] = /^\/(?:api\/v2|v1\/organizations\/[^/]+)\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
    const records = this.records[collection] ?? [];
    const total = records.length;
    if (id === undefined) {
      return { status: 200, body: { status: 200, result: records, data: records, meta: { total } } };
    }
    const record = records.find((each) => each.id === decodeURIComponent(id));
    return record
      ? { status: 200, body: { status: 200, result: record, data: record } }
      : { status: 404, body: { message: "Not found" } };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
