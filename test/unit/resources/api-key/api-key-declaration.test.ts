import { apiKey } from "../../../../src/resources/declarations";
import { newKey, UUID } from "../../../support/declaration/declarations";
import { refusals } from "../../../support/declaration/refusals";

const a = (changes: object) => refusals(apiKey, { ...newKey, ...changes });

describe("a new key", () => {
  test("is valid with a name, addresses and a way to keep its secret", () => {
    expect(refusals(apiKey, newKey)).toEqual([]);
  });

  test("requires a name, addresses and a way to keep its secret", () => {
    expect(refusals(apiKey, {})).toEqual([
      "name: A new key requires a name. Set name, or set adopt to the id or the name of an existing key.",
      "ipAccessList: A new key requires the addresses that can use it. List them, or set allow_any_ip = true.",
      "secretInState: The server returns the secret of a new key only once, so the key requires one way to keep it. Set age_recipients to encrypt it. Or set key_id_wo, key_secret_wo and key_material_version to provide a secret that Terraform does not store. Or set secret_in_state = true if your state is a safe place for it. To manage an existing key, set adopt.",
    ]);
  });

  test("is rejected if no attribute stores its secret", () => {
    expect(a({ secretInState: false })).toEqual([
      expect.stringMatching(/^secretInState: .* requires one way to keep it\. Set /),
    ]);
  });
});

describe("an adopted key", () => {
  test("requires only its id", () => {
    expect(refusals(apiKey, { adopt: { id: UUID } })).toEqual([]);
  });

  test("is identified by the id of its record, not by its name", () => {
    expect(refusals(apiKey, { adopt: { id: "deploy key" } })).toEqual([
      'adopt.id: Must be an id, as the server returns it, such as 0123456789abcdef01234567; it is "deploy key".',
    ]);
  });

  test("rejects attributes that set or store a secret", () => {
    expect(refusals(apiKey, { adopt: { id: UUID }, secretInState: true })).toEqual([
      "secretInState: The secret of an adopted key cannot be read or changed. Remove this attribute.",
    ]);
  });
});

describe("the validation of a key's fields", () => {
  test("rejects an empty list of addresses, because no client could use the key", () => {
    const sentence =
      "ipAccessList: An empty list denies every address, so no client could use the key. List the addresses that can use it, or set allow_any_ip = true.";
    expect(a({ ipAccessList: [] })).toEqual([sentence]);
    expect(refusals(apiKey, { adopt: { id: UUID }, ipAccessList: [] })).toEqual([sentence]);
  });

  test.each(["203.0.113", "203.0.113.7/33", "2001:db8::/129", "build.example.com", ""])(
    "rejects the address %j",
    (source) => {
      expect(a({ ipAccessList: [{ source }] })).toEqual([
        `ipAccessList.0.source: Must be an IP address such as 203.0.113.7 or a range such as 203.0.113.0/24 or 2001:db8::/32; it is "${source}".`,
      ]);
    },
  );

  test.each(["2026-12-31", "2026-12-31T23:59:59", "2026-02-30T00:00:00Z", "tomorrow"])(
    "rejects the expiry %s",
    (expireAt) => {
      expect(a({ expireAt })).toEqual([
        `expireAt: Must be a date and time with its zone, such as 2026-12-31T23:59:59Z, or "never"; it is "${expireAt}".`,
      ]);
    },
  );

  test("rejects a state other than enabled or disabled", () => {
    expect(a({ state: "enable" })).toEqual([
      'state: Must be one of "enabled", "disabled"; it is "enable". Did you mean "enabled"?',
    ]);
  });

  test("rejects a role name in the list of role ids, with its index", () => {
    expect(a({ assignedRoleIds: [UUID, "admin"] })).toEqual([
      'assignedRoleIds.1: Must be an id, as the server returns it, such as 0123456789abcdef01234567; it is "admin".',
    ]);
  });

  test("rejects a misspelled field, and suggests the correct name", () => {
    expect(a({ ipAcessList: [] })).toEqual(['ipAcessList: Unknown field. Did you mean "ipAccessList"?']);
  });

  test("rejects a field that the server sets", () => {
    expect(a({ keySecret: "s3cret" })).toEqual([
      "keySecret: Cannot be declared: the server or the provider sets it. Leave it out.",
    ]);
  });
});
