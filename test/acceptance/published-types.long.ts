import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DECLARED_ROOTS } from "../../scripts/docs/declared-roots";

const ROOT = join(__dirname, "..", "..");
const COMPILER = join(ROOT, "node_modules", "typescript", "bin", "tsc");
const BUILD = join(ROOT, "build");

/** Compares the published types, which the build writes, with the types that zod infers. */
const PROGRAM = `
import type { z } from "zod";
import type * as declared from "../../dist/resources/declared-types";
import type { Observed } from "../../src";
import type { providerArguments } from "../../src/resources/provider-arguments";
import type { resourceTypes } from "../../src/resources/registry";

interface Published {
${DECLARED_ROOTS.map(({ construct }) => `  ${construct}: declared.${construct}Declaration;`).join("\n")}
}

/** True for types that the compiler considers identical, including optional properties. */
type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Objects with \`construct\` and \`declaration\`: resources, data sources and ephemeral resources. */
interface Declared {
  readonly construct: string;
  readonly declaration: () => z.ZodType;
}

type ByConstruct<T> = T extends Declared ? { [C in T["construct"]]: z.input<ReturnType<T["declaration"]>> } : never;
type Members<T> = T extends Readonly<Record<string, infer M>> ? M : never;
type Together<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;

type Resource = (typeof resourceTypes)[number];
type DataSource = Members<Extract<Resource, { dataSources: unknown }>["dataSources"]>;
type Ephemeral = Members<Extract<Resource, { ephemeralResources: unknown }>["ephemeralResources"]>;

type Inferred = Together<ByConstruct<Resource> | ByConstruct<Ephemeral>> & {
  ClickStackProvider: z.input<typeof providerArguments>;
};
type InferredLookUps = Together<ByConstruct<DataSource>>;

/** Returns the same type without intersections. */
type Flat<T> = T extends object ? { [K in keyof T]: Flat<T[K]> } : T;

type Differing<I, D> = {
  [C in keyof I & keyof D]: IsSame<Flat<I[C]>, Flat<D[C]>> extends true ? never : C;
}[keyof I & keyof D];
/**
 * Compares the results of look-ups. The inferred type of an id in a search is \`unknown\`. The inferred types contain
 * write-only fields, which no look-up returns.
 */
type DifferingTokens<I, D> = {
  [C in keyof I & keyof D]: IsSame<
    Observed<Pick<I[C], Exclude<keyof I[C] & keyof D[C], "id">>>,
    Observed<Omit<D[C], "id">>
  > extends true
    ? never
    : C;
}[keyof I & keyof D];

export const same: readonly [
  IsSame<Differing<Inferred, Published>, never>,
  IsSame<DifferingTokens<InferredLookUps, Published>, never>,
  IsSame<keyof (Inferred & InferredLookUps), keyof Published>,
] = [true, true, true];
`;

test("the published types equal the types that zod infers from the declarations", () => {
  mkdirSync(BUILD, { recursive: true });
  const folder = mkdtempSync(join(BUILD, "published-types-"));
  try {
    writeFileSync(join(folder, "program.ts"), PROGRAM);
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ extends: "../../tsconfig.json", include: ["program.ts"] }),
    );
    const { stdout, status } = spawnSync(process.execPath, [COMPILER, "--pretty", "false", "-p", folder], {
      encoding: "utf8",
    });
    expect(stdout).toBe("");
    expect(status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
