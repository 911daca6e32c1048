import { isObjectId } from "../ids";
import { objectOperations } from "../object-operations";
import { withoutTeam } from "../operation";
import { badRequest, notFound } from "../refusal";
import type { Deployment, Scope } from "../runtime";
import type { StoredSource } from "../state";
import { fieldsElsewhere, type SourceBody, sourceBody } from "./body";

/** The field that the gateway's document does not have for one kind (docs/internals/api-behavior.md 2.3, 3.13). */
const unknownToGatewayOf: Record<string, string> = {
  metric: "serviceNameExpression",
  session: "resourceAttributesExpression",
};

/** Whether only the other deployment knows a field of a source. */
function isUnsupported(field: string, kind: string, deployment: Deployment): boolean {
  return (
    fieldsElsewhere[deployment].includes(field) || (deployment === "managed" && unknownToGatewayOf[kind] === field)
  );
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
export const sourceOperations = objectOperations({
  path: "/sources",
  forbidden: withoutTeam.json,
  notFound: notFound("Source not found"),
  objects: ({ sources }) => sources,
  isUntimed: true,
  show: echo,
  body: sourceBody,

  create(scope, body) {
    checkConnection(scope, body);
    return body;
  },

  update(scope, body, find) {
    find();
    checkConnection(scope, body);
    return body;
  },
});

function checkConnection(scope: Scope, { connection }: SourceBody): void {
  if (!isObjectId(connection)) throw badRequest("connection must be a valid connection id");
  if (!scope.store.connections.get(connection)) throw badRequest("connection must be an existing connection id");
}
