import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readServices, Services } from "../../../examples/services-yaml/services";
import { temporaryFolder } from "../../support/constructs/synthesize";

const FOLDER = join(__dirname, "..", "..", "..", "examples", "services-yaml");

function written(text: string): string {
  const file = join(temporaryFolder(), "services.yaml");
  writeFileSync(file, text);
  return file;
}

test("three lines declare a service", () => {
  const text = readFileSync(join(FOLDER, "services.yaml"), "utf8");
  const before = readServices(join(FOLDER, "services.yaml"));
  const after = readServices(written(`${text}\nsearch:\n  slowAfterMs: 200\n`));
  const search = { slowAfterMs: 200, maxErrorPercent: 5, objective: 0.99, webhook: "Slack oncall" };
  expect(after).toEqual({ ...before, search });
});

test("a wrong entry is one error with its path", () => {
  const file = written("checkout:\n  slowAfterMs: fast\n  slo: 1\ncart: {}\n");
  expect(() => readServices(file)).toThrow(
    [
      `${file} is invalid:`,
      "  checkout.slowAfterMs: Invalid input: expected number, received string",
      '  checkout: Unrecognized key: "slo"',
      "  cart.slowAfterMs: Invalid input: expected number, received undefined",
    ].join("\n"),
  );
});

test("an empty file and a repeated service are errors", () => {
  expect(() => readServices(written(""))).toThrow("Invalid input: expected record, received null");
  expect(() => readServices(written("a:\n  slowAfterMs: 1\na:\n  slowAfterMs: 2\n"))).toThrow(
    "Map keys must be unique",
  );
});

test("the JSON Schema for editors is that of the program", () => {
  const schema = JSON.parse(readFileSync(join(FOLDER, "services.schema.json"), "utf8"));
  expect(schema).toEqual(JSON.parse(JSON.stringify(z.toJSONSchema(Services, { io: "input" }))));
  expect(readFileSync(join(FOLDER, "services.yaml"), "utf8")).toContain("$schema=./services.schema.json\n");
});
