import { TerraformVariable, Token } from "cdktf";
import { ApiKey, type ApiKeyProps } from "../../src";
import { mistakes, only, reference, synthesised } from "./synthesise";

const ROLE = "2f1f7f0e-6a3c-4a53-9d3e-0a1c3c0f5b11";

const keyWith = (props: ApiKeyProps) =>
  only(synthesised((stack) => new ApiKey(stack, "ci", props)).resource?.clickstack_api_key);

test("a new key becomes a resource with its attributes in Terraform's names", () => {
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

test("an adopted key has nothing but its id, and an expiry stays as it was written", () => {
  expect(keyWith({ adopt: { id: ROLE }, expireAt: "2026-12-31T23:59:59+01:00" })).toEqual({
    adopt: { id: ROLE },
    expire_at: "2026-12-31T23:59:59+01:00",
  });
});

test("an empty list of roles takes all roles, and is not the same as none given", () => {
  expect(keyWith({ adopt: { id: ROLE }, roles: [] })).toEqual({ adopt: { id: ROLE }, assigned_role_ids: [] });
});

test("tokens stand for whole values and parts of them, and are not judged", () => {
  const json = synthesised((stack) => {
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

test("a list of addresses may be a token as a whole", () => {
  const json = synthesised((stack) => {
    const addresses = new TerraformVariable(stack, "addresses", { type: "list(object({ source = string }))" });
    new ApiKey(stack, "ci", { name: "ci", ipAccessList: Token.asAny(addresses.value) as never, secretInState: true });
  });
  expect(only(json.resource?.clickstack_api_key).ip_access_list).toBe(reference("var.addresses"));
});

test("what the server gives is there for other resources", () => {
  const json = synthesised((stack) => {
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

test("a mistake is told with the path of the key and the prop that the author wrote", () => {
  expect(
    mistakes(
      (stack) => new ApiKey(stack, "ci", { name: "ci", ipAccessList: [], roles: ["admin"], secretInState: true }),
    ),
  ).toEqual([
    '[test/ci] roles[0]: Must be the UUID of a role; it is "admin".',
    "[test/ci] ipAccessList: An empty list denies every address and locks the key for everybody. List the addresses that may use it, or state with allow_any_ip = true that any may.",
  ]);
});
