import { TerraformOutput, TerraformVariable, Token } from "cdktf";
import { ApiKey, type ApiKeyProps, SystemRole } from "../../../src";
import { mistakes, only, reference, synthesized } from "../../support/constructs/synthesize";

const ROLE = "2f1f7f0e-6a3c-4a53-9d3e-0a1c3c0f5b11";

const keyWith = (props: ApiKeyProps) =>
  only(synthesized((stack) => new ApiKey(stack, "ci", props)).resource?.clickstack_api_key);

test("a new key becomes a resource with Terraform's attribute names", () => {
  const attributes = keyWith({
    name: "ci",
    state: "enabled",
    roles: [ROLE],
    expireAt: new Date("2026-12-31T23:59:59Z"),
    ipAccessList: [{ source: "203.0.113.0/24", description: "build machines" }, { source: "203.0.113.7" }],
    secretInState: true,
  });
  expect(attributes).toEqual({
    name: "ci",
    state: "enabled",
    assigned_role_ids: [ROLE],
    expire_at: "2026-12-31T23:59:59.000Z",
    ip_access_list: [{ source: "203.0.113.0/24", description: "build machines" }, { source: "203.0.113.7" }],
    secret_in_state: true,
  });
});

test("an adopted key requires only its id, and its expiry keeps the notation of the author", () => {
  expect(keyWith({ adopt: { id: ROLE }, expireAt: "2026-12-31T23:59:59+01:00" })).toEqual({
    adopt: { id: ROLE },
    expire_at: "2026-12-31T23:59:59+01:00",
  });
});

test("an empty list of roles removes all roles, and an unset list keeps them", () => {
  expect(keyWith({ adopt: { id: ROLE }, roles: [] })).toEqual({ adopt: { id: ROLE }, assigned_role_ids: [] });
});

test("tokens can replace values and parts of values, and are not validated", () => {
  const json = synthesized((stack) => {
    const text = new TerraformVariable(stack, "text", { type: "string" });
    const list = new TerraformVariable(stack, "list", { type: "list(string)" });
    new ApiKey(stack, "ci", {
      name: `ci-${text.stringValue}`,
      roles: list.listValue,
      expireAt: text.stringValue,
      ipAccessList: [{ source: text.stringValue }],
      secretInState: true,
    });
  });
  expect(only(json.resource?.clickstack_api_key)).toMatchObject({
    name: `ci-${reference("var.text")}`,
    assigned_role_ids: reference("var.list"),
    expire_at: reference("var.text"),
    ip_access_list: [{ source: reference("var.text") }],
  });
});

test("one token can replace a whole list of addresses", () => {
  const json = synthesized((stack) => {
    const addresses = new TerraformVariable(stack, "addresses", { type: "list(object({ source = string }))" });
    new ApiKey(stack, "ci", { name: "ci", ipAccessList: Token.asAny(addresses.value) as never, secretInState: true });
  });
  expect(only(json.resource?.clickstack_api_key).ip_access_list).toBe(reference("var.addresses"));
});

test("other resources can refer to values that the server sets", () => {
  const json = synthesized((stack) => {
    const key = new ApiKey(stack, "ci", { adopt: { id: ROLE } });
    new ApiKey(stack, "copy", {
      name: [key.id, key.keySuffix, key.createdAt, key.keyId, key.keySecret].join(" "),
      ipAccessList: [{ source: "0.0.0.0/0" }],
      secretInState: true,
    });
  });
  const attribute = (name: string) => reference(`clickstack_api_key.ci.${name}`);
  expect(json.resource?.clickstack_api_key?.copy?.name).toBe(
    [
      attribute("id"),
      attribute("key_suffix"),
      attribute("created_at"),
      attribute("key_id"),
      attribute("key_secret"),
    ].join(" "),
  );
});

test("an error contains the path of the key construct and the prop as the author wrote it", () => {
  expect(
    mistakes(
      (stack) =>
        new ApiKey(stack, "ci", {
          name: "ci",
          ipAccessList: [],
          roles: ["2f1f7f0e-6a3c-4a53-9d3e-0a1c3c0f5b11"],
          secretInState: true,
        }),
    ),
  ).toEqual([
    "[test/ci] ipAccessList: An empty list denies every address, so no client could use the key. List the addresses that can use it, or set allowAnyIp: true.",
  ]);
});

