import { connect } from "node:net";
import { ClientError } from "../../client";
import { noProxy, proxyFor } from "../../client/http/proxy";
import type { AlertRecord } from "../../resources/alert/api";
import type { ChartQuery } from "../../resources/chart-series/api";
import type { Client } from "../../resources/client";
import type { WebhookRecord } from "../../resources/webhook/api";
import type { Verdict } from "./command";
import { failed, passed } from "./settings";

interface Channel {
  readonly type?: string;
  readonly webhookId?: string;
}

/** Returns the problems of an alert's channels. E-mail addresses are not checked. */
async function checkChannels(
  client: Client,
  { channels, channel }: AlertRecord,
  reachWebhooks: boolean,
): Promise<readonly string[]> {
  const all = (Array.isArray(channels) ? channels : [channel]) as unknown as readonly (Channel | null | undefined)[];
  const ids = all.flatMap((each) => (each?.type === "webhook" && each.webhookId ? [each.webhookId] : []));
  const webhooks = new Map((ids.length > 0 ? await client.webhooks.list() : []).map((each) => [each.id, each]));
  const problems = await Promise.all(ids.map((id) => webhookProblem(id, webhooks.get(id), reachWebhooks)));
  return problems.filter((problem) => problem !== undefined);
}

async function webhookProblem(
  id: string,
  webhook: WebhookRecord | undefined,
  isReached: boolean,
): Promise<string | undefined> {
  if (!webhook) {
    return `Its channel, the webhook ${id}, does not exist.`;
  }
  const { name, url } = webhook;
  if (!isReached || typeof url !== "string" || !URL.canParse(url)) {
    return undefined;
  }
  const reason = await unreachable(new URL(url));
  return reason && `Its channel, the webhook "${name}", cannot be reached: ${reason}.`;
}

const LAST_MS = 5 * 60_000;

/** The alert's query reads from a source, or in raw SQL from a connection. */
type Origin = { readonly sourceId: string } | { readonly connectionId: string } | { readonly problem: string };

/**
 * Returns the problem of an alert's source. Queries data in the open-source deployment, and reads the source in the
 * managed one.
 */
async function checkSource(client: Client, alert: AlertRecord): Promise<readonly string[]> {
  const origin = await originOf(client, alert);
  if ("problem" in origin) {
    return [origin.problem];
  }
  if ("connectionId" in origin) {
    return checkConnection(client, origin.connectionId);
  }
  const { sourceId } = origin;
  const source = await client.sources.get(sourceId);
  if (!source) {
    return [`Its source ${sourceId} does not exist.`];
  }
  if (client.observability !== "open_source" || !isCountable(source.kind)) {
    return [];
  }
  try {
    await client.charts.querySeries(countOf(sourceId));
    return [];
  } catch (error) {
    if (!(error instanceof ClientError)) {
      throw error;
    }
    return [`Its source "${source.name}" does not respond: ${error.message}`];
  }
}

async function originOf(client: Client, alert: AlertRecord): Promise<Origin> {
  if (typeof alert.savedSearchId === "string") {
    const search = await client.savedSearches.get(alert.savedSearchId);
    if (!search) {
      return { problem: `Its saved search ${alert.savedSearchId} does not exist.` };
    }
    return { sourceId: String(search.sourceId) };
  }
  if (alert.source === "inline") {
    return originIn(alert.chartConfig) ?? { problem: "The server does not show its chart." };
  }
  const dashboard = await client.dashboards.get(String(alert.dashboardId));
  if (!dashboard) {
    return { problem: `Its dashboard ${String(alert.dashboardId)} does not exist.` };
  }
  const tile = dashboard.tiles.find(({ id }) => id === alert.tileId);
  const origin = originIn(tile?.config);
  return origin ?? { problem: `Its tile ${String(alert.tileId)} does not exist in the dashboard "${dashboard.name}".` };
}

function originIn(chart: unknown): Origin | undefined {
  const config = chart as { readonly sourceId?: string; readonly connectionId?: string } | undefined;
  if (config?.sourceId) {
    return { sourceId: config.sourceId };
  }
  return config?.connectionId ? { connectionId: config.connectionId } : undefined;
}

async function checkConnection(client: Client, id: string): Promise<readonly string[]> {
  if (client.observability !== "open_source") {
    return [];
  }
  return (await client.connections.get(id)) ? [] : [`Its connection ${id} does not exist.`];
}

/** Metrics cannot be counted without the name of one. */
function isCountable(kind: unknown): boolean {
  return kind === "log" || kind === "trace" || kind === "session";
}

function countOf(sourceId: string): ChartQuery {
  const endTime = Date.now();
  const series = [{ sourceId, aggFn: "count", where: "", groupBy: [] }];
  return { startTime: endTime - LAST_MS, endTime, granularity: "5m", series };
}

interface AlertExpectation {
  readonly id: string;
  /** Also opens a connection to each webhook. False where the machine that checks has no way to them. */
  readonly reachWebhooks: boolean;
}

interface ExecutionError {
  readonly timestamp?: string;
  readonly type?: string;
  readonly message?: string;
}

/**
 * Verifies that an alert can do its work: it exists, its last evaluation did not fail, each channel exists and can be
 * reached, and the source that it watches responds. Changes nothing and sends no notification.
 */
export async function checkAlert(client: Client, { id, reachWebhooks }: AlertExpectation): Promise<Verdict> {
  const alert = await client.alerts.get(id);
  if (!alert) {
    return failed(`The alert with the id ${id} does not exist.`);
  }
  const problems = [
    ...executionProblems(alert),
    ...(await checkChannels(client, alert, reachWebhooks)),
    ...(await checkSource(client, alert)),
  ];
  return problems.length > 0
    ? failed(...problems)
    : passed(`The alert ${alert.name ?? id} works: its channels and its source respond.`);
}

/**
 * Evaluation errors since the last change. That change may have fixed older ones (docs/internals/api-behavior.md 3.7).
 */
function executionProblems({ executionErrors, updatedAt }: AlertRecord): readonly string[] {
  if (!Array.isArray(executionErrors)) {
    return [];
  }
  const since = typeof updatedAt === "string" ? Date.parse(updatedAt) : 0;
  return (executionErrors as unknown as readonly ExecutionError[])
    .filter(({ timestamp }) => timestamp === undefined || Date.parse(timestamp) >= since)
    .map(({ type = "error", message = "" }) => `Its last evaluation failed, ${type}: ${message}`);
}

const MAX_CONNECT_MS = 10_000;

/**
 * Returns the reason if no connection to the URL's host is possible. Undefined if the host accepts one, and behind a
 * proxy, which hides the result. Opens a connection and closes it again. Sends nothing: a request would be a
 * notification.
 * @param url may authorize its caller; only its host and port appear in the reason.
 */
async function unreachable(url: URL): Promise<string | undefined> {
  if (proxyFor(url, process.env) !== undefined && noProxy(process.env) === "") {
    return undefined;
  }
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: MAX_CONNECT_MS });
    const end = (reason?: string) => {
      socket.destroy();
      resolve(reason);
    };
    socket.once("connect", () => end());
    socket.once("timeout", () => end(`${host}:${port} does not respond`));
    socket.once("error", (error: NodeJS.ErrnoException) =>
      end(`${host}:${port} cannot be reached (${error.code ?? error.name})`),
    );
  });
}
