import { TerraformElement, Token } from "cdktf";
import type { Construct } from "constructs";
import fc from "fast-check";
import * as library from "../../../../src";
import { splitMetaArguments } from "../../../../src/constructs/declared";
import type { ExactJson } from "../../../../src/plugin";
import { declarations, plausible } from "../generators/declarations";
import { changedJson, objectOf } from "../generators/json";
import { pureTarget } from "../target";
import { DECLARED, synthesizes } from "./synth";

type ConstructClass = new (scope: Construct, id: string, props: unknown) => TerraformElement;

/** Every class that represents a resource, a data source or the provider. */
const classes: ReadonlyMap<string, ConstructClass> = new Map(
  Object.entries<unknown>(library).filter((entry): entry is [string, ConstructClass] => isConstructClass(entry[1])),
);

function isConstructClass(exported: unknown): exported is ConstructClass {
  return (
    typeof exported === "function" && exported.prototype instanceof TerraformElement && exported !== library.LookUp
  );
}

/**
 * Returns the declarations of the props of a class, which are found by their names. Otherwise returns any declaration.
 */
function declarationsFor(name: string) {
  const own = [...declarations].filter(([each]) =>
    name.toLowerCase().includes(each.replace(/Lookup$/, "").toLowerCase()),
  );
  return (own.length > 0 ? own : [...declarations]).map(([, shape]) => shape);
}

/**
 * Values under the names of a declaration with any changes, also of names and types. Some texts are replaced with
 * tokens.
 */
function propsFor(name: string): fc.Arbitrary<unknown> {
  const values = fc.oneof(...declarationsFor(name).map((shape) => plausible(shape) as fc.Arbitrary<ExactJson>));
  const restated = fc.tuple(
    values,
    fc.constantFrom("on", "when", "every", "notify", "source", "select", "roles", "rotation", "adopt"),
    values,
  );
  const props = fc.oneof(
    values,
    restated.map(([one, prop, other]) => ({ ...(one as object), [prop]: other }) as ExactJson),
  );
  const changed = changedJson(props)
    .filter((json) => isObject(json) && !isDeep(json))
    .map((json) => withoutMetaArguments(name, json as object));
  return fc.tuple(changed, fc.nat(9)).map(([json, token]) => (token === 0 ? withTokens(json) : json));
}

const isObject = (json: ExactJson) => typeof json === "object" && json !== null && !Array.isArray(json);

/** The time in which cdktf searches for tokens doubles with every level. */
const isDeep = (json: ExactJson) => JSON.stringify(json).includes("}]}]}]}]}");

/** Arguments that belong to cdktf. cdktf validates them. */
function withoutMetaArguments(name: string, props: object): object {
  const { meta } = splitMetaArguments(props);
  const entries = Object.entries(props).filter(([prop]) => !Object.hasOwn(meta, prop) || name === "Source");
  return objectOf(entries);
}

function withTokens(value: unknown): unknown {
  if (typeof value === "string") {
    return Token.asString({ resolve: () => value });
  }
  if (Array.isArray(value)) {
    return value.map(withTokens);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withTokens(inner)]));
}

const cases = fc.oneof(
  ...[...classes.keys()].map((name) => fc.record({ name: fc.constant(name), props: propsFor(name) })),
);

/**
 * Props of any type that a JavaScript program may pass. Synthesis accepts them, or refuses them with the construct's
 * path.
 */
export const propsAtSynthesis = pureTarget("synthesis", 10, cases, ({ name, props }) => {
  const kind = classes.get(name);
  synthesizes((stack) => kind && new kind(stack, DECLARED, props));
});
