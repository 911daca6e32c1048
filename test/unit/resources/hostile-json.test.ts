import { Dashboard } from "../../../src";
import { withOtherFields } from "../../../src/declaration/other-fields";
import { FunctionArgumentError, type ObjectValue } from "../../../src/plugin";
import { provider } from "../../../src/provider/provider";
import { synthesized } from "../../support/constructs/synthesize";

const DEEP = 100_000;
const nested = (inner = "") => "[".repeat(DEEP) + inner + "]".repeat(DEEP);
const deepObject = `${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}`;

const tile = (config: string, place = '"x":0,"y":0,"w":6,"h":3') =>
  `{"name":"D","tiles":[{"name":"T",${place},"config":${config}}]}`;
const MARKDOWN = '{"displayType":"markdown","markdown":"m"}';

function refusal(json: string): string {
  try {
    provider.functions?.dashboard_from_json?.call([json]);
  } catch (error) {
    if (error instanceof FunctionArgumentError) {
      return error.message;
    }
    throw error;
  }
  throw new Error("It was not refused.");
}

const HOSTILE: readonly (readonly [string, string, string, string])[] = [
  ["a number that no double holds", tile(MARKDOWN, '"x":0,"y":1e400,"w":6,"h":3'), "tiles[0].y", "too large"],
  ["such a number in an unknown field", `{"name":"D","tiles":[],"more":[-1e400]}`, "more[0]", "too large"],
  ["deeply nested lists", tile(nested()), "", "nested more than 100 levels deep"],
  ["deeply nested objects", `{"name":"D","tiles":[],"more":${deepObject}}`, "", "nested more than 100 levels deep"],
  ["half of a surrogate pair", `{"name":"\\ud83d","tiles":[]}`, "name", "half of a surrogate pair"],
  ["half of a surrogate pair in a name", `{"tiles":[],"\\ude00":1}`, "", "half of a surrogate pair"],
];

describe("invalid JSON for dashboard_from_json", () => {
  test.each(HOSTILE)("is refused with one error: %s", (_, json, place, sentence) => {
    const message = refusal(json);
    expect(message).toContain(sentence);
    expect(message).toContain(place);
    expect(message).toMatch(/\nFix: [A-Z]/);
    expect(message.length).toBeLessThan(500);
  });
});

describe("invalid JSON for Dashboard.fromJson", () => {
  test.each(HOSTILE)("is refused with one error: %s", (_, json, place, sentence) => {
    for (const body of [json, JSON.parse(json) as unknown]) {
      const build = () => synthesized((stack) => Dashboard.fromJson(stack, "d", body));
      expect(build).toThrow(sentence);
      expect(build).toThrow(place);
    }
  });

  test("is refused with one error if an object contains itself", () => {
    const body: Record<string, unknown> = { name: "D", tiles: [] };
    body.more = { body };
    expect(() => synthesized((stack) => Dashboard.fromJson(stack, "d", body))).toThrow("nested more than 100 levels");
  });
});

test("invalid JSON in a field of the state stops an update, and the field is not lost", () => {
  for (const json of ["{", deepObject, "1e400", '"\\ud83d"']) {
    expect(() => withOtherFields({}, { a: json })).toThrow(
      /^The state has no usable JSON in other_fields\["a"\], so nothing was sent\.\nFix: Run /,
    );
  }
});

describe("the conditions of a team role", () => {
  const refused = async (conditions: string) => {
    const config: ObjectValue = { name: "R", permissions: [{ action: "read", subject: "all", conditions }] };
    const diagnostics = await provider.resources.clickstack_team_role?.validate?.({ config });
    return diagnostics?.map(({ detail }) => detail);
  };

  test.each([
    ["a number that no double holds", '{"a":1e400}', "too large"],
    ["deeply nested objects", deepObject, "nested more than 100 levels deep"],
    ["half of a surrogate pair", '{"a":"\\ud83d"}', "half of a surrogate pair"],
    ["a text that is not JSON", "{", "Must be a JSON object"],
    ["a list", "[]", "Must be a JSON object"],
  ])("are refused with one error for %s", async (_, text, sentence) => {
    expect(await refused(text)).toEqual([expect.stringContaining(sentence)]);
  });

  test("are compared without a failure if a state contains very deeply nested conditions", () => {
    const { permissions } = provider.resources.clickstack_team_role?.schema.attributes ?? {};
    const conditions = permissions?.nested?.attributes.conditions;
    expect(conditions?.semanticallyEqual?.(deepObject, '{"a":1}')).toBe(false);
  });
});
