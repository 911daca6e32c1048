import type { ApiOperation as Kind } from "../../src/client/reads/resource-api";
import type { Deployment } from "../../src/client/settings";
import { resourceTypes } from "../../src/resources/registry";
import type { ResourceType } from "../../src/resources/resource-type";
import { type DocumentName, type PublishedOperation, publishedOperations } from "./documents";
import { OPERATIONS_LEFT_OUT, REACHED_BY } from "./reasons";

/** Coverage of the operations of one document. */
export interface OperationCoverage {
  readonly all: number;
  readonly leftOut: readonly LeftOut[];
}

/** An operation that is not covered. */
interface LeftOut extends PublishedOperation {
  /** Undefined if no reason is declared. */
  readonly reason: string | undefined;
}

/**
 * Returns the covered operations. A look-up or a resource covers a list and a get. Only a resource covers a create, an
 * update and a delete. The entries of `REACHED_BY` cover other operations.
 */
export function operationCoverage(
  document: DocumentName,
  published: readonly PublishedOperation[],
  types: readonly ResourceType[] = resourceTypes,
): OperationCoverage {
  const offered = new Set(types.flatMap((type) => pathsOf(type, document)));
  const names = new Set(types.flatMap(({ type, dataSources = {} }) => [type, ...Object.keys(dataSources)]));
  const isReached = ({ shortName }: PublishedOperation) =>
    offered.has(shortName) || names.has(REACHED_BY[shortName] ?? "");
  const leftOut = published.filter((operation) => !isReached(operation));
  return {
    all: published.length,
    leftOut: leftOut.map(({ name, shortName }) => ({ name, shortName, reason: OPERATIONS_LEFT_OUT[shortName] })),
  };
}

/** Returns the coverage of both documents. */
export function operationsOfDocuments(): Readonly<Record<DocumentName, OperationCoverage>> {
  const published = publishedOperations();
  return {
    "open source": operationCoverage("open source", published["open source"]),
    managed: operationCoverage("managed", published.managed),
  };
}

/** Returns reasons that match no operation. */
export function uselessOperationReasons(coverage: readonly OperationCoverage[]): readonly string[] {
  const leftOut = new Set(coverage.flatMap(({ leftOut: each }) => each.map(({ shortName }) => shortName)));
  return Object.keys(OPERATIONS_LEFT_OUT).filter((key) => !leftOut.has(key));
}

const DEPLOYMENT: Readonly<Record<DocumentName, Deployment>> = { "open source": "open_source", managed: "managed" };

function pathsOf(type: ResourceType, document: DocumentName): readonly string[] {
  const { api } = type;
  const capability = api?.capabilities[DEPLOYMENT[document]];
  if (!api || !capability) {
    return [];
  }
  const root = api.scope === "organization" ? "organization" : "observability";
  const method: Readonly<Record<Kind, string>> = {
    list: `GET ${root}/${api.segment}`,
    get: `GET ${root}/${api.segment}/{}`,
    create: `POST ${root}/${api.segment}`,
    update: `${api.updateMethod} ${root}/${api.segment}/{}`,
    delete: `DELETE ${root}/${api.segment}/{}`,
  };
  const done = type.resource ? capability.operations : capability.operations.filter(isRead);
  return done.map((operation) => method[operation]);
}

const isRead = (operation: Kind): boolean => operation === "list" || operation === "get";
