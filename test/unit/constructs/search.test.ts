import { EventCheck, Search, Source } from "../../../src";
import { mistakes, reference, synthesized } from "../../support/constructs/synthesize";

const LOGS = reference("data.clickstack_source.source-logs.id");

test("a search becomes a data source", () => {
  const { data } = synthesized((stack) => {
    const search = new Search(stack, "errors", {
      source: Source.byName(stack, "Logs"),
      where: "level:error",
      within: "1h",
    });
    expect(typeof search.observed.eventCount).toBe("number");
  });
  expect(data?.clickstack_search).toEqual({
    errors: expect.objectContaining({ source_id: LOGS, where: "level:error", within: "1h" }),
  });
});

test("a required event becomes a check block that contains its search", () => {
  const { check, data } = synthesized((stack) => {
    new EventCheck(stack, "logs-arrive", { source: Source.byName(stack, "Logs"), atLeast: 5 });
  }) as { check?: Record<string, unknown>; data?: object };
  expect(data).not.toHaveProperty("clickstack_search");
  expect(check).toEqual({
    "logs-arrive": expect.objectContaining({
      data: { clickstack_search: { "logs-arrive": { source_id: LOGS, max_results: 5 } } },
      assert: [
        {
          condition: reference("data.clickstack_search.logs-arrive.event_count >= 5"),
          error_message: `Found ${reference("data.clickstack_search.logs-arrive.event_count")} of at least 5 events. Check that the events are sent and match the condition.`,
        },
      ],
    }),
  });
});

test("an invalid search is refused at synthesis, with the name of the prop", () => {
  expect(
    mistakes((stack) => new EventCheck(stack, "check", { source: Source.byName(stack, "Logs"), atLeast: 0 })),
  ).toEqual([expect.stringContaining("atLeast")]);
});
