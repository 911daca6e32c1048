import { z } from "zod";
import { computed, optional, required } from "../../../src/declaration/field";
import { withRules } from "../../../src/declaration/rules";
import { refusals } from "../../support/declaration/refusals";

const person = withRules(
  z.object({
    id: computed("The id.", z.string()),
    name: required("The name, as people say it.", z.string().max(5)),
    password: optional("The password.", z.string().min(8), { sensitive: true }),
    children: optional("The children.", z.array(z.object({ name: required("The name.", z.string()) })).max(2)),
    pets: optional("The pets.", z.record(z.string().regex(/^[a-z]+$/, "Must be lower case"), z.number())),
  }),
  {
    reads: ["name", "children"],
    check: ({ name }) => (name === "Rule" ? "Is taken." : undefined),
  },
);

test("undefined and null count as missing fields", () => {
  expect(refusals(person, { name: "Ann", password: null, children: undefined })).toEqual([]);
  expect(refusals(person, { name: null })).toEqual(["name: Must be given: the name, as people say it."]);
});

test("all errors are reported together", () => {
  expect(refusals(person, { name: "Barbara", children: [{}], pets: { Rex: "one" }, age: 3 })).toEqual([
    "name: Must be at most 5 characters long; it has 7.",
    "children.0.name: Must be given: the name.",
    'pets.{Rex}: Must be lower case; it is "Rex".',
    "pets.{Rex}: Must be a number, not a string.",
    'age: Unknown field. Did you mean "name"?',
  ]);
});

test("a list that is too long is reported together with the errors in its elements", () => {
  expect(refusals(person, { name: "Ann", children: [{ name: "a" }, { name: 1 }, { name: "c" }] })).toEqual([
    "children: Must be at most 2 elements long; it has 3.",
    "children.1.name: Must be a string, not the number 1.",
  ]);
});

test.each([
  ["children", "several", "Must be a list."],
  ["pets", ["cat"], "Must be a map."],
])("a value of the type %s is refused for another declared type", (field, value, sentence) => {
  expect(refusals(person, { name: "Ann", [field]: value })).toEqual([`${field}: ${sentence}`]);
});

test("an element that is not an object is refused", () => {
  expect(refusals(person, { name: "Ann", children: ["Bob"] })).toEqual(["children.0: Must be an object."]);
});

test("a rule runs only if the values that it reads are valid", () => {
  expect(refusals(person, { name: "Rule" })).toEqual(["name: Is taken."]);
  expect(refusals(person, { name: "Rule", children: [{}] })).toEqual(["children.0.name: Must be given: the name."]);
  expect(refusals(person, { name: "Rule", pets: { rex: "one" } })).toEqual([
    "pets.{rex}: Must be a number, not a string.",
    "name: Is taken.",
  ]);
});

test("a sensitive value is refused without being shown", () => {
  expect(refusals(person, { name: "Ann", password: "s3cret" })).toEqual([
    "password: Must be at least 8 characters long.",
  ]);
  expect(refusals(person, { name: "Ann", password: 12345678 })).toEqual(["password: Must be a string."]);
});

test("a field that the server sets cannot be declared", () => {
  expect(refusals(person, { name: "Ann", id: "1" })).toEqual([
    "id: Cannot be declared: the server or the provider sets it. Leave it out.",
  ]);
});

test("a long text is refused without being repeated", () => {
  const [refusal = ""] = refusals(person, { name: "Ann", pets: { ["X".repeat(100)]: 1 } });
  expect(refusal).toMatch(/: Must be lower case\.$/);
});
