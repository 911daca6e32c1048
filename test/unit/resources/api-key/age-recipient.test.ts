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

test("a recipient of any kind that age has is taken", () => {
  expect(refusals(RECIPIENT, `age1pq1${RECIPIENT.slice(4)}`, `age1tag1${RECIPIENT.slice(4)}`)).toEqual([]);
});

test.each([
  ["an SSH key", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ"],
  ["capital letters", RECIPIENT.toUpperCase()],
  ["a letter that bech32 does not have", `${RECIPIENT}b`],
  ["nothing", ""],
])("%s is refused with its place, and not repeated", (_, text) => {
  const [refusal, ...more] = refusals(RECIPIENT, text);
  expect(refusal).toEqual({ path: ["to", 1], message: expect.stringContaining("Must be an age recipient") });
  expect(more).toEqual([]);
  if (text !== "") {
    expect(refusal?.message).not.toContain(text);
  }
});

test("an identity given by mistake is named as one, and shown in no message", () => {
  const found = refusals(IDENTITY);
  expect(found).toEqual([{ path: ["to", 0], message: expect.stringContaining("age identity") }]);
  expect(JSON.stringify(found)).not.toContain("1KX62S0");
});
