import { isObjectId } from "../ids";
import { objectOperations } from "../object-operations";
import { badRequest, notFound } from "../refusal";
import type { EmulatedDeployment, Scope } from "../runtime";
import type { StoredSource } from "../state";
import { fieldsElsewhere, sourceBody } from "./body";
import { returnsEmptyTexts, withEmptyTexts } from "./unset-texts";

/** Field that the gateway's document lacks for one kind (docs/internals/api-behavior.md 2.3, 3.13). */
const unknownToGatewayOf: Record<string, string> = {
  metric: "serviceNameExpression",
  session: "resourceAttributesExpression",
};

/** Returns true if only the other deployment supports a field of a source. */
function isUnsupported(field: string, kind: string, deployment: EmulatedDeployment): boolean {
  return (
    fieldsElsewhere[deployment].includes(field) || (deployment === "managed" && unknownToGatewayOf[kind] === field)
  );
}

/**
 * Returns the lists that the open-source server stores empty if they are omitted (docs/internals/api-behavior.md 3.13).
 */
function emptyLists({ kind }: StoredSource): Record<string, unknown[]> {
  if (kind !== "log" && kind !== "trace") {
    return { querySettings: [] };
  }
  const ofEvents = { highlightedTraceAttributeExpressions: [], highlightedRowAttributeExpressions: [] };
  return { querySettings: [], ...ofEvents, materializedViews: [] };
}

/** Returns a source as a response shows it. Sources have no time stamps. */
function echo(source: StoredSource, scope: Scope): Record<string, unknown> {
  const lists = scope.deployment === "openSource" ? emptyLists(source) : {};
  const session = source.kind === "session" ? { timestampValueExpression: "TimestampTime" } : {};
  const precision = source.kind === "trace" ? { durationPrecision: 3 } : {};
  const stored = returnsEmptyTexts(scope) ? withEmptyTexts(source) : source;
  const shown = { ...lists, ...session, ...precision, ...stored, disabled: source.disabled ?? false };
  return Object.fromEntries(
    Object.entries(shown).filter(([field]) => !isUnsupported(field, source.kind, scope.deployment)),
  );
}

/** Operations on sources. Sources in use can be deleted (docs/internals/api-behavior.md 3.10, 3.13). */
export const sourceOperations = objectOperations({
  path: "/sources",
  notFound: notFound("Source not found"),
  objects: ({ sources }) => sources,
  isUntimed: true,
  show: echo,
  body: sourceBody,

  write({ store }, body) {
    if (!isObjectId(body.connection)) {
      throw badRequest("connection must be a valid connection id");
    }
    store.connections.find(body.connection, badRequest("connection must be an existing connection id"));
    return body;
  },
});
