import type { DeclaredFields } from "../../src/declaration/field";
import { withServerDefaults } from "../../src/declaration/server-defaults";
import { objectShapeOf } from "../../src/declaration/shape";
import type { Emulator } from "../../src/emulator";
import type { ObjectValue } from "../../src/plugin";
import { complete } from "../../src/plugin/plan/nested";
import { inFormOf } from "../../src/plugin/plan/prior-form";
import { type Client, createClient } from "../../src/resources/client";
import {
  dashboardCreateBody,
  dashboardUpdateBody,
  type FilterId,
  filterIdsOf,
  observedDashboard,
  sentTileKeys,
} from "../../src/resources/dashboard/mapping";
import type { TileIds } from "../../src/resources/dashboard/tiles/tile";
import { type DashboardDeclaration, dashboard } from "../../src/resources/declarations";
import { toResourceState } from "../../src/resources/shared/crud-resource";
import { schemaOf } from "../../src/resources/shared/schema";
import { objectToTerraform } from "../../src/resources/shared/terraform-form";
import { startEmulator } from "./emulator/emulator-for-tests";

const DASHBOARD = objectShapeOf(dashboard);
const FIELDS = schemaOf(DASHBOARD, "A dashboard.").attributes;

/** An applied dashboard: the plan, and the server's response. */
export interface Applied {
  readonly id: string;
  readonly tileIds: TileIds;
  readonly filterIds: readonly FilterId[];
  readonly planned: ObjectValue;
  readonly state: ObjectValue;
}

/** An emulator together with the provider's code that writes and reads dashboards, without an engine. */
export class DashboardServer implements AsyncDisposable {
  readonly client: Client;

  private constructor(readonly emulator: Emulator) {
    this.client = this.#connect();
  }

  static async start(): Promise<DashboardServer> {
    const emulator = await startEmulator();
    return new DashboardServer(emulator);
  }

  async create(declared: DashboardDeclaration): Promise<Applied> {
    const filled = withServerDefaults(DASHBOARD, declared) as DashboardDeclaration;
    return this.#applied(filled, await this.client.dashboards.create(dashboardCreateBody(filled)));
  }

  async update(declared: DashboardDeclaration, { id, tileIds, filterIds }: Applied): Promise<Applied> {
    const filled = withServerDefaults(DASHBOARD, declared) as DashboardDeclaration;
    const body = dashboardUpdateBody(filled, tileIds, filterIds);
    return this.#applied(filled, await this.client.dashboards.update(id, body));
  }

  /** Returns the state after a refresh. It uses a new client, as every plan does, so that no response is cached. */
  async read({ id, tileIds, state }: Applied): Promise<ObjectValue> {
    const client = this.#connect();
    const record = await client.dashboards.read(id).finally(() => client.close());
    if (!record) {
      throw new Error(`The dashboard ${id} was deleted.`);
    }
    return inFormOf(FIELDS, toResourceState(DASHBOARD, observedDashboard(record, tileIds)), state);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
    await this.emulator.stop();
  }

  #connect(): Client {
    const { endpoint, accessKey } = this.emulator.endpoints.openSource;
    return createClient({ userAgent: "tests", environment: {}, openSource: { endpoint, accessKey } });
  }

  #applied(declared: DashboardDeclaration, record: Awaited<ReturnType<Client["dashboards"]["create"]>>): Applied {
    const keys = sentTileKeys(declared);
    const tileIds = Object.fromEntries(keys.map((key, index) => [key, String(record.tiles[index]?.id)]));
    const planned = complete(
      FIELDS,
      objectToTerraform(DASHBOARD, { ...(declared as DeclaredFields), id: record.id, tileIds }),
    );
    const state = inFormOf(FIELDS, toResourceState(DASHBOARD, observedDashboard(record, tileIds)), planned);
    return { id: record.id, tileIds, filterIds: filterIdsOf(record), planned, state };
  }
}
