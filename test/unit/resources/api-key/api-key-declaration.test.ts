import { apiKey } from "../../../../src/resources/declarations";
import { newKey, UUID } from "../../../support/declaration/declarations";
import { refusals } from "../../../support/declaration/refusals";

const a = (changes: object) => refusals(apiKey, { ...newKey, ...changes });

describe("a new key", () => {
  test("with a name, addresses and a place for its secret is accepted", () => {
    expect(refusals(apiKey, newKey)).toEqual([]);
  });

  test("needs a name, addresses and a decision about its secret", () => {
    expect(refusals(apiKey, {})).toEqual([
      "name: A new key needs a name. To manage a key that exists, give adopt with its id or its name.",
      "ipAccessList: A new key needs the addresses that may use it. List them, or state with allow_any_ip = true that any may.",
      "secretInState: The server shows the secret of a new key once, so say where it goes. Either age_recipients, which encrypts it to you; or key_id_wo, key_secret_wo and key_material_version, for a secret of your own that is never stored; or secret_in_state = true, if your state is a safe place for it. To manage a key that exists, give adopt.",
    ]);
  });

  test("does not settle for a secret that is kept nowhere", () => {
    expect(a({ secretInState: false })).toEqual([
      expect.stringMatching(/^secretInState: .* say where it goes\. Either/),
    ]);
  });
});

describe("an adopted key", () => {
  test("needs nothing but its id", () => {
    expect(refusals(apiKey, { adopt: { id: UUID } })).toEqual([]);
  });

  test("is named by the UUID of its record, not by the key ID", () => {
    expect(refusals(apiKey, { adopt: { id: "4bAcD9xYzQ" } })).toEqual([
      'adopt.id: Must be a UUID, as the key\'s record shows it; it is "4bAcD9xYzQ".',
    ]);
  });

  test("has no secret to keep", () => {
    expect(refusals(apiKey, { adopt: { id: UUID }, secretInState: true })).toEqual([
      "secretInState: The secret of a key that exists cannot be read or changed. Leave it out.",
    ]);
  });
});

describe("the fields of a key", () => {
  test("an empty list of addresses is refused, because it locks everybody out", () => {
    const sentence =
      "ipAccessList: An empty list denies every address and locks the key for everybody. List the addresses that may use it, or state with allow_any_ip = true that any may.";
    expect(a({ ipAccessList: [] })).toEqual([sentence]);
    expect(refusals(apiKey, { adopt: { id: UUID }, ipAccessList: [] })).toEqual([sentence]);
  });

  test.each(["203.0.113", "203.0.113.7/33", "2001:db8::/129", "build.example.com", ""])(
    "%j is no address that a key can be limited to",
    (source) => {
      expect(a({ ipAccessList: [{ source }] })).toEqual([
        `ipAccessList.0.source: Must be an IP address such as 203.0.113.7 or a range such as 203.0.113.0/24 or 2001:db8::/32; it is "${source}".`,
      ]);
    },
  );

  test.each(["2026-12-31", "2026-12-31T23:59:59", "2026-02-30T00:00:00Z", "tomorrow"])(
    "a key does not expire at %s",
    (expireAt) => {
      expect(a({ expireAt })).toEqual([
        `expireAt: Must be a date and time with its zone, such as 2026-12-31T23:59:59Z, or "never"; it is "${expireAt}".`,
      ]);
    },
  );

  test("a key is enabled or disabled", () => {
    expect(a({ state: "enable" })).toEqual([
      'state: Must be one of "enabled", "disabled"; it is "enable". Did you mean "enabled"?',
    ]);
  });

  test("a role is named by its UUID, and the one that is not is pointed at", () => {
    expect(a({ assignedRoleIds: [UUID, "admin"] })).toEqual([
      'assignedRoleIds.1: Must be the UUID of a role; it is "admin".',
    ]);
  });

  test("a misspelt field is refused with the one that was meant", () => {
    expect(a({ ipAcessList: [] })).toEqual(['ipAcessList: There is no such field. Did you mean "ipAccessList"?']);
  });

  test("what the server sets cannot be declared", () => {
    expect(a({ keySecret: "s3cret" })).toEqual([
      "keySecret: Cannot be declared: the server or the provider sets it. Leave it out.",
    ]);
  });
});
