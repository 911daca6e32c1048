import { once } from "node:events";
import { connect } from "node:net";
import { ClientError } from "../../../client";
import { noProxy, proxyFor } from "../../../client/http/proxy";
import { type AlertRecord, channelsOf } from "../../../resources/alert/api";
import type { Client } from "../../../resources/client";
import { evaluationErrorsOf } from "../../server/server-lists";
import { findReceiver, type ReceiverOptions } from "../../server/webhook/receiver-address";
import type { TestResult } from "../../server/webhook/test-notification";
import { expectedError } from "../../terminal/exit";
import { failed, type Verdict } from "./verdict";

/** Returns the webhooks that an alert notifies; without a record if they do not exist. */
async function webhooksOf(client: Client, alert: AlertRecord) {
  const ids = channelsOf(alert).flatMap(({ type, webhookId }) =>
    type === "webhook" && typeof webhookId === "string" ? [webhookId] : [],
  );
  const known = new Map((ids.length > 0 ? await client.webhooks.list() : []).map((each) => [each.id, each]));
  return ids.map((id) => ({ id, record: known.get(id) }));
}

type NotifiedWebhook = Awaited<ReturnType<typeof webhooksOf>>[number];

/** Sends a test to each channel of an alert, one after another. */
async function sendTests(
  alert: AlertRecord,
  webhooks: readonly NotifiedWebhook[],
  options: ReceiverOptions & { readonly announce: (text: string) => void },
): Promise<readonly Pick<TestResult, "sent" | "finding">[]> {
  const { sendTestNotification } = await import("../../server/webhook/test-notification");
  const results: TestResult[] = [];
  for (const { record } of webhooks) {
    if (record) {
      results.push(await sendTestNotification(record, alert, { ...options, environment: process.env }));
    }
  }
  const others = new Set(channelsOf(alert).flatMap(({ type }) => (type === "webhook" || !type ? [] : [type])));
  const notTested = [...others].map(
    (type) => `The API has no operation that sends a test to a channel of type ${type}.`,
  );
  if (results.length === 0 && notTested.length === 0) {
    notTested.push("The alert has no channel that a test can be sent to.");
  }
  return [...results, ...notTested.map((finding) => ({ sent: false, finding }))];
}

/** @param reached addresses to which the check connects; undefined for none */
async function webhookProblem(
  { id, record }: NotifiedWebhook,
  reached: ReceiverOptions | undefined,
): Promise<string | undefined> {
  if (!record) {
    return `Its channel, the webhook ${id}, does not exist.`;
  }
  const { name, url } = record;
  if (!reached || typeof url !== "string" || !URL.canParse(url)) {
    return undefined;
  }
  const receiver = await findReceiver(new URL(url), reached);
  if ("problem" in receiver) {
    return `Its channel, the webhook "${name}", was not reached: ${receiver.problem}, and the server has none. Fix: Add --allow-private if the address is yours.`;
  }
  const reason = await unreachable(new URL(url), receiver.addresses[0]?.address);
  return reason && `Its channel, the webhook "${name}", cannot be reached: ${reason}.`;
}

const LAST_MS = 5 * 60_000;

/** Kinds of sources that can be counted. Metrics cannot, without the name of one. */
const COUNTABLE: readonly unknown[] = ["log", "trace", "session"];

/**
 * Returns the problem of an alert's source. Queries data in the open-source deployment, and reads the source in the
 * managed one.
 */
async function sourceProblem(client: Client, alert: AlertRecord): Promise<string | undefined> {
  const origin = await originOf(client, alert);
  if (typeof origin === "string") {
    return origin;
  }
  const isOpenSource = client.observability === "open_source";
  const { sourceId, connectionId = "" } = origin;
  if (!sourceId) {
    const isKnown = !isOpenSource || (await client.connections.get(connectionId));
    return isKnown ? undefined : `Its connection ${connectionId} does not exist.`;
  }
  const source = await client.sources.get(sourceId);
  if (!source) {
    return `Its source ${sourceId} does not exist.`;
  }
  if (!isOpenSource || !COUNTABLE.includes(source.kind)) {
    return undefined;
  }
  const endTime = Date.now();
  const series = [{ sourceId, aggFn: "count", where: "", groupBy: [] }];
  try {
    await client.charts.querySeries({ startTime: endTime - LAST_MS, endTime, granularity: "5m", series });
    return undefined;
  } catch (error) {
    return `Its source "${source.name}" does not respond: ${expectedError(error, ClientError).message}`;
  }
}

