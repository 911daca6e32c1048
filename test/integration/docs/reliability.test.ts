import { readFileSync } from "node:fs";
import { join } from "node:path";
import { reliabilityNumbers } from "../../support/reliability-numbers";

test("the numbers in docs/guides/reliability.md equal the numbers that the tests use", () => {
  const page = readFileSync(join(__dirname, "..", "..", "..", "docs", "guides", "reliability.md"), "utf8");
  const [, told] = /<!-- numbers: from the tests -->\n\n([\s\S]*?)\n\n<!-- end of numbers -->/.exec(page) ?? [];
  expect(told).toBe(reliabilityNumbers());
});
