import { alertsOn, unplacedAlerts } from "../../../../src/cli/project/contents/contents";
import { contentsOfConfiguration } from "../../../../src/cli/project/contents/from-code";
import { tilePlaceOf } from "../../../../src/declaration/configuration-json";
import { checkoutStack, stackFolder } from "../../../support/cli/stack";
import { readStack, reference } from "../../../support/constructs/synthesize";

test("a synthesized stack contains tiles with keys, alerts with their watched objects, and source names", () => {
  const contents = contentsOfConfiguration(readStack(stackFolder(checkoutStack())) as never);
  const [board] = contents.dashboards;
  if (!board) {
    throw new Error("There is no dashboard.");
  }
  expect(board.address).toBe("clickstack_dashboard.checkout");
  const tiles = board.fields.tiles as readonly { id: string; config: { sourceId?: string } }[];
  expect(tiles.map(({ id }) => id)).toEqual(["about", "errors", "latency"]);
  expect(tiles.map(({ config }) => contents.sourceName(config.sourceId ?? ""))).toEqual([undefined, "Logs", "Traces"]);
  expect(alertsOn(board, contents)).toMatchObject([
    { name: "Too many errors", tileId: "errors", threshold: 50, interval: "5m" },
  ]);
  expect(contents.alerts.find(({ address }) => address.includes("fatal"))).toMatchObject({
    fields: { savedSearchId: "clickstack_saved_search.fatal" },
  });
  expect(contents.savedSearches).toMatchObject([
    { address: "clickstack_saved_search.fatal", fields: { where: "level:fatal" } },
  ]);
  expect(unplacedAlerts(contents)).toEqual([]);
});

test.each([
  [reference('clickstack_dashboard.a.tile_ids["b c"]'), { board: "clickstack_dashboard.a", key: "b c" }],
  ['clickstack_dashboard.a-b.tile_ids["c"]', { board: "clickstack_dashboard.a-b", key: "c" }],
  [reference("var.tile"), undefined],
  ["6955b9000000005000000001", undefined],
])("the expression %s refers to the expected tile", (expression, expected) => {
  expect(tilePlaceOf(expression)).toEqual(expected);
});
