import { objectShapeOf } from "../../../src/declaration/shape";
import { validate } from "../../../src/declaration/validate";
import { webhook } from "../../../src/resources/webhook/declaration";

test("a refused value of a sensitive map is not shown", () => {
  const declared = {
    name: "n",
    service: "generic",
    url: "https://example.com",
    headers: { Authorization: "hunter22\n" },
  };
  const issues = validate(objectShapeOf(webhook), declared, () => false);
  expect(issues.length).toBeGreaterThan(0);
  expect(JSON.stringify(issues)).not.toContain("hunter22");
});
