import type { CallOptions, DashboardCollection } from "../client";
import { ApiError } from "../errors";
import { isJsonObject, type JsonObject } from "../json";
import { dashboardKind, newDashboardBody } from "../kinds/dashboard";
import type { AlertRecord, DashboardBody, DashboardRecord, DashboardValidation, ValidationFinding } from "../records";
import type { ApiRequest } from "../server/api-request";
import { unexpectedValue } from "./decode-record";
import type { Homes } from "./home";
import { RemoteCollection } from "./remote-collection";

/** Says which alerts a write may have deleted (docs/internals/api-behavior.md 3.10). */
export type AlertsMayBeGone = (isConcerned: (alert: AlertRecord) => boolean) => void;

/** The tiles that alerts can watch (docs/internals/api-behavior.md 3.8). */
const ALERTABLE: readonly unknown[] = ["line", "stacked_bar", "number"];

/** Dashboards: what every kind has, and validation. */
export class RemoteDashboards
  extends RemoteCollection<DashboardRecord, DashboardBody, DashboardBody, DashboardRecord>
  implements DashboardCollection
{
  readonly #homes: Homes;
  readonly #alertsMayBeGone: AlertsMayBeGone;

  /** @param alertsMayBeGone called after writes that delete alerts along with tiles */
  constructor(homes: Homes, alertsMayBeGone: AlertsMayBeGone) {
    super(dashboardKind, homes);
    this.#homes = homes;
    this.#alertsMayBeGone = alertsMayBeGone;
  }

  override async update(id: string, body: DashboardBody, options: CallOptions = {}): Promise<DashboardRecord> {
    let kept: ReadonlySet<unknown> = new Set();
    try {
      const record = await super.update(id, body, options);
      kept = alertableTiles(record);
      return record;
    } finally {
      this.#alertsMayBeGone(({ dashboardId, tileId }) => dashboardId === id && !kept.has(tileId));
    }
  }

  override async delete(id: string, options: CallOptions = {}): Promise<void> {
    try {
      await super.delete(id, options);
    } finally {
      this.#alertsMayBeGone(({ dashboardId }) => dashboardId === id);
    }
  }

  async validate(body: DashboardBody, options: CallOptions = {}): Promise<DashboardValidation | undefined> {
    const { server, root } = this.#homes.of(dashboardKind, "create");
    const request: ApiRequest = {
      method: "POST",
      segments: [...root, dashboardKind.segment, "validate"],
      body: newDashboardBody(body),
      form: "bare_on_open_source",
      ...(options.signal !== undefined && { signal: options.signal }),
    };
    try {
      const { value } = await server.call(request);
      return decodeValidation(value, request);
    } catch (error) {
      // Older servers lack the path; any 404 means that nobody can tell (docs/internals/api-behavior.md 2.4).
      if (error instanceof ApiError && error.status === 404) {
        return undefined;
      }
      throw error;
    }
  }
}

function alertableTiles({ tiles }: DashboardRecord): ReadonlySet<unknown> {
  const alertable = (tiles ?? []).filter(
    ({ config }) => isJsonObject(config) && ALERTABLE.includes(config.displayType),
  );
  return new Set(alertable.map(({ id }) => id));
}

function decodeValidation(value: unknown, request: ApiRequest): DashboardValidation {
  if (!isJsonObject(value) || typeof value.valid !== "boolean") {
    throw unexpectedValue(request, "no verdict where one is due");
  }
  const { valid, errors, normalized } = value;
  return {
    valid,
    errors: Array.isArray(errors) ? errors.filter((entry) => isJsonObject(entry)).map(decodeFinding) : [],
    normalized: isJsonObject(normalized) ? normalized : null,
  };
}

function decodeFinding(entry: JsonObject): ValidationFinding {
  return { path: String(entry.path ?? ""), message: String(entry.message ?? "") };
}
