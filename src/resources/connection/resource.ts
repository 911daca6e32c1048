import type { JsonObject } from "../../client";
import { collectClearValues, isPresent } from "../../declaration/field";
import { objectShapeOf } from "../../declaration/shape";
import { type Diagnostic, DiagnosticError, isUnknownValue, type Resource } from "../../plugin";
import { type BodyParts, observedWithOthers, plainResource } from "../shared/crud-resource";
import type { Session } from "../shared/session";
import { type ConnectionBody, type ConnectionRecord, connectionApi } from "./api";
import { connection } from "./declaration";

const CONNECTION = objectShapeOf(connection);

/**
 * `clickstack_connection`: a connection that sources read through; open source only
 * (docs/internals/api-behavior.md 3.14).
 */
export const connectionResource: Resource<Session> = plainResource<ConnectionRecord, ConnectionBody>({
  api: connectionApi,
  shape: CONNECTION,
  description: "A connection to ClickHouse that sources read through. Open-source deployment only.",
  collection: ({ client }) => client.connections,
  body: connectionBody,
  observed: (record, before) => ({
    ...observedWithOthers(CONNECTION, record, before),
    passwordVersion: before.passwordVersion,
  }),
  checkPlan: lostPassword,
});

/**
 * Returns the body of a create or update. It contains the password when it is new, or when the host or user changes.
 */
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
    {
      severity: "warning",
      summary: "The password of a connection cannot be removed",
      detail:
        "The password version changes and there is no password, but the server keeps a password until it gets another one. The update will fail.\nFix: Set the new password, or restore password_version. For a connection without a password, replace it: terraform apply -replace=ADDRESS.",
      path: ["password_version"],
    },
  ];
}
