import { isRenderable } from "../../../src/emulator/saved-searches/operations";
import { isSidebarFilter } from "../../../src/resources/saved-search/resource";
import { seededRandom } from "../../support/seeded-random";

test.each([
  ["ServiceName IN ('checkout', 'payments')", true],
  ["(a) IN ('x')", true],
  ["a NOT IN ('x')", true],
  ["a IN 'x'", true],
  ["a IN ('it''s AND so')", true],
  ["Duration BETWEEN 1 AND 2.5", true],
  ["Timestamp BETWEEN '2026-01-01' AND '2026-02-01'", false],
  ["a BETWEEN now() AND 5", false],
  ["a IN ()", false],
  ["a IN ('x') AND b IN ('y')", false],
  ["NOT a IN ('x')", false],
  ["a = 1", false],
  ["a > 1 OR b IN ('x')", false],
])("the provider accepts the condition %s as a filter of the sidebar: %s", (condition, expected) => {
  expect(isSidebarFilter(condition)).toBe(expected);
});

const PARTS = [
  ..."a|(a)|map['k']|f(a, b)| IN | NOT IN | in |IN| BETWEEN | AND | OR | NOT |('x')|('x', 'y')|()|(,)|1|2.5|'2026-01-01'".split(
    "|",
  ),
  ..."'it''s'|\\'|'a\\'b'|'|(|)|=|<|\n|  | |now()|''".split("|"),
];

test("the provider and the emulator accept and refuse the same 20,000 generated conditions", () => {
  const random = seededRandom(20);
  const pick = () => PARTS[Math.floor(random() * PARTS.length)] ?? "";
  const different: string[] = [];
  let accepted = 0;
  for (let count = 0; count < 20_000; count += 1) {
    const condition = Array.from({ length: 1 + Math.floor(random() * 7) }, pick).join("");
    const isAccepted = isSidebarFilter(condition);
    accepted += isAccepted ? 1 : 0;
    if (isAccepted !== isRenderable({ type: "sql", condition })) {
      different.push(condition);
    }
  }
  expect(different).toEqual([]);
  expect(accepted).toBeGreaterThan(200);
});
