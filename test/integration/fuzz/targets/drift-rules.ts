import fc from "fast-check";
import { stringify } from "yaml";
import { isIgnoredUnmanaged, matchesField, parseDriftRules, RULE_TYPES } from "../../../../src/cli/project/drift-rules";
import { CommandError } from "../../../../src/cli/terminal/exit";
import type { ExactJson } from "../../../../src/plugin";
import { changedJson } from "../generators/json";
import { must, orRefusal, pureTarget } from "../target";

const rule = fc.record(
  {
    kind: fc.constantFrom(...RULE_TYPES),
    name: fc.oneof(fc.string(), fc.stringMatching(/^[a*]{1,30}$/)),
    tag: fc.string(),
    field: fc.oneof(fc.constantFrom("tiles.*.x", "tiles.**.w", "**"), fc.stringMatching(/^[a.*]{1,30}$/)),
    what: fc.constantFrom("changed", "gone", "unmanaged"),
    reason: fc.string(),
  },
  { requiredKeys: [], noNullPrototype: true },
);

const rules = changedJson(
  fc.record({ ignore: fc.array(rule, { maxLength: 3 }) }, { noNullPrototype: true }) as fc.Arbitrary<ExactJson>,
);

/**
 * Parts of YAML that JSON does not have: anchors and aliases, merges, tags, several documents, keys that are not texts.
 */
const YAML_PIECES = [
  "&a ",
  "*a ",
  "*b ",
  "<<: *a",
  "!!js/function ",
  "!!binary ",
  "!x ",
  "---\n",
  "...\n",
  "? [a]\n: b\n",
  "%YAML 9.9\n",
  "\t",
  "|\n",
  ">-\n",
  "{",
  "[",
  "'",
  '"',
  "# ",
  ": ",
  "- ",
];

const text = fc.oneof(
  { arbitrary: rules.map((json) => stringify(json)), weight: 3 },
  {
    arbitrary: fc.tuple(rules, fc.nat(1000), fc.constantFrom(...YAML_PIECES)).map(([json, at, piece]) => {
      const whole = stringify(json);
      const place = Math.floor((whole.length * at) / 1000);
      return whole.slice(0, place) + piece + whole.slice(place);
    }),
    weight: 3,
  },
  {
    arbitrary: fc
      .array(fc.oneof(fc.constantFrom(...YAML_PIECES), fc.string({ maxLength: 4 }), fc.constant("\n")), {
        maxLength: 20,
      })
      .map((pieces) => pieces.join("")),
    weight: 2,
  },
);

/** A name that almost matches a pattern with many stars in very many ways. */
const NAME = `${"a".repeat(200)}b`;
const SUBJECT = { type: "clickstack_dashboard", name: NAME, id: "1" };
const PATH = Array.from({ length: 30 }, () => "a");

/**
 * The rules file of `drift` is either read and its patterns are matched, or it is refused with an error that contains
 * its name.
 */
export const driftRules = pureTarget("drift-rules", 60, text, (yaml) => {
  const read = orRefusal(() => parseDriftRules(yaml, "rules.yaml"), CommandError);
  if (read === undefined) {
    return;
  }
  must(
    read.every((each) => Object.keys(each).length > 0),
    () => "A rule without a condition was read.",
  );
  isIgnoredUnmanaged(read, SUBJECT as never, [NAME]);
  for (const { field } of read) {
    if (field !== undefined) {
      matchesField(field, PATH);
    }
  }
});
