import { alertText, dashboardsSvg, drawnDashboard, marked, SensitiveValue } from "../../../src/drawing";
import { board, tile } from "../../support/drawing/boards";

const secret = new SensitiveValue(1);

test("an alert with a sensitive condition shows a placeholder", () => {
  const alert = { thresholdType: "above", threshold: secret, interval: "5m", numConsecutiveWindows: secret };
  expect(alertText(alert)).toBe("≥ (sensitive value) in 5m, (sensitive value) times in a row");
  expect(alertText({ ...alert, thresholdType: secret, interval: secret, numConsecutiveWindows: 1 })).toBe(
    "(sensitive value) (sensitive value) in (sensitive value)",
  );
});

test("sensitive names and queries of a dashboard and its tiles are replaced by a placeholder", () => {
  const own = {
    ...tile("a", [0, 0, 12, 4]),
    name: secret,
    config: { displayType: "line", select: [{ where: secret }] },
  };
  const hidden = { ...tile("b", [12, 0, 12, 4]), config: secret };
  const drawing = drawnDashboard({ ...board(own, hidden), name: secret });
  expect(drawing.title).toBe("(sensitive value)");
  expect(drawing.sections[0]?.tiles.map(({ title, kind, query }) => [title, kind, query])).toEqual([
    ["(sensitive value)", "line", "where (sensitive value)"],
    ["b", "(sensitive value)", "(sensitive value)"],
  ]);
  expect(dashboardsSvg([drawing])).toContain("Dashboard (sensitive value): 2 tiles");
});

test("one placeholder replaces all tiles if the tiles are sensitive as a whole", () => {
  const [section] = drawnDashboard({ name: "Checkout", tiles: secret }).sections;
  expect(section?.tiles).toMatchObject([{ title: "(sensitive value)", kind: "(sensitive value)", w: 24 }]);
});

test("a tile is marked as changed only if the sensitive value in it changes", () => {
  const draw = (where: SensitiveValue) =>
    drawnDashboard(board({ ...tile("a", [0, 0, 12, 4]), config: { displayType: "line", select: [{ where }] } }));
  const changes = (other: SensitiveValue) => marked(draw(secret), draw(other)).after?.sections[0]?.tiles[0]?.change;
  expect(changes(new SensitiveValue(1))).toBeUndefined();
  expect(changes(new SensitiveValue(2))).toBe("changed");
});
