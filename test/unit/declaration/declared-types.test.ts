import { readFileSync } from "node:fs";
import type { z } from "zod";
import {
  DECLARED_OBJECTS_FILE,
  DECLARED_TYPES_FILE,
  declaredObjects,
  declaredTypes,
} from "../../../scripts/docs/declared-types";
import type { Observed } from "../../../src";
import type { providerArguments } from "../../../src/resources/provider-arguments";
import type { resourceTypes } from "../../../src/resources/registry";
import type { DeclaredObjects } from "../../support/declared-objects";

/** True for types that the compiler considers identical, including optional properties. */
type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Objects with `construct` and `declaration`: resources, data sources and ephemeral resources. */
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

/** Returns the same type without intersections, because the generated types contain none. */
type Flat<T> = T extends object ? { [K in keyof T]: Flat<T[K]> } : T;

type Differing<I, D> = {
  [C in keyof I & keyof D]: IsSame<Flat<I[C]>, Flat<D[C]>> extends true ? never : C;
}[keyof I & keyof D];
/**
 * Compares the results of look-ups. The inferred type of an id in a search is `unknown`. The inferred types contain
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

/** The compiler refuses this file if a generated type differs from the type that zod infers. */
const differing: readonly [
  IsSame<Differing<Inferred, DeclaredObjects>, never>,
  IsSame<DifferingTokens<InferredLookUps, DeclaredObjects>, never>,
  IsSame<keyof (Inferred & InferredLookUps), keyof DeclaredObjects>,
] = [true, true, true];

test("the types of declared objects match the output of `npm run docs`", () => {
  expect(readFileSync(DECLARED_TYPES_FILE, "utf8")).toBe(declaredTypes());
  expect(readFileSync(DECLARED_OBJECTS_FILE, "utf8")).toBe(declaredObjects());
  expect(differing).toEqual([true, true, true]);
});
