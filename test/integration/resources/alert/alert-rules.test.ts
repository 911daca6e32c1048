import type { DeclaredFields } from "../../../../src/declaration/field";
import { seedIds } from "../../../../src/emulator";
import { alertCreateBody } from "../../../../src/resources/alert/mapping";
import { type AlertDeclaration, alert } from "../../../../src/resources/declarations";
import { DashboardServer } from "../../../support/dashboard-server";
import { complaints, refusals } from "../../../support/declaration/refusals";
import { refusalOf } from "../../../support/refusal-of";

const DAY = 86_400_000;
const NOWHERE = "0123456789abcdef01234567";

const long = (length: number) => "x".repeat(length);
const LINE = { displayType: "line", sourceId: seedIds.logs, select: [{ aggFn: "count" }] } as const;

const slack = { type: "webhook", webhookId: seedIds.slackWebhook };
const hooks = (total: number) =>
  Array.from({ length: total }, (_, index) => ({ ...slack, webhookId: index.toString(16).padStart(24, "0") }));
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

/**
 * For each rule of docs/internals/api-behavior.md 3.7 and 3.8, a change of a valid alert that violates only this rule.
 */
const BROKEN_ALERTS: Readonly<Record<string, DeclaredFields>> = {
  "an interval that exists": { interval: "2h" },
  "a comparison that exists": { thresholdType: "over" },
  "at least one channel": { channels: [] },
  "up to ten channels": { channels: hooks(11) },
  "no channel twice": { channels: [slack, slack] },
  "a webhook": { channels: [{ type: "webhook", webhookId: "" }] },
  "a channel of a kind that exists": { channels: [{ type: "pager", webhookId: seedIds.slackWebhook }] },
  "an upper bound of a range": { thresholdType: "between" },
  "an upper bound that is not below the lower one": { thresholdType: "not_between", thresholdMax: 0 },
  "no offset together with a start": { scheduleStartAt: inDays(1), scheduleOffsetMinutes: 1 },
  "an offset within the interval": { scheduleOffsetMinutes: 5 },
  "a start within a year": { scheduleStartAt: inDays(367) },
  "a start within ten years": { scheduleStartAt: inDays(-3700) },
  "a name that is not empty": { name: "" },
  "a name of up to 512 characters": { name: long(513) },
  "a message of up to 4096 characters": { message: long(4097) },
  "a note of up to 4096 characters": { note: long(4097) },
  "at least one window": { numConsecutiveWindows: 0 },
  "whole windows": { numConsecutiveWindows: 1.5 },
  "a tile for an alert with the source tile": { tileId: undefined },
};

/** References to objects that do not exist. A declaration cannot detect them. */
const ASTRAY_ALERTS: Readonly<Record<string, readonly [DeclaredFields, string]>> = {
  "a dashboard that exists": [{ dashboardId: NOWHERE }, "Dashboard not found"],
  "a tile that exists": [{ tileId: NOWHERE }, "Tile not found"],
  "a webhook that exists": [{ channels: [{ ...slack, webhookId: NOWHERE }] }, "Webhook not found"],
  "a saved search that exists": [
    { source: "saved_search", dashboardId: undefined, tileId: undefined, savedSearchId: NOWHERE },
    "Saved search not found",
  ],
};

describe("an alert that violates one rule", () => {
  let server: DashboardServer;
  let good: DeclaredFields;

  beforeAll(async () => {
    server = await DashboardServer.start();
    const { id: dashboardId, tileIds } = await server.create({
      name: "D",
      tiles: { a: { name: "T", x: 0, y: 0, w: 6, h: 3, config: { ...LINE, select: [...LINE.select] } } },
    });
    good = {
      source: "tile",
      dashboardId,
      tileId: tileIds.a,
      interval: "5m",
      threshold: 1,
      thresholdType: "above",
      channels: [slack],
    };
  });

  afterAll(() => server[Symbol.asyncDispose]());

  const create = (declared: AlertDeclaration) =>
    refusalOf(server.client.alerts.create(alertCreateBody(declared, "open_source")));

  test("becomes valid without this violation", async () => {
    expect(refusals(alert, good)).toEqual([]);
    expect(await create(good as AlertDeclaration)).toBe("");
  });

  test.each(Object.entries(BROKEN_ALERTS))(
    "causes an error or a warning in the declaration, and is refused by the server. The rule: %s",
    async (_, change) => {
      const declared = { ...good, ...change } as AlertDeclaration;
      expect(complaints(alert, declared)).toHaveLength(1);
      expect(await create(declared)).toContain("Body validation failed");
    },
  );

  test.each(Object.entries(ASTRAY_ALERTS))(
    "is refused only by the server. The rule: %s",
    async (_, [change, sentence]) => {
      const declared = { ...good, ...change } as AlertDeclaration;
      expect(refusals(alert, declared)).toEqual([]);
      expect(await create(declared)).toContain(sentence);
    },
  );
});
