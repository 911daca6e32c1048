import type { JsonObject } from "../../client";
import { collectClearValues, isPresent } from "../../declaration/field";
import { objectShapeOf } from "../../declaration/shape";
import { type Diagnostic, DiagnosticError, isUnknownValue, type Resource, warning } from "../../plugin";
import { type BodyParts, observedWithOthers, plainResource } from "../shared/crud-resource";
import { lookUpsOf } from "../shared/look-up";
import { quoted } from "../shared/report-failure";
import type { Session } from "../shared/session";
import { type ConnectionBody, type ConnectionRecord, connectionApi } from "./api";
import { connection, connectionLookup, connectionsLookup } from "./declaration";

const CONNECTION = objectShapeOf(connection);

/** A connection that sources read through; open source only (docs/internals/api-behavior.md 3.14). */
export const connectionResource: Resource<Session> = plainResource<ConnectionRecord, ConnectionBody>({
  api: connectionApi,
  shape: CONNECTION,
  description: "A connection to ClickHouse that sources read through. Open-source deployment only.",
  collection: ({ client }) => client.collection(connectionApi),
  body: connectionBody,
  observed: (record, before) => ({
    ...observedWithOthers(CONNECTION, record, before),
    passwordVersion: before.passwordVersion,
  }),
  checkPlan: (plan) => [...lostPassword(plan), ...strayAddress(plan)],
});

/** Contains the password when it is new, or when the host or user changes. */
function connectionBody({ declared, config, prior }: BodyParts): JsonObject {
  const { passwordVersion, ...fields } = declared;
  const isSent =
    prior === undefined ||
    prior.passwordVersion !== passwordVersion ||
    prior.host !== declared.host ||
    prior.username !== declared.username;
  const [loss] = lostPassword({ declared, config, ...(prior && { prior }) });
  if (loss) {
    throw new DiagnosticError({ ...loss, severity: "error" });
  }
  return {
    ...(prior && collectClearValues(CONNECTION)),
    ...fields,
    ...(isSent && isPresent(config.password) && { password: config.password }),
  } as JsonObject;
}

/**
 * Warns of a removed password. The server keeps the password of a connection that is updated without one
 * (docs/internals/api-behavior.md 3.14). The plan only warns, because a destroy plans the configuration as well and
 * often lacks its secrets. The update itself fails.
 */
function lostPassword({ declared, config, prior }: BodyParts): readonly Diagnostic[] {
  if (prior === undefined || isUnknownValue(declared.passwordVersion)) {
    return [];
  }
  if (prior.passwordVersion === declared.passwordVersion || isPresent(config.password)) {
    return [];
  }
  return [
    warning(
      "The password of a connection cannot be removed",
      "The password version changes and there is no password, but the server keeps a password until it gets another one. The update will fail.\nFix: Set the new password, or restore password_version. For a connection without a password, replace it: terraform apply -replace=ADDRESS.",
      ["password_version"],
    ),
  ];
}

/** Pages and paths of Prometheus itself. The server adds `/api/v1/...` to the path of the host. */
const PROMETHEUS_PATHS = /\/(?:graph|query|alerts|rules|targets|status|config|metrics|api\/v1)\/?$/;

/**
 * Warns of the address of a page of Prometheus. Servers of version 2.38 or later add its path and its query parameters
 * to every request (docs/internals/api-behavior.md 6.6).
 */
function strayAddress({ declared: { host, isPrometheusEndpoint } }: BodyParts): readonly Diagnostic[] {
  if (isPrometheusEndpoint !== true || typeof host !== "string" || !URL.canParse(host)) {
    return [];
  }
  const { pathname, searchParams } = new URL(host);
  const [page] = PROMETHEUS_PATHS.exec(pathname) ?? [];
  const keys = [...searchParams.keys()];
  if (page === undefined && keys.length === 0) {
    return [];
  }
  const parts = [
    ...(page === undefined ? [] : [`the path ${page}`]),
    ...keys.map((key) => `the query key ${quoted(key)}`),
  ];
  return [
    warning(
      "The address of the Prometheus endpoint contains more than a prefix",
      `Servers of version 2.38 or later send ${parts.join(", ")} with every request, so that queries can fail.\nFix: Set host to the address without it, such as https://prometheus.example.com.`,
      ["host"],
    ),
  ];
}

/** Look-ups of connections; open source only (docs/internals/api-behavior.md 3.14). */
export const connectionLookUps = lookUpsOf(connectionLookup, connectionsLookup, {
  api: connectionApi,
  about: "A connection that sources read through",
  facts: (connection) => connection,
  describe: ({ host }) => String(host),
});