/** Origin of the data of an alert: a source or, for raw SQL, a connection. */
interface Origin {
  readonly sourceId?: string;
  readonly connectionId?: string;
}

/** Returns the origin of an alert's query, or the reason why it is unknown. */
async function originOf(client: Client, alert: AlertRecord): Promise<Origin | string> {
  if (typeof alert.savedSearchId === "string") {
    const search = await client.savedSearches.get(alert.savedSearchId);
    return search ? { sourceId: String(search.sourceId) } : `Its saved search ${alert.savedSearchId} does not exist.`;
  }
  if (alert.source === "inline") {
    return originIn(alert.chartConfig) ?? "The server does not show its chart.";
  }
  const dashboard = await client.dashboards.get(String(alert.dashboardId));
  if (!dashboard) {
    return `Its dashboard ${String(alert.dashboardId)} does not exist.`;
  }
  const tile = dashboard.tiles.find(({ id }) => id === alert.tileId);
  const missing = `Its tile ${String(alert.tileId)} does not exist in the dashboard "${dashboard.name}".`;
  return originIn(tile?.config) ?? missing;
}

function originIn(chart: unknown): Origin | undefined {
  const config = chart as Origin | undefined;
  return config?.sourceId || config?.connectionId ? config : undefined;
}

interface AlertExpectation {
  readonly id: string;
  /** Also opens a connection to each webhook. False if this machine cannot reach them. */
  readonly reachWebhooks: boolean;
  /** Also reaches private addresses of webhooks of a public server. */
  readonly allowsPrivate?: boolean | undefined;
  /** Also sends a test notification to each webhook. Gets a note right before each. */
  readonly announceTest?: ((text: string) => void) | undefined;
}

/**
 * Verifies that an alert can do its work: it exists, its last evaluation did not fail, each channel exists and can be
 * reached, and the source that it watches responds. Changes nothing. Sends a notification only if a test is requested.
 */
export async function checkAlert(
  client: Client,
  { id, reachWebhooks, announceTest, allowsPrivate }: AlertExpectation,
): Promise<Verdict> {
  const alert = await client.alerts.get(id);
  if (!alert) {
    return failed(`The alert with the id ${id} does not exist.`);
  }
  const webhooks = await webhooksOf(client, alert);
  const receivers: ReceiverOptions = { server: client.endpoint, allowsPrivate };
  const webhookProblems = webhooks.map((each) => webhookProblem(each, reachWebhooks ? receivers : undefined));
  const problems = [
    ...executionProblems(alert),
    ...(await Promise.all(webhookProblems)),
    await sourceProblem(client, alert),
  ].filter((problem) => problem !== undefined);
  const tests = announceTest ? await sendTests(alert, webhooks, { ...receivers, announce: announceTest }) : [];
  const isWorking = problems.length === 0 && tests.every(({ sent }) => sent);
  const findings = isWorking ? [`The alert ${alert.name ?? id} works: its channels and its source respond.`] : problems;
  return { passed: isWorking, findings: [...findings, ...tests.map(({ finding }) => finding)] };
}

/** The last change of the alert may have fixed older errors (docs/internals/api-behavior.md 3.7). */
function executionProblems(alert: AlertRecord): readonly string[] {
  const { updatedAt } = alert;
  const since = typeof updatedAt === "string" ? Date.parse(updatedAt) : 0;
  return evaluationErrorsOf(alert)
    .filter(({ time }) => time === undefined || time >= since)
    .map(({ type, message }) => `Its last evaluation failed, ${type}: ${message}`);
}

const MAX_CONNECT_MS = 10_000;

/**
 * Returns the reason if no connection to the URL's host is possible. Returns undefined if the host accepts the
 * connection, or if a proxy hides the result. Closes the connection without a request, which would be a notification.
 * @param url may authorize its caller; only its host and port appear in the reason.
 * @param address IP address of the host; undefined if the look-up failed
 */
async function unreachable(url: URL, address: string | undefined): Promise<string | undefined> {
  if (proxyFor(url, process.env) !== undefined && noProxy(process.env) === "") {
    return undefined;
  }
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (address === undefined) {
    return `${host}:${port} cannot be reached (ENOTFOUND)`;
  }
  const socket = connect({ host: address, port });
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(MAX_CONNECT_MS) });
    return undefined;
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    return `${host}:${port} ${name === "AbortError" ? "does not respond" : `cannot be reached (${code ?? name})`}`;
  } finally {
    socket.destroy();
  }
}
