import { type ApiRecord, type ClientSettings, UnsupportedOperationError } from "../../../../client";
import { isRefusedOperation } from "../../../../resources/api-key/key-collection";
import type { Client } from "../../../../resources/client";
import { type ResourceType, shownName, typeWithObjects } from "../../../../resources/resource-type";
import { openCharts } from "../../../server/series/open-charts";
import { SET_DATABASE } from "../../../server/series/server-charts";
import { readServerLists, type ServerLists, timeForKeys, webhookIdsOf } from "../../../server/server-lists";
import { findStale } from "../../../server/stale/find-stale";
import type { StaleObject } from "../../../server/stale/stale-report";
import { listedType } from "../fields";
import type { RuleFinding } from "../lint-rule";
import type { LintedObject } from "../linted-objects";
import { ChartQueries } from "./chart-queries";

interface ServerOptions {
  /** True if rules may send test notifications. */
  readonly sendsTests: boolean;
  /** True if test notifications also go to private addresses. */
  readonly allowsPrivate?: boolean | undefined;
  /** Shows the current step on a terminal. */
  readonly progress: (text: string) => void;
}

type Settings = Pick<ClientSettings, "managed" | "openSource">;

/** Objects and charts of the server. All rules share its responses: each list is one request. */
export class LintServer implements AsyncDisposable {
  /** Queries that were not checked, by the reason. A reason without queries names the part that was not checked. */
  readonly notChecked = new Map<string, Set<string>>();
  readonly #opened: ReturnType<typeof openCharts>;
  readonly #charts: ChartQueries | undefined;
  #lists: Promise<ServerLists> | undefined;

  constructor(
    readonly client: Client,
    private readonly settings: Settings,
    readonly options: ServerOptions,
  ) {
    const hasObjects = client.observability !== undefined;
    this.#opened = hasObjects ? openCharts(client, settings.openSource?.endpoint) : undefined;
    this.#charts = this.#opened && new ChartQueries(client, this.#opened.charts, options.progress);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened?.[Symbol.asyncDispose]();
  }

  /** @param query place of the query that was not checked, such as `tile "a" of the dashboard "Shop"` */
  skip(reason: string, ...query: readonly string[]): void {
    const queries = this.notChecked.get(reason) ?? new Set();
    this.notChecked.set(reason, queries);
    for (const each of query) {
      queries.add(each);
    }
  }

  /** Returns no findings without chart series. */
  async findInCharts(find: (charts: ChartQueries) => Promise<readonly RuleFinding[]>): Promise<readonly RuleFinding[]> {
    if (!this.#charts) {
      this.skip(`the queries, because the server returns no chart series. Fix: ${SET_DATABASE}.`);
    }
    return this.#charts ? find(this.#charts) : [];
  }

  /** Returns all objects of a type; undefined if the server does not show all of them. */
  async objectsOf(resourceType: ResourceType): Promise<readonly ApiRecord[] | undefined> {
    try {
      const { records, incomplete } = await typeWithObjects(resourceType).collection(this.client).readShown();
      if (incomplete) {
        this.skip(incomplete.message);
      }
      return incomplete ? undefined : records;
    } catch (error) {
      const isRefused = resourceType.api?.scope === "organization" && isRefusedOperation(error, "GET");
      if (!(error instanceof UnsupportedOperationError) && !isRefused) {
        throw error;
      }
      this.skip((error as Error).message);
      return undefined;
    }
  }

  /** Returns the stored object that has the name of a declared one; undefined for none and for several. */
  async storedOf({ type, fields }: LintedObject): Promise<ApiRecord | undefined> {
    const name = shownName(fields as ApiRecord & LintedObject["fields"]);
    const resourceType = listedType(type);
    const found =
      (resourceType && (await this.objectsOf(resourceType)))?.filter((each) => shownName(each) === name) ?? [];
    return name !== undefined && found.length === 1 ? found[0] : undefined;
  }

  async lists(): Promise<ServerLists> {
    this.#lists ??= readServerLists(this.client, this.settings);
    return this.#lists;
  }

  /** Sends one test notification. Returns the problem; undefined if the webhook accepts it or cannot be tested. */
  async testWebhook(id: string): Promise<string | undefined> {
    const { alerts, webhooks } = await this.lists();
    const webhook = webhooks.records.find((each) => each.id === id);
    const alert = alerts.records.find((each) => webhookIdsOf(each).includes(id));
    if (!webhook || !alert) {
      return undefined;
    }
    const { sendTestNotification } = await import("../../../server/webhook/test-notification");
    const { progress: announce, allowsPrivate } = this.options;
    const { sent, finding, isRefused } = await sendTestNotification(webhook, alert, {
      announce,
      allowsPrivate,
      server: this.client.endpoint,
      environment: process.env,
    });
    if (!sent && !isRefused) {
      this.skip(finding);
    }
    return isRefused ? finding : undefined;
  }

  /** Returns the findings of `report --stale` for some days. */
  async staleObjects(days: number): Promise<readonly StaleObject[]> {
    const lists = await this.lists();
    const now = await timeForKeys(this.client, this.settings, lists);
    const { report } = findStale(lists, { now, days, alertDays: days, urlOf: () => undefined }, {});
    for (const problem of report.problems) {
      this.skip(problem);
    }
    return report.findings;
  }
}
