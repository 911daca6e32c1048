import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import * as cdktf from "cdktf";
import * as cdktn from "cdktn";
import fc from "fast-check";
import * as cli from "../../src/constructs/framework.cli";
import { executableFile, readStack, reference, temporaryFolder } from "../support/constructs/synthesize";
import { firstOf } from "../support/long-test";
import { runExample } from "../support/run-example";

const ROOT = join(__dirname, "..", "..");
const built = createRequire(join(ROOT, "dist", "package.json"));
const examples = readdirSync(join(ROOT, "examples"), { recursive: true, encoding: "utf8" })
  .filter((file) => /^[\w-]+\/main\.ts$/.test(file))
  .map((file) => `examples/${file}`);

/** Returns a stack without the metadata of the framework. */
function withoutFramework(stacks: object): unknown {
  return JSON.parse(JSON.stringify(stacks, (key, value) => (key === "//" ? undefined : value)));
}

test.each(firstOf(1, examples))(
  "%s has a stack with the name of its folder, and both frameworks synthesize the same configuration",
  (main) => {
    const [one, other] = (["cdktf", "cdktn"] as const).map((framework) =>
      runExample(main, framework, temporaryFolder()),
    );
    expect(Object.keys(one ?? {})).toEqual([main.split("/").at(-2)]);
    expect(withoutFramework(other ?? {})).toEqual(withoutFramework(one ?? {}));
  },
);

test("a check after an apply uses terraform_data with cdktn and needs no null provider", () => {
  const library = built("./cdktn") as typeof import("../../src");
  const checks = built("./cdktn-checks") as typeof import("../../src/checks");
  const outdir = temporaryFolder();
  const app = new cdktn.App({ outdir });
  const stack = new cdktn.TerraformStack(app, "test");
  new library.ClickStackProvider(stack, "clickstack", { executable: executableFile() });
  const key = new library.ApiKey(stack, "key", { name: "ci", allowAnyIp: true, secretInState: true });
  new checks.CheckedKey(stack, "check", { key });
  app.synth();
  const { resource, provider } = readStack(join(outdir, "stacks", "test"));
  expect(Object.keys(provider ?? {})).toEqual(["clickstack"]);
  expect(resource?.terraform_data?.check).toMatchObject({
    triggers_replace: { id: reference("clickstack_api_key.key.id"), state: reference("clickstack_api_key.key.state") },
    provisioner: [{ "local-exec": { command: "node clickstack-check.cjs check key" } }],
  });
});

test("the command line recognizes the same texts and numbers as tokens as the two frameworks", () => {
  const text = fc.oneof(
    fc.string(),
    fc
      .array(fc.constantFrom("${", "#{", "&{", "TfToken[", "TOKEN.1", "]}", "]", "}", "$", " "), { maxLength: 8 })
      .map((parts) => parts.join("")),
  );
  const number = fc.oneof(fc.double(), fc.integer(), fc.nat(2 ** 31 - 1).map(tokenNumber));
  fc.assert(
    fc.property(fc.oneof(text, number), (value) => {
      const known = cli.Token.isUnresolved(value);
      expect(cdktf.Token.isUnresolved(value)).toEqual(known);
      expect(cdktn.Token.isUnresolved(value)).toEqual(known);
    }),
  );
  const { STRING_MAP_TOKEN_VALUE, ANY_MAP_TOKEN_VALUE, NUMBER_MAP_TOKEN_VALUE } = cli.Token;
  for (const { Token } of [cdktf, cdktn]) {
    expect({ ...Token }).toMatchObject({ STRING_MAP_TOKEN_VALUE, ANY_MAP_TOKEN_VALUE, NUMBER_MAP_TOKEN_VALUE });
  }
});

/** A number that a framework uses as a token. */
function tokenNumber(index: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint16(0, 0xfdff);
  view.setUint32(4, index);
  return view.getFloat64(0);
}
