import { sourceLookup, sourcesLookup } from "../../../src/resources/source/declaration";
import { webhookLookup, webhooksLookup } from "../../../src/resources/webhook/declaration";
import { ID } from "../../support/declaration/declarations";
import { refusals, unknownValues } from "../../support/declaration/refusals";

describe.each(Object.entries({ sourceLookup, webhookLookup }))("%s", (_, declaration) => {
  test("accepts an id or a name", () => {
    expect(refusals(declaration, { id: ID })).toEqual([]);
    expect(refusals(declaration, { name: "Logs" })).toEqual([]);
  });

  test.each([{}, { id: ID, name: "Logs" }])("requires exactly one of id and name: %j", (lookup) => {
    expect(refusals(declaration, lookup)).toEqual(["name: Set either id or name to look up an object."]);
  });

  test("refuses an empty name and an id that the server cannot have", () => {
    expect(refusals(declaration, { name: "" })).toEqual(["name: Must be at least 1 character long; it has 0."]);
    expect(refusals(declaration, { id: "logs" })).toEqual([
      'id: Must be an id, as the server returns it, such as 0123456789abcdef01234567; it is "logs".',
    ]);
  });
});

test("a source look-up accepts a kind that only a newer server has", () => {
  expect(unknownValues(sourceLookup, { name: "Logs", kind: "logs" })).toEqual(['kind: "logs"']);
  expect(unknownValues(sourcesLookup, { kind: "logs" })).toEqual(['kind: "logs"']);
});

test("a look-up of a list has no required arguments", () => {
  expect(refusals(sourcesLookup, {})).toEqual([]);
  expect(refusals(webhooksLookup, {})).toEqual([]);
});
