import { ClickStackProvider, KeyMaterial, SystemRole, TemporaryApiKey } from "../../../src";
import { executableFile, mistakes, reference, synthesized } from "../../support/constructs/synthesize";

const KEY = "ephemeral.clickstack_api_key.run";

test("a temporary key is an ephemeral resource that other providers can use", () => {
  const { ephemeral, provider } = synthesized((stack) => {
    const key = new TemporaryApiKey(stack, "run", {
      name: "deploy",
      roles: [SystemRole.developer],
      ipAccessList: [{ source: "203.0.113.0/24" }],
      validFor: "30m",
    });
    new ClickStackProvider(stack, "as-run", {
      alias: "run",
      cloudApiKey: key.keyId,
      cloudApiSecret: key.keySecret,
      executable: executableFile(),
    });
  });
  expect(ephemeral?.clickstack_api_key?.run).toMatchObject({
    name: "deploy",
    role_names: ["Developer"],
    ip_access_list: [{ source: "203.0.113.0/24" }],
    valid_for: "30m",
  });
  expect(provider?.clickstack).toContainEqual(
    expect.objectContaining({
      alias: "run",
      cloud_api_key: reference(`${KEY}.key_id`),
      cloud_api_secret: reference(`${KEY}.key_secret`),
    }),
  );
});

test("ephemeral key material has no arguments", () => {
  const { ephemeral } = synthesized((stack) => new KeyMaterial(stack, "ci"));
  const { "//": _, ...block } = ephemeral?.clickstack_key_material?.ci ?? {};
  expect(block).toEqual({});
});

test("an invalid value of a temporary key is refused at synthesis, with the name of the prop", () => {
  expect(mistakes((stack) => new TemporaryApiKey(stack, "run", { name: "deploy", validFor: "5s" }))).toEqual([
    expect.stringContaining("validFor: Must be at least 60s"),
    expect.stringContaining("ipAccessList: A new key requires the addresses"),
  ]);
});