test("a role can be a role name, a role id, or an object with an id", () => {
  const json = synthesized((stack) => {
    const role = { id: new TerraformVariable(stack, "role", { type: "string" }).stringValue };
    new ApiKey(stack, "ci", {
      name: "ci",
      roles: [SystemRole.developer, ROLE, role],
      allowAnyIp: true,
      secretInState: true,
    });
  });
  expect(only(json.resource?.clickstack_api_key)).toMatchObject({
    assigned_role_ids: [ROLE, reference("var.role")],
    role_names: ["Developer"],
  });
  expect(keyWith({ name: "ci", roles: ["Admin"], allowAnyIp: true, secretInState: true })).toEqual({
    name: "ci",
    role_names: ["Admin"],
    allow_any_ip: true,
    secret_in_state: true,
  });
});

test("a rotated key is created before the old key is deleted, unless the author sets another order", () => {
  const rotation = { every: "30d", overlap: "7d", keepers: { team: "a" } };
  const key = { name: "ci", allowAnyIp: true, secretInState: true, rotation };
  expect(keyWith(key)).toMatchObject({
    rotate_every: "30d",
    overlap: "7d",
    keepers: { team: "a" },
    lifecycle: { create_before_destroy: true },
  });
  expect(keyWith({ ...key, lifecycle: { createBeforeDestroy: false, preventDestroy: true } })).toMatchObject({
    lifecycle: { create_before_destroy: false, prevent_destroy: true },
  });
  expect(keyWith({ name: "ci", allowAnyIp: true, secretInState: true })).not.toHaveProperty("lifecycle");
});

test("the expiry of a key is a predefined value or a time", () => {
  const key = { name: "ci", allowAnyIp: true, secretInState: true };
  expect(keyWith({ ...key, onDestroy: "disable" })).toMatchObject({ on_destroy: "disable" });
  const expiring = keyWith({ ...key, onDestroy: { expireAfter: "72h" } });
  expect(expiring).toMatchObject({ expire_after: "72h" });
  expect(expiring).not.toHaveProperty("on_destroy");
});

test("a key can be adopted by id or by name", () => {
  const json = synthesized((stack) => {
    ApiKey.adopt(stack, "byName", { name: "legacy" }, { state: "disabled", onDestroy: "delete" });
    ApiKey.adopt(stack, "byId", { id: ROLE });
  });
  const { byName, byId } = json.resource?.clickstack_api_key ?? {};
  expect(byName).toMatchObject({ adopt: { name: "legacy" }, state: "disabled", on_destroy: "delete" });
  expect(byId).toMatchObject({ adopt: { id: ROLE } });
});

test("other resources can refer to the key ID of a key and to the time of its next rotation", () => {
  const json = synthesized((stack) => {
    const key = ApiKey.adopt(stack, "ci", { id: ROLE });
    new TerraformOutput(stack, "id", { value: key.keyIdRef, sensitive: true });
    new TerraformOutput(stack, "due", { value: key.rotateAt });
  }) as { output?: Record<string, { value: unknown }> };
  expect(json.output?.id?.value).toBe(reference("clickstack_api_key.ci.key_id"));
  expect(json.output?.due?.value).toBe(reference("clickstack_api_key.ci.rotate_at"));
});

test("deprecated roles are accepted with a warning", () => {
  const warnings: unknown[] = [];
  const key = keyWith({ name: "ci", legacyRoles: ["developer"], allowAnyIp: true, secretInState: true });
  expect(key).toMatchObject({ roles: ["developer"] });
  synthesized((stack) => {
    const old = new ApiKey(stack, "ci", {
      name: "ci",
      legacyRoles: ["developer"],
      allowAnyIp: true,
      secretInState: true,
    });
    warnings.push(...old.node.metadata.map(({ type, data }) => [type, data]));
  });
  expect(warnings).toContainEqual(["@cdktf/warn", expect.stringMatching(/^legacyRoles: Use role_names/)]);
});

test.each<[string, ApiKeyProps, string]>([
  [
    "without an overlap",
    { rotation: { every: "30d" } as never },
    "rotation.overlap: A rotated key requires an overlap",
  ],
  [
    "with an overlap that is too long",
    { rotation: { every: "7d", overlap: "1w" } },
    "rotation.overlap: Must be shorter than rotation.every",
  ],
  [
    "with an invalid duration",
    { rotation: { every: "a month", overlap: "7d" } },
    "rotation.every: Must be a whole number",
  ],
])("a rotation %s is refused at synthesis", (_, props, message) => {
  const found = mistakes(
    (stack) => new ApiKey(stack, "ci", { name: "ci", allowAnyIp: true, secretInState: true, ...props }),
  );
  expect(found.join()).toContain(`[test/ci] ${message}`);
});
