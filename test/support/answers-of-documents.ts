import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Deployment } from "../../src/client";

const DOCUMENTS = join(__dirname, "..", "..", "docs", "internals", "openapi");
const FILES: Readonly<Record<Deployment, string>> = { open_source: "open-source.json", managed: "managed.json" };

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
type JsonObject = { readonly [name: string]: Json };

/** A schema of OpenAPI with only the parts that the published documents use. */
interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly format?: string;
  readonly example?: Json;
  readonly minimum?: number;
  readonly allOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
}

interface OpenApiDocument {
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, GetOperation>>>>;
}

interface GetOperation {
  readonly responses?: {
    readonly "200"?: { readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  };
}

/** An object that a published document describes. */
interface GoodAnswer {
  readonly deployment: Deployment;
  /** Last part of the path of its list, such as `dashboards`. */
  readonly collection: string;
  readonly good: JsonObject;
}

/** The same object with one change that no document describes. */
export interface OddAnswer extends GoodAnswer {
  /** Place and kind of the change, such as `tiles.0.config.displayType: unknown value`. */
  readonly change: string;
  readonly odd: JsonObject;
}

/** Returns the objects that the documents describe, each with every single change. */
export function oddAnswers(): readonly OddAnswer[] {
  return (["open_source", "managed"] as const).flatMap((deployment) => {
    const document = JSON.parse(readFileSync(join(DOCUMENTS, FILES[deployment]), "utf8")) as OpenApiDocument;
    const answers = new Answers(document);
    return Object.entries(document.paths).flatMap(([path, { get }]) => {
      const schema = path.endsWith("}") ? undefined : answers.itemOf(get);
      const collection = path.split("/").at(-1) ?? "";
      const scope = path.includes("/clickstack/") ? "clickstack/" : "";
      return schema ? answers.of(schema).map((each) => ({ deployment, collection: scope + collection, ...each })) : [];
    });
  });
}

/** Maximum depth of generated values. */
const MAX_DEPTH = 8;

/** Objects of one document. */
class Answers {
  constructor(private readonly document: OpenApiDocument) {}

  /** Returns the schema of the objects in a list. Undefined for other operations. */
  itemOf(get: GetOperation | undefined): JsonSchema | undefined {
    const body = get?.responses?.["200"]?.content?.["application/json"]?.schema;
    const { properties = {} } = body ? this.#resolved(body) : {};
    const list = properties.data ?? properties.result;
    return list && this.#resolved(list).items;
  }

  /** Returns each form of an object with every change. */
  of(schema: JsonSchema): readonly Pick<OddAnswer, "good" | "change" | "odd">[] {
    const seen = new Set<string>();
    return this.#samples(schema).flatMap((good) =>
      this.#changes(schema, good, "")
        .map(({ change, value }) => ({ good: good as JsonObject, change, odd: value as JsonObject }))
        // The other forms have the same change of a field that all forms share.
        .filter(({ odd, change, good: { kind, displayType } }) => {
          const text = JSON.stringify([change, kind, displayType, formAt(odd, change)]);
          return seen.has(text) ? false : seen.add(text);
        }),
    );
  }

  #resolved(schema: JsonSchema): JsonSchema {
    const named = schema.$ref?.split("/").at(-1);
    const found = named === undefined ? schema : this.#resolved(this.document.components.schemas[named] ?? {});
    let whole = found;
    for (const part of (found.allOf ?? []).map((each) => this.#resolved(each))) {
      whole = joined({ ...part, ...whole }, part);
    }
    return whole;
  }

  /** Returns values of each form: enough values that each variant of each union occurs in one of them. */
  #samples(schema: JsonSchema, name = "", depth = 0): readonly Json[] {
    const whole = this.#resolved(schema);
    const variants = whole.oneOf ?? whole.anyOf;
    if (variants) {
      return variants.flatMap((each) => this.#samples(joined(this.#resolved(each), whole), name, depth));
    }
    const kind = kindOf(whole);
    if (kind === "array") {
      const items = depth > MAX_DEPTH ? [] : this.#samples(whole.items ?? {}, name.replace(/s$/, ""), depth + 1);
      return items.map((each) => [each]);
    }
    return kind === "object" ? this.#objects(whole, depth) : [constantOf(whole) ?? leafOf(kind, name, whole)];
  }

  #objects({ properties, additionalProperties }: JsonSchema, depth: number): readonly Json[] {
    if (!properties) {
      const [value = "a"] = typeof additionalProperties === "object" ? this.#samples(additionalProperties) : [];
      return [{ key: value }];
    }
    const fields = Object.entries(properties).map(
      ([field, each]) => [field, this.#samples(each, field, depth + 1)] as const,
    );
    const count = Math.max(1, ...fields.map(([, values]) => values.length));
    return Array.from({ length: count }, (_, index) =>
      Object.fromEntries(fields.map(([field, values]) => [field, values[index % values.length] ?? null])),
    );
  }

