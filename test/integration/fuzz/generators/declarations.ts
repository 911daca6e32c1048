import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import * as z from "zod";
import { type CompoundShape, type LeafShape, shapeOf } from "../../../../src/declaration/shape";
import { schemaAttributesOf } from "../../../../src/resources/shared/schema";
import { generated } from "../../../support/declaration/generated";

type Declaration = CompoundShape;

const SOURCES = join(__dirname, "..", "..", "..", "..", "src");
const FOLDERS = ["declaration", "resources", "provider"];

/** Every declared object by the name of its export. */
export const declarations: ReadonlyMap<string, Declaration> = new Map(
  FOLDERS.flatMap((folder) =>
    readdirSync(join(SOURCES, folder), { recursive: true, encoding: "utf8" }).map((file) =>
      join(SOURCES, folder, file),
    ),
  )
    .filter((file) => file.endsWith(".ts") && !file.endsWith("main.ts"))
    .flatMap((file) => Object.entries(require(file) as Record<string, unknown>))
    .flatMap(([name, exported]) => {
      const shape = declarationIn(exported);
      return shape ? [[name, shape] as const] : [];
    }),
);

function declarationIn(exported: unknown): Declaration | undefined {
  if (!(exported instanceof z.ZodObject) && !(exported instanceof z.ZodUnion)) {
    return undefined;
  }
  const shape = shapeOf(exported);
  return shape.kind === "object" || shape.kind === "variants" ? shape : undefined;
}

/**
 * Returns the declaration from which a Terraform schema with these attributes was created. Undefined for a schema that
 * was written by hand.
 */
export function declarationWith(attributes: readonly string[]): Declaration | undefined {
  const wanted = [...attributes].sort().join();
  return [...declarations.values()].find((shape) => Object.keys(schemaAttributesOf(shape)).sort().join() === wanted);
}

/** Generates values of a declaration that usually pass its first checks. */
export function plausible(shape: Declaration): fc.Arbitrary<unknown> {
  const known = plausibleOf.get(shape);
  if (known) {
    return known;
  }
  const made = generated(shape, plausibleLeaf);
  plausibleOf.set(shape, made);
  return made;
}

const plausibleOf = new WeakMap<Declaration, fc.Arbitrary<unknown>>();

/** Common texts without a declared form: ids, names, expressions, times, durations, addresses. */
const TEXTS = [
  ...[
    "0123456789abcdef01234567",
    "2f1f7f0e-6a3c-4a53-9d3e-0a1c3c0f5b11",
    "Logs",
    "ServiceName",
    "level:error",
    "A / B",
  ],
  ...["2026-12-31T23:59:59+01:00", "never", "24h", "5m", "203.0.113.0/24", "https://example.com/hook", "", "*"],
];

function plausibleLeaf({ kind, values, schema }: LeafShape): fc.Arbitrary<unknown> {
  if (values) {
    return fc.constantFrom(...values);
  }
  if (kind === "boolean") {
    return fc.boolean();
  }
  if (kind === "number") {
    return fc.oneof(fc.nat(30), fc.double({ noNaN: true }));
  }
  const { pattern } = z.toJSONSchema(schema, { unrepresentable: "any" });
  const fitting = pattern === undefined ? undefined : matching(pattern);
  const any = fc.oneof(fc.constantFrom(...TEXTS), fc.string());
  return fitting ? fc.oneof(fitting, any) : any;
}

/**
 * Generates texts that match a pattern. Undefined for a pattern with look-arounds, for which no texts can be generated.
 */
function matching(pattern: string): fc.Arbitrary<string> | undefined {
  try {
    return fc.stringMatching(new RegExp(pattern));
  } catch {
    return undefined;
  }
}
