import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createApp } from "./app";
import { FaultBook, type FaultSpec } from "./faults";
import { KeyPropagation } from "./managed/key-access";
import { defaultLimits, type EmulatorOptions, type Endpoints, NEWEST_VERSION } from "./options";
import type { LoggedRequest, ReceivedNotification } from "./request-log";
import type { Runtime } from "./runtime";
import { startState } from "./seed";
import { type RawObject, readStateFile, type StoredTile, writeStateFile } from "./state";
import { openStore } from "./store";
import { type Kind, patchDocument, patchTile } from "./ui/edits";
import { refuseForeignPages } from "./ui/foreign-pages";

/**
 * A local server with one store and one port. It serves the managed API under `/v1`, the open-source API under
 * `/api/v2` and edits of a UI user under `/ui`.
 */
export class Emulator {
  private readonly server: Server;
  private readonly runtime: Runtime;
  private readonly port: number;
  private readonly host: string;

  /** Reads the state file if it exists. Throws if it is not a state file or if an option is invalid. */
  constructor(options: EmulatorOptions = {}) {
    const { stateFile, now = () => new Date(), host = "127.0.0.1", allowedHosts = [] } = options;
    const { keyPropagationMs = 0, keyPropagationRequests = 0, keyRefusal = "403" } = options;
    const saved = stateFile === undefined ? undefined : readStateFile(stateFile);
    const state = saved ?? startState(options.seed ?? {});
    const save = stateFile === undefined ? () => undefined : () => writeStateFile(stateFile, state);
    this.runtime = {
      store: openStore(state, now, save),
      now,
      hasOwnClock: options.now !== undefined,
      serverVersion: options.serverVersion ?? NEWEST_VERSION,
      switches: options.switches ?? {},
      keyPropagation: new KeyPropagation(keyPropagationMs, keyPropagationRequests),
      keyRefusal: options.keyOperations === "get-and-update" ? keyRefusal : undefined,
      webhookAllowList: options.webhookAllowList ?? [],
      latencyMs: options.latencyMs ?? 0,
      requests: [],
      notifications: [],
      faults: new FaultBook(options.faults ?? []),
    };
    if (!saved) {
      save();
    }
    this.port = options.port ?? 0;
    this.host = host;
    const limits = options.limits === false ? undefined : { ...defaultLimits, ...options.limits };
    this.server = createServer(createApp(this.runtime, limits, refuseForeignPages(host, allowedHosts)));
  }

  /** Starts listening. Rejects if the port is in use. */
  async start(): Promise<Endpoints> {
    this.server.listen(this.port, this.host);
    await once(this.server, "listening");
    return this.endpoints;
  }

  /** Stops listening and closes every connection immediately. */
  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  /** Addresses and credentials of the running emulator. Throws while it does not listen. */
  get endpoints(): Endpoints {
    const address = this.server.address();
    if (typeof address !== "object" || address === null) {
      throw new Error("The emulator is not running.");
    }
    const endpoint = `http://${urlHost(this.host)}:${address.port}`;
    const { state } = this.runtime.store;
    return {
      openSource: { endpoint, accessKey: state.users[0]?.accessKey ?? "" },
      managed: {
        endpoint,
        organizationId: state.organization.id,
        serviceId: state.services[0]?.id ?? "",
        ...state.startKey,
      },
    };
  }

  /** API requests since the start or the last reset, without requests to `/ui`. */
  get requests(): readonly LoggedRequest[] {
    return this.runtime.requests;
  }

  /** Notifications that webhooks with an address below `/ui/notifications` received. */
  get notifications(): readonly ReceivedNotification[] {
    return this.runtime.notifications;
  }

  /** Clears the request log. The next request has number 1. */
  resetRequests(): void {
    this.runtime.requests = [];
  }

  /** Applies a fault to the next matching request. */
  failNext(fault: FaultSpec): void {
    this.runtime.faults.add(fault);
  }

  /** Resolves with the number of the next request that a fault leaves without a response. */
  nextHeld(): Promise<number> {
    return this.runtime.faults.nextHeld();
  }

  /** Removes the remaining faults. */
  clearFaults(): void {
    this.runtime.faults.clear();
  }

  /** Changes top-level fields of a stored object, as a user does in the UI. Null removes a field. */
  edit(kind: Kind, id: string, fields: Record<string, unknown>): RawObject {
    return patchDocument(this.runtime, kind, id, fields);
  }

  /** Merges fields deeply into one tile, as a user does in the UI. Null removes a field. */
  editTile(dashboardId: string, tileId: string, fields: Record<string, unknown>): StoredTile {
    return patchTile(this.runtime, dashboardId, tileId, fields);
  }
}

/** Returns the host for an address. Wildcard addresses are reached through the loopback address. */
function urlHost(host: string): string {
  const reached = { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host;
  return reached.includes(":") ? `[${reached}]` : reached;
}