  /** Returns a value with each single change: of enumerations, unions, optional fields, and an unknown field. */
  #changes(
    schema: JsonSchema,
    value: Json,
    path: string,
  ): readonly { readonly change: string; readonly value: Json }[] {
    const { oneOf, anyOf, enum: known, const: only, items, properties = {}, required = [] } = this.#resolved(schema);
    const variants = oneOf ?? anyOf;
    if (variants) {
      const fitting = variants.find((each) => this.#fits(this.#resolved(each), value)) ?? variants[0] ?? {};
      const unknown = isObject(value)
        ? [{ change: `${path}: unknown kind`, value: Object.fromEntries(Object.entries(value).map(newerKind)) }]
        : [];
      return [...unknown, ...this.#changes(fitting, value, path)];
    }
    if (known || only !== undefined) {
      return [{ change: `${path}: unknown value`, value: typeof value === "number" ? 987 : "NEWER_VALUE" }];
    }
    if (Array.isArray(value)) {
      return value.flatMap((each, index) =>
        this.#changes(items ?? {}, each, joinPath(path, index)).map(({ change, value: item }) => ({
          change,
          value: value.with(index, item),
        })),
      );
    }
    if (!isObject(value)) {
      return [];
    }
    const inner = Object.entries(value).flatMap(([field, item]) => {
      const place = joinPath(path, field);
      const own = this.#changes(properties[field] ?? {}, item, place).map((each) => ({
        change: each.change,
        value: { ...value, [field]: each.value },
      }));
      if (required.includes(field) || !Object.hasOwn(properties, field)) {
        return own;
      }
      const { [field]: _, ...rest } = value;
      const dropped = [
        { change: `${place}: dropped`, value: rest },
        { change: `${place}: null`, value: { ...value, [field]: null } },
      ];
      const retyped = otherTypes(item).map((other) => ({
        change: `${place}: ${Array.isArray(other) ? "list" : typeof other}`,
        value: { ...value, [field]: other },
      }));
      return [...own, ...dropped, ...retyped];
    });
    return [
      ...inner,
      { change: `${path}: unknown field`, value: { ...value, newerField: { of: ["a newer server"] } } },
    ];
  }

  /** Returns true if a value is an example of a variant: the constant texts and the names of the fields are equal. */
  #fits(variant: JsonSchema, value: Json): boolean {
    return this.#samples(variant).some((sample) =>
      isObject(sample) && isObject(value)
        ? Object.entries(sample).every(
            ([field, each]) =>
              Object.hasOwn(value, field) && (isObject(each) || Array.isArray(each) || value[field] === each),
          )
        : typeof sample === typeof value,
    );
  }
}

/** Returns the fields of a variant together with the fields of the union that contains it. */
function joined(variant: JsonSchema, { properties, required = [] }: JsonSchema): JsonSchema {
  if (!properties) {
    return variant;
  }
  return {
    ...variant,
    properties: { ...properties, ...variant.properties },
    required: [...required, ...(variant.required ?? [])],
  };
}

const DISCRIMINATORS = ["type", "kind", "displayType", "configType", "service", "source"];

function newerKind([name, value]: [string, Json]): [string, Json] {
  return [name, DISCRIMINATORS.includes(name) ? "NEWER_KIND" : value];
}

function otherTypes(value: Json): readonly Json[] {
  switch (typeof value) {
    case "string":
      return value === TIME ? ["soon", 7, { of: "a newer server" }] : [7, { of: "a newer server" }];
    case "number":
    case "boolean":
      return ["newer", ["newer"]];
    default:
      return Array.isArray(value) ? ["newer", { of: "a newer server" }, [7]] : ["newer", ["newer"]];
  }
}

/** Fields of the object around a change, which differ between the forms of an object. */
function formAt(value: Json, change: string): string {
  const steps = change.slice(0, change.indexOf(":")).split(".").slice(0, -1);
  const owner = steps.reduce<Json>(
    (at, step) => (isObject(at) || Array.isArray(at) ? ((at as JsonObject)[step] ?? null) : null),
    value,
  );
  return isObject(owner) ? Object.keys(owner).sort().join() + String(owner.displayType) + String(owner.configType) : "";
}

function joinPath(path: string, step: string | number): string {
  return path === "" ? String(step) : `${path}.${step}`;
}

const HEX_ID = "65f000000000000000000001";
const UUID = "11111111-1111-4111-8111-111111111112";
const TIME = "2026-08-01T10:00:00.000Z";

/** Texts for fields whose form the documents describe only in sentences. */
const TEXTS: Readonly<Record<string, string>> = {
  url: "https://example.com/hook",
  host: "http://localhost:8123",
  email: "ann@example.com",
  color: "chart-blue",
  granularity: "1 minute",
};

function kindOf({ type, properties }: JsonSchema): string {
  const kinds = [type ?? (properties ? "object" : "string")].flat();
  return kinds.find((each) => each !== "null") ?? "string";
}

function constantOf({ const: only, enum: known = [] }: JsonSchema): Json | undefined {
  // A predefined role cannot be managed.
  return only ?? known.find((each) => each === "custom") ?? known.find((each) => each !== null);
}

function leafOf(kind: string, name: string, { format, example, minimum = 1 }: JsonSchema): Json {
  switch (kind) {
    case "number":
    case "integer":
      return typeof example === "number" ? example : minimum;
    case "boolean":
      return example ?? true;
    default:
      return textOf(name, format) ?? (typeof example === "string" ? example : `${name || "text"} 1`);
  }
}

function textOf(name: string, format: string | undefined): string | undefined {
  if (format === "date-time" || name.endsWith("At")) {
    return TIME;
  }
  if (format === "uuid") {
    return UUID;
  }
  return name === "id" || name.endsWith("Id") ? HEX_ID : TEXTS[name];
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
