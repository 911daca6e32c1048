import { readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(__dirname, "..", "..", "docs", "internals", "openapi");

/** Files of the documents by the name that the report uses. */
const FILES = { "open source": "open-source.json", managed: "managed.json" } as const;

export type DocumentName = keyof typeof FILES;

/** The part of a schema that contains its properties. */
interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
}

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/**
 * Properties of every schema of a document, by the schema's name. The name of a nested schema includes its parent:
 * `LogSource.metadataMaterializedViews`, `GET /api/v2/team response`.
 */
export type Properties = ReadonlyMap<string, readonly string[]>;

/** One operation of a document. */
export interface PublishedOperation {
  /** Method and path, as published. */
  readonly name: string;
  /** The name with `organization` or `observability` for the root of the path and `{}` for each id. */
  readonly shortName: string;
}

const METHODS = ["get", "post", "put", "patch", "delete"];

/** Returns the operations of the published documents, in their order. */
export function publishedOperations(): Readonly<Record<DocumentName, readonly PublishedOperation[]>> {
  const entries = Object.entries(FILES).map(([name, file]) => [name, operationsIn(join(FOLDER, file))] as const);
  return Object.fromEntries(entries) as Record<DocumentName, readonly PublishedOperation[]>;
}

function operationsIn(file: string): readonly PublishedOperation[] {
  const { paths } = JSON.parse(readFileSync(file, "utf8")) as Document;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => METHODS.includes(method))
      .map((method) => ({
        name: `${method.toUpperCase()} ${path}`,
        shortName: `${method.toUpperCase()} ${belowRoot(path).replaceAll(/\{\w+\}/g, "{}")}`,
      })),
  );
}

function belowRoot(path: string): string {
  const ofClickStack = path.replace(/^(?:\/api\/v2|\/v1\/.*\/clickstack)\//, "observability/");
  return ofClickStack.replace(/^\/v1\/organizations\/\{\w+\}\//, "organization/");
}

/** Returns the published documents of both deployments. */
export function openApiDocuments(): Readonly<Record<DocumentName, Properties>> {
  const entries = Object.entries(FILES).map(([name, file]) => [name, propertiesIn(join(FOLDER, file))] as const);
  return Object.fromEntries(entries) as Record<DocumentName, Properties>;
}

function propertiesIn(file: string): Properties {
  const document = JSON.parse(readFileSync(file, "utf8")) as Document;
  const found = new Map<string, Set<string>>();
  for (const [name, schema] of namedSchemas(document)) {
    collect(name, schema, document, found);
  }
  return new Map([...found].map(([name, properties]) => [name, [...properties]]));
}

/** Managed schemas have the names of the open-source ones after `ClickStack`. */
function namedSchemas({ components, paths }: Document): readonly (readonly [name: string, schema: Schema])[] {
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => [name.replace(/^ClickStack/, ""), schema] as const,
  );
  const bodies = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody, responses = {} }]) => [
      ...schemasOf(requestBody).map((schema) => [`${method.toUpperCase()} ${path} body`, schema] as const),
      ...Object.values(responses)
        .flatMap(schemasOf)
        .map(
          (schema) => [isEnvelope(schema) ? "Envelope" : `${method.toUpperCase()} ${path} response`, schema] as const,
        ),
    ]),
  );
  return [...schemas, ...bodies];
}

/** Returns true for the envelope of the managed API's responses. */
function isEnvelope({ properties = {} }: Schema): boolean {
  return "requestId" in properties;
}

function schemasOf(content: Content | undefined): readonly Schema[] {
  return Object.values(content?.content ?? {}).flatMap(({ schema }) => schema ?? []);
}

/** Collects named schemas under their own name, except the parts of an `allOf`. */
function collect(name: string, schema: Schema, document: Document, found: Map<string, Set<string>>): void {
  if (schema.$ref !== undefined) {
    return;
  }
  for (const part of schema.allOf ?? []) {
    collect(name, resolved(part, document), document, found);
  }
  for (const part of [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]) {
    collect(name, part, document, found);
  }
  if (schema.items) {
    collect(name, schema.items, document, found);
  }
  for (const [property, inner] of Object.entries(schema.properties ?? {})) {
    found.set(name, (found.get(name) ?? new Set()).add(property));
    collect(`${name}.${property}`, inner, document, found);
  }
}

function resolved(schema: Schema, { components }: Document): Schema {
  return schema.$ref === undefined ? schema : (components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? schema);
}
