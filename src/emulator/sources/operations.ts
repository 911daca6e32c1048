import { isObjectId } from "../ids";
import { data, done, type Operation, operation, withoutTeam } from "../operation";
import { badRequest, notFound } from "../refusal";
import type { Deployment, Scope } from "../runtime";
import type { StoredSource } from "../state";
import { idParams } from "../validation";
import { type SourceBody, sourceBody } from "./body";

const forbidden = withoutTeam.json;

/** Fields that the gateway's document does not have for any kind, or for one of them (docs/internals/api-behavior.md 2.3, 3.13). */
const unknownToGateway = [
  "serviceVersionExpression",
  "orderByExpression",
  "sampleRateExpression",
  "spanLinksValueExpression",
];
const unknownToGatewayOf: Record<string, string> = {
  metric: "serviceNameExpression",
  session: "resourceAttributesExpression",
};

/** Whether only the other deployment knows a field of a source. */
function isUnsupported(field: string, kind: string, deployment: Deployment): boolean {
  if (deployment === "openSource") return field === "filterSettings";
  return unknownToGateway.includes(field) || unknownToGatewayOf[kind] === field;
}

/** A source as a response shows it; sources carry no time stamps. */
function echo(source: StoredSource, scope: Scope): Record<string, unknown> {
  const session = source.kind === "session" ? { timestampValueExpression: "TimestampTime" } : {};
  const precision = source.kind === "trace" ? { durationPrecision: 3 } : {};
  const shown = { ...session, ...precision, ...source, disabled: source.disabled ?? false };
  return Object.fromEntries(
    Object.entries(shown).filter(([field]) => !isUnsupported(field, source.kind, scope.deployment)),
  );
}

/** Sources: nothing guards their deletion (docs/internals/api-behavior.md 3.10, 3.13). */
export const sourceOperations: Operation[] = [
  operation({
    method: "get",
    path: "/sources",
    forbidden,
    run: (scope) => data(scope.store.sources.all().map((source) => echo(source, scope))),
  }),
  operation({
    method: "post",
    path: "/sources",
    forbidden,
    body: sourceBody,
    run: (scope, { body }) => {
      checkConnection(scope, body);
      return data(echo(scope.store.sources.add({ ...body, id: scope.store.newId() }), scope));
    },
  }),
  operation({
    method: "get",
    path: "/sources/:id",
    forbidden,
    params: idParams,
    run: (scope, { params }) => data(echo(find(scope, params.id), scope)),
  }),
  operation({
    method: "put",
    path: "/sources/:id",
    forbidden,
    params: idParams,
    body: sourceBody,
    run: (scope, { params, body }) => {
      const { id } = find(scope, params.id);
      checkConnection(scope, body);
      return data(echo(scope.store.sources.put({ ...body, id }), scope));
    },
  }),
  operation({
    method: "delete",
    path: "/sources/:id",
    forbidden,
    params: idParams,
    run: (scope, { params }) => {
      scope.store.sources.remove(find(scope, params.id).id);
      return done;
    },
  }),
];

function find(scope: Scope, id: string): StoredSource {
  const source = scope.store.sources.get(id);
  if (!source) throw notFound("Source not found");
  return source;
}

function checkConnection(scope: Scope, { connection }: SourceBody): void {
  if (!isObjectId(connection)) throw badRequest("connection must be a valid connection id");
  if (!scope.store.connections.get(connection)) throw badRequest("connection must be an existing connection id");
}
