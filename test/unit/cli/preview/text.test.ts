import { createColors } from "picocolors";
import { picturesText, pictureText } from "../../../../src/cli/commands/preview/terminal-drawing";
import { drawnDashboard, marked } from "../../../../src/drawing";
import { board, tile } from "../../../support/drawing/boards";

const options = { colors: createColors(false), width: 48 };
const alert = { tileId: "a", thresholdType: "above", threshold: 5, interval: "1m" };
const place = { source: "", address: "" };

test("tiles and their alerts are drawn in place, with shared edges, dotted gaps and shaded overlaps", () => {
  const after = drawnDashboard(board(tile("a", [0, 0, 12, 4]), tile("b", [12, 0, 6, 2]), tile("c", [6, 3, 18, 3])), {
    alerts: [alert],
  });
  expect(pictureText({ ...place, change: "none", after }, options)).toBe(`Checkout
┌─a─────────────────────┬─b────────┐
│ line  count           │ line  c… │···········
│ [≥ 5 in 1m]           ├──────────┘
│           ┌─c─────────┼──────────────────────┐
└───────────┼▒line  count                      │
            │                                  │
            └──────────────────────────────────┘
! "a" and "c" overlap at x 6, y 3, 6 wide, 1
  high.
! No tile is at x 18, y 0, 6 wide, 2 high.
! No tile is at x 12, y 2, 12 wide, 1 high.
`);
});

test("the drawings before and after have headings, and changed tiles are marked", () => {
  const sides = marked(
    drawnDashboard(board(tile("a", [0, 0, 12, 2]), tile("gone", [12, 0, 12, 2]))),
    drawnDashboard(board(tile("a", [0, 0, 24, 2]), tile("new", [0, 2, 12, 2]))),
  );
  const text = pictureText({ ...place, change: "changed", ...sides } as never, options);
  expect(text.split("\n").filter((line) => /before|after|[-+~] /.test(line))).toEqual([
    "Checkout (before)",
    "┌─~ a───────────────────┬─- gone───────────────┐",
    "Checkout (after)",
    "┌─~ a──────────────────────────────────────────┐",
    "├─+ new─────────────────┬──────────────────────┘",
  ]);
});

test("colors are used on request, and control characters of a title never reach the terminal", () => {
  const after = drawnDashboard({ name: "\u001b[31mred", tiles: [tile("a", [0, 0, 12, 2])] });
  const picture = { ...place, change: "none", after } as const;
  expect(pictureText(picture, { ...options, colors: createColors(true) })).toContain("\u001b[1m");
  expect(pictureText(picture, options)).toContain("\\u001b[31mred");
  expect(pictureText(picture, options)).not.toContain("\u001b");
});

test("wide letters and emoji of a title take two columns, and are cut off before the edge of the tile", () => {
  const wide = { ...tile("a", [0, 0, 12, 2]), name: "支払い 👩‍👩‍👧 エラー率とレイテンシ" };
  const after = drawnDashboard(board(wide, tile("b", [12, 0, 12, 2])));
  expect(
    pictureText({ ...place, change: "none", after }, options)
      .split("\n")
      .slice(1, 2),
  ).toEqual(["┌─支払い 👩‍👩‍👧 エラー率と…─┬─b────────────────────┐"]);
});

test("a tile that covers half of a wide letter removes the whole letter", () => {
  const over = drawnDashboard(
    board({ ...tile("a", [0, 0, 12, 3]), name: "a支払いの支払い" }, { ...tile("b", [3, 0, 12, 2]), name: "b" }),
  );
  const [title = ""] = pictureText({ ...place, change: "none", after: over }, options)
    .split("\n")
    .slice(1);
  expect(title).toBe("┌─a支 ┌─b───────────────┬────┐");
});

test("the badge of an alert starts with its condition, and is on the first line of the tile that has space for it", () => {
  const after = drawnDashboard(board(tile("a", [0, 0, 8, 2]), tile("b", [8, 0, 16, 4])), {
    alerts: [
      { ...alert, name: "Too many errors in the checkout of all regions" },
      { ...alert, tileId: "b", name: "Slow" },
    ],
  });
  expect(pictureText({ ...place, change: "none", after }, options)).toBe(`Checkout
┌─a─────────────┬─b────────────────────────────┐
│ [≥ 5 in 1m]…  │ line  count                  │
└───────────────┤ [≥ 5 in 1m] Slow             │
                │                              │
                └──────────────────────────────┘
`);
});

test("more than five alerts are listed before the drawings", () => {
  const alerts = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...alert, threshold: index, name: `Alert ${index}` }));
  const withAlerts = (count: number) => {
    const after = drawnDashboard(board(tile("a", [0, 0, 24, 2])), { alerts: alerts(count) });
    return picturesText([{ ...place, change: "none", after }], options);
  };
  expect(withAlerts(6)).toMatch(
    /^6 alerts\nFIRES WHEN {2}ALERT {4}TILE\n≥ 0 in 1m {3}Alert 0 {2}Checkout > a\n[\s\S]*\n\nCheckout\n┌/,
  );
  expect(withAlerts(5)).toMatch(/^Checkout\n┌/);
});

test("filter labels are below the title", () => {
  const after = drawnDashboard({ ...board(), filters: [{ name: "Service" }, { name: "Zone", options: ["a", "b"] }] });
  expect(pictureText({ ...place, change: "none", after }, options)).toBe(
    "Checkout\nFilters: Service, Zone (2 options)\nThe dashboard has no tiles.\n",
  );
});
