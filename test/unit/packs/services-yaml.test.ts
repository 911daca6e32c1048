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

test("an invalid entry causes one error that contains its path", () => {
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

test("errors of an empty file, a repeated service, an alias without an anchor and broken YAML name the file", () => {
  const messageOf = (text: string) => {
    const file = written(text);
    try {
      return JSON.stringify(readServices(file));
    } catch (error) {
      return String(error).replace(file, "FILE");
    }
  };
  expect(messageOf("")).toBe("Error: FILE is invalid:\n  all services: Invalid input: expected record, received null");
  expect(messageOf("a:\n  slowAfterMs: 1\na:\n  slowAfterMs: 2\n")).toBe(
    "Error: FILE is invalid:\n  Map keys must be unique at line 3, column 1:",
  );
  expect(messageOf("a: *b\n")).toBe(
    "Error: FILE is invalid:\n  Unresolved alias (the anchor must be set before the alias): b",
  );
  expect(messageOf("a:\n  slowAfterMs: 1\n b: [\n")).toMatch(/^Error: FILE is invalid:\n {2}.* at line 3, column 1:/);
});

test.each([
  ["a.b", "ab"],
  ["a/b", "a--b"],
  ["платежи", "заказы"],
])("the services %p and %p are an error with the path, because Terraform would merge them", (one, other) => {
  const file = written(`${one}: { slowAfterMs: 1 }\n${other}: { slowAfterMs: 2 }\n`);
  expect(() => readServices(file)).toThrow(
    `${file} is invalid:\n  ${other}: Terraform does not distinguish this name from ${one}. Fix: Rename one of them.`,
  );
});

test("a service named __proto__ is an error with the path", () => {
  const file = written("a: { slowAfterMs: 1 }\n__proto__: { slowAfterMs: 2 }\n");
  expect(() => readServices(file)).toThrow(`${file} is invalid:\n  __proto__: This name is reserved.`);
});

test("the JSON Schema for editors is the schema of the program", () => {
  const schema = JSON.parse(readFileSync(join(FOLDER, "services.schema.json"), "utf8"));
  expect(schema).toEqual(JSON.parse(JSON.stringify(z.toJSONSchema(Services, { io: "input" }))));
  expect(readFileSync(join(FOLDER, "services.yaml"), "utf8")).toContain("$schema=./services.schema.json\n");
});
