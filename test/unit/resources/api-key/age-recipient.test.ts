import * as z from "zod";
import { optional } from "../../../../src/declaration/field";
import { objectShapeOf } from "../../../../src/declaration/shape";
import { validate } from "../../../../src/declaration/validate";
import { ageRecipient } from "../../../../src/resources/api-key/secret/declaration";

const IDENTITY = "AGE-SECRET-KEY-1KX62S0DRHLLZ6PRJL74S24H4UXXYAK3CFFGHACDZQ72WGV6YQHCQ2TF2TU";
const RECIPIENT = "age187jr4emhpt5hkm69cpfq98e3tu3xv6auejnr9ngc6278nxzf3vfs3msvqu";

const owner = objectShapeOf(
  z.object({ to: optional("Recipients.", z.array(ageRecipient()), { refusedUnseen: true }) }),
);
const refusals = (...to: string[]) => validate(owner, { to }, () => false);

test("each kind of age recipient is valid", () => {
  expect(refusals(RECIPIENT, `age1pq1${RECIPIENT.slice(4)}`, `age1tag1${RECIPIENT.slice(4)}`)).toEqual([]);
});

test.each([
  ["an SSH key", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ"],
  ["capital letters", RECIPIENT.toUpperCase()],
  ["a character that bech32 does not have", `${RECIPIENT}b`],
  ["an empty text", ""],
])("%s is rejected with its index, without showing its value", (_, text) => {
  const [refusal, ...more] = refusals(RECIPIENT, text);
  expect(refusal).toEqual({ path: ["to", 1], message: expect.stringContaining("Must be an age recipient") });
  expect(more).toEqual([]);
  if (text !== "") {
    expect(refusal?.message).not.toContain(text);
  }
});

test("a secret identity is rejected with a message that does not show it", () => {
  const found = refusals(IDENTITY);
  expect(found).toEqual([{ path: ["to", 0], message: expect.stringContaining("age identity") }]);
  expect(JSON.stringify(found)).not.toContain("1KX62S0");
});
