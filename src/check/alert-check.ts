import type { AlertRecord, Client } from "../api";
import { checkChannels } from "./channel-check";
import { checkSource } from "./source-check";
import { failed, passed, type Verdict } from "./verdict";

export interface AlertExpectation {
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
 * Proves that an alert can do its work: it exists, its last evaluation did not fail, each channel exists and can be reached, and the source
 * that it watches answers. Changes nothing and notifies nobody.
 */
export async function checkAlert(client: Client, { id, reachWebhooks }: AlertExpectation): Promise<Verdict> {
  const alert = await client.alerts.get(id);
  if (!alert) return failed(`There is no alert with the id ${id}.`);
  const problems = [
    ...executionProblems(alert),
    ...(await checkChannels(client, alert, reachWebhooks)),
    ...(await checkSource(client, alert)),
  ];
  return problems.length > 0
    ? failed(...problems)
    : passed(`The alert ${alert.name ?? id} works: its channels and its source answer.`);
}

/** Errors of evaluations since the last change: older ones may be what that change has mended (docs/internals/api-behavior.md 3.7). */
function executionProblems({ executionErrors, updatedAt }: AlertRecord): readonly string[] {
  if (!Array.isArray(executionErrors)) return [];
  const since = typeof updatedAt === "string" ? Date.parse(updatedAt) : 0;
  return (executionErrors as unknown as readonly ExecutionError[])
    .filter(({ timestamp }) => timestamp === undefined || Date.parse(timestamp) >= since)
    .map(({ type = "error", message = "" }) => `Its last evaluation failed, ${type}: ${message}`);
}
