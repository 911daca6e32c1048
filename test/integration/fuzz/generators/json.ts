import fc from "fast-check";
import { setOwn } from "../../../../src/own-values";
import type { ExactJson, ExactJsonObject } from "../../../../src/plugin";

/** Names that have a meaning in JavaScript. */
export const NAMES_OF_JAVASCRIPT = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "length",
  "then",
];

const DEEP = `${'{"a":['.repeat(200)}1${"]}".repeat(200)}`;

/** Values in unexpected places. */
export const strangeJson: fc.Arbitrary<ExactJson> = fc.oneof(
  fc.constantFrom<ExactJson>(null, true, false, 0, -1, 1.5, 1e300, -0, 2 ** 53, "", " ", "null", [], {}, [null], [[]]),
  fc.constantFrom(...NAMES_OF_JAVASCRIPT),
  fc.constantFrom(
    "x".repeat(5000),
    "\u0000",
    "\ud800",
    "\u202e",
    "$\u007bx}",
    "%{if}",
    "`;$(x)",
    "<b>&",
    "a\nb",
    "\u001b[31m",
  ),
  fc.constantFrom(...NAMES_OF_JAVASCRIPT).map((name) => withMember({}, name, { polluted: true })),
  fc.constant(JSON.parse(DEEP) as ExactJson),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<ExactJson>,
);

const change = fc.record({
  at: fc.nat(),
  how: fc.constantFrom("replace", "remove", "rename", "repeat", "wrap", "add"),
  value: strangeJson,
  name: fc.oneof(fc.constantFrom(...NAMES_OF_JAVASCRIPT), fc.string({ maxLength: 5 })),
});

type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

/**
 * Generates the same JSON with a few changes in any place: another value, type or name, or a removed, repeated or added
 * member.
 */
export function changedJson(value: fc.Arbitrary<ExactJson>, most = 3): fc.Arbitrary<ExactJson> {
  return fc
    .tuple(value, fc.array(change, { maxLength: most }))
    .map(([original, changes]) => changes.reduce(changed, original));
}

/** Generates JSON as text with changes. Some texts are cut off or contain inserted text that is not JSON. */
export function changedJsonText(value: fc.Arbitrary<ExactJson>): fc.Arbitrary<string> {
  const text = changedJson(value).map((json) => JSON.stringify(json));
  const cut = fc.tuple(text, fc.nat(1000)).map(([whole, at]) => whole.slice(0, (whole.length * at) / 1000));
  const spoiled = fc
    .tuple(text, fc.nat(1000), fc.string({ maxLength: 4 }))
    .map(
      ([whole, at, more]) =>
        whole.slice(0, (whole.length * at) / 1000) + more + whole.slice((whole.length * at) / 1000),
    );
  return fc.oneof({ arbitrary: text, weight: 6 }, { arbitrary: cut, weight: 1 }, { arbitrary: spoiled, weight: 1 });
}

/** Returns the value with one change at the node with this number, modulo the number of nodes. */
function changed(root: ExactJson, { at, how, value, name }: Change): ExactJson {
  let left = at % countNodes(root);
  const visit = (node: ExactJson): ExactJson | typeof REMOVED => {
    if (left-- === 0) {
      return changedNode(node, how, value, name);
    }
    if (isArray(node)) {
      return node.map(visit).filter((each) => each !== REMOVED);
    }
    return isObject(node) ? visitMembers(node) : node;
  };
  const visitMembers = (node: ExactJsonObject): ExactJson => {
    const members = Object.entries(node).map(([key, inner]) => {
      const here = left === 0 && how === "rename" ? name : key;
      return [here, visit(inner)] as const;
    });
    return objectOf(members.filter((member): member is readonly [string, ExactJson] => member[1] !== REMOVED));
  };
  const result = visit(root);
  return result === REMOVED ? null : result;
}

const REMOVED = Symbol("removed");

function changedNode(node: ExactJson, how: Change["how"], value: ExactJson, name: string): ExactJson | typeof REMOVED {
  if (how === "replace") {
    return value;
  }
  if (how === "remove") {
    return REMOVED;
  }
  if (how === "wrap") {
    return [node];
  }
  if (how === "repeat") {
    return isArray(node) ? [...node, ...node] : node;
  }
  if (how === "add" && isArray(node)) {
    return [...node, value];
  }
  return how === "add" && isObject(node) ? withMember(node, name, value) : node;
}

function withMember(object: ExactJsonObject, name: string, value: ExactJson): ExactJson {
  return objectOf([...Object.entries(object), [name, value]]);
}

/** Returns an object with these members. A member can have the name `__proto__`. */
export function objectOf<T>(members: Iterable<readonly [string, T]>): Record<string, T> {
  const object: Record<string, T> = {};
  for (const [name, value] of members) {
    setOwn(object, name, value);
  }
  return object;
}

function countNodes(node: ExactJson): number {
  if (!isArray(node) && !isObject(node)) {
    return 1;
  }
  return Object.values<ExactJson>(node).reduce<number>((sum, inner) => sum + countNodes(inner), 1);
}

function isArray(value: ExactJson): value is readonly ExactJson[] {
  return Array.isArray(value);
}

function isObject(value: ExactJson): value is ExactJsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
