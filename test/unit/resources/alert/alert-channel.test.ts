import { alert } from "../../../../src/resources/declarations";
import { ID, OTHER_ID, tileAlert } from "../../../support/declaration/declarations";
import { refusals } from "../../../support/declaration/refusals";

const webhook = { type: "webhook", webhookId: ID };
const to = (...channels: object[]) => refusals(alert, { ...tileAlert, channels });

test("an alert needs at least one channel", () => {
  expect(to()).toEqual(["channels: Must be at least 1 element long; it has 0."]);
});

test("an alert has at most ten channels", () => {
  const many = Array.from({ length: 11 }, (_, index) => ({
    type: "webhook",
    webhookId: index.toString(16).padStart(24, "0"),
  }));
  expect(to(...many.slice(1))).toEqual([]);
  expect(to(...many)).toEqual(["channels: Must be at most 10 elements long; it has 11."]);
});

test("a repeated channel is refused, and the error has the index of the second one", () => {
  expect(to(webhook, { type: "webhook", webhookId: OTHER_ID }, { ...webhook })).toEqual([
    "channels.2: This channel is in the list already. Remove one of the two.",
  ]);
});

test("a channel is a webhook or an email", () => {
  expect(to({ type: "slack", webhookId: ID })).toEqual([
    'channels.0.type: Must be one of "webhook", "email"; it is "slack".',
  ]);
  expect(to({ type: "webhok", webhookId: ID })).toEqual([
    'channels.0.type: Must be one of "webhook", "email"; it is "webhok". Did you mean "webhook"?',
  ]);
  expect(to({ webhookId: ID })).toEqual(['channels.0.type: Must be given, as one of "webhook", "email".']);
});

test("a webhook channel has the id of its webhook", () => {
  expect(to({ type: "webhook" })).toEqual(["channels.0.webhookId: Must be given: the webhook that the alert calls."]);
  expect(to({ type: "webhook", webhookId: "" })).toEqual([
    'channels.0.webhookId: Must be an id, as the server returns it, such as 0123456789abcdef01234567; it is "".',
  ]);
});

test("an email channel has recipients and no fields of a webhook", () => {
  expect(to({ type: "email", emailRecipients: ["oncall"] })).toEqual([
    'channels.0.emailRecipients.0: Must be an e-mail address such as oncall@example.com; it is "oncall".',
  ]);
  expect(to({ type: "email", emailRecipients: [] })).toEqual([
    "channels.0.emailRecipients: Must be at least 1 element long; it has 0.",
  ]);
  expect(to({ type: "email", emailRecipients: ["oncall@example.com"], severity: "error" })).toEqual([
    'channels.0.severity: "email" has no such field, only "webhook". Leave it out.',
  ]);
});
