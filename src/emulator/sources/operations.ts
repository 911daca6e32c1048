import { type ZodTypeAny, z } from "zod/v3";
import { isObjectId } from "../ids";
import { objectOperations } from "../object-operations";
import { badRequest, notFound } from "../refusal";
import type { Scope } from "../runtime";
import type { StoredSource } from "../state";
import { schemaOfAugust, sourceBody, unsupportedFields } from "./body";

/** The open-source server stores omitted lists empty (docs/internals/api-behavior.md 3.13). */
function emptyLists({ kind }: StoredSource): Record<string, unknown[]> {
  if (kind !== "log" && kind !== "trace") {
    return { querySettings: [] };
  }
  const expressionLists = { highlightedTraceAttributeExpressions: [], highlightedRowAttributeExpressions: [] };
  return { querySettings: [], ...expressionLists, materializedViews: [] };
}

/** Returns a source as a response shows it. Sources have no time stamps. */
function echo(source: StoredSource, scope: Scope): Record<string, unknown> {
  const lists = scope.deployment === "openSource" ? emptyLists(source) : {};
  const session = source.kind === "session" ? { timestampValueExpression: "TimestampTime" } : {};
  const precision = source.kind === "trace" ? { durationPrecision: 3 } : {};
  // The managed service returns empty texts for optional texts that are not set (docs/internals/api-behavior.md 3.13).
  const hasEmptyTexts = scope.switches.emptySourceTexts ?? scope.deployment === "managed";
  const stored = hasEmptyTexts ? (withEmptyTexts(source, schemaOfAugust(source.kind)) as StoredSource) : source;
  const shown = { ...lists, ...session, ...precision, ...stored, disabled: source.disabled ?? false };
  const hidden = unsupportedFields(source.kind, scope.deployment);
  return Object.fromEntries(Object.entries(shown).filter(([field]) => !hidden.includes(field)));
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

/** Returns a value of a source with an empty text for each optional text of its schema that is not set. */
function withEmptyTexts(value: unknown, schema: ZodTypeAny | undefined): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const inner = schema.unwrap();
    const isText = inner instanceof z.ZodString || inner instanceof z.ZodNativeEnum;
    return isText ? (value ?? "") : withEmptyTexts(value, inner);
  }
  if (schema instanceof z.ZodEffects) {
    return withEmptyTexts(value, schema.innerType());
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((each) => withEmptyTexts(each, schema.element));
  }
  if (!(schema instanceof z.ZodObject) || typeof value !== "object" || value === null) {
    return value;
  }
  const fields: Readonly<Record<string, unknown>> = { ...value };
  const filled = Object.entries<ZodTypeAny>(schema.shape)
    .filter(([name]) => !KEPT.has(name))
    .map(([name, field]) => [name, withEmptyTexts(fields[name], field)] as const)
    .filter(([, shown]) => shown !== undefined);
  return { ...fields, ...Object.fromEntries(filled) };
}

/** Fields whose only optional text stays absent. */
const KEPT = new Set(["metadataMaterializedViews"]);
