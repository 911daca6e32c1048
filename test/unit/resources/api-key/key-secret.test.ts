import { apiKey } from "../../../../src/resources/declarations";
import { newKey, UUID } from "../../../support/declaration/declarations";
import { refusals } from "../../../support/declaration/refusals";

const RECIPIENT = "age187jr4emhpt5hkm69cpfq98e3tu3xv6auejnr9ngc6278nxzf3vfs3msvqu";
const OWN = {
  keyIdWo: "abcdefghij0123456789",
  keySecretWo: "4b1d0123456789012345678901234567",
  keyMaterialVersion: "1",
};
const { secretInState: _, ...undecided } = newKey;

const refused = (changes: object) => refusals(apiKey, { ...undecided, ...changes });

test.each([
  ["user-provided material", OWN],
  ["recipients", { ageRecipients: [RECIPIENT] }],
  ["recipients and secret_in_state = false", { ageRecipients: [RECIPIENT], secretInState: false }],
  ["the state", { secretInState: true }],
])("a new key with %s is accepted", (_, way) => {
  expect(refused(way)).toEqual([]);
});

test.each([
  ["age_recipients; secret_in_state", "secretInState", { ageRecipients: [RECIPIENT], secretInState: true }],
  [
    "key_id_wo, key_secret_wo and key_material_version; age_recipients",
    "ageRecipients.0",
    { ...OWN, ageRecipients: [RECIPIENT] },
  ],
  [
    "key_id_wo, key_secret_wo and key_material_version; secret_in_state",
    "secretInState",
    { ...OWN, secretInState: true },
  ],
])("two ways to store the secret are rejected: %s", (ways, path, fields) => {
  expect(refused(fields)).toEqual([
    `${path.split(".")[0]}: A key requires one way to keep its secret, but 2 are set: ${ways}. Keep one.`,
  ]);
});

test.each(["keyIdWo", "keySecretWo", "keyMaterialVersion"] as const)(
  "user-provided key material without %s is rejected with that attribute",
  (name) => {
    const { [name]: _, ...rest } = OWN;
    expect(refused(rest)).toEqual([
      expect.stringMatching(
        new RegExp(`^${name}: .* Set ${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`),
      ),
    ]);
  },
);

test.each([
  ["keyIdWo", "with:colon-1234567890"],
  ["keyIdWo", "short"],
  ["keyIdWo", "abcdefghij0123456789\n"],
  ["keySecretWo", "short-secret"],
  ["keySecretWo", "4b1d0123456789012345678901234567\n"],
])("an invalid %s is rejected without showing its value: %j", (name, text) => {
  const [refusal, ...more] = refused({ ...OWN, [name]: text });
  expect(refusal).toMatch(new RegExp(`^${name}: Must (be|contain) `));
  expect(refusal).not.toContain(text.trim());
  expect(more).toEqual([]);
});

test("an adopted key rejects all attributes that set or store a secret", () => {
  const fields = { ...OWN, ageRecipients: [RECIPIENT], secretInState: true };
  expect(refusals(apiKey, { adopt: { id: UUID }, ...fields }).map((line) => line.split(":")[0])).toEqual([
    "keyIdWo",
    "keySecretWo",
    "keyMaterialVersion",
    "ageRecipients",
    "secretInState",
  ]);
  expect(refusals(apiKey, { adopt: { id: UUID }, secretInState: false })).toEqual([]);
});

test("an empty list of recipients is rejected", () => {
  expect(refused({ ageRecipients: [] })).toEqual(["ageRecipients: Must be at least 1 element long."]);
});
