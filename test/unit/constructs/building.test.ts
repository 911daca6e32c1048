import type { TerraformStack } from "cdktf";
import {
  Alert,
  above,
  count,
  Dashboard,
  type DashboardProps,
  onClick,
  Source,
  type SourceReference,
  type TileReference,
  tile,
} from "../../../src";
import { mistakes, only, reference, synthesized } from "../../support/constructs/synthesize";

const SOURCE = "0123456789abcdef01234567";
const line = tile.line({ source: SOURCE, select: [count()] });
const number = tile.number({ source: SOURCE, select: [count()] });
const text = tile.markdown({ markdown: "# Text" });

const built = (build: (dashboard: Dashboard) => void, props: Partial<DashboardProps> = {}) =>
  only(
    synthesized((stack) => build(new Dashboard(stack, "checkout", { name: "Checkout", ...props }))).resource
      ?.clickstack_dashboard,
  );

type Placed = Record<string, { x: number; y: number; w: number; h: number; name: string }>;

const places = (build: (dashboard: Dashboard) => void) =>
  Object.fromEntries(Object.entries(built(build).tiles as Placed).map(([key, { x, y, w, h }]) => [key, [x, y, w, h]]));

const refusedBy = (build: (dashboard: Dashboard) => void) => () =>
  synthesized((stack) => build(new Dashboard(stack, "checkout", { name: "D", tiles: { errors: line } })));

describe("a dashboard that method calls build", () => {
  test("equals the same dashboard that is declared with props", () => {
    const filter = { name: "Service", expression: "ServiceName", source: SOURCE };
    const declared = built(() => {}, { tiles: { errors: line, total: number }, filters: [filter], tags: ["a"] });
    const byMethods = built(
      (dashboard) => {
        dashboard.addTile("errors", line);
        dashboard.addTile("total", number);
        dashboard.addFilter(filter);
      },
      { tags: ["a"] },
    );
    expect(byMethods).toEqual(declared);
  });

  test("gets the added tiles after the declared tiles, in one layout", () => {
    const { tiles, filters, containers } = built(
      (dashboard) => {
        dashboard.addTile("total", number);
        dashboard.addContainer("more", { collapsed: true });
        dashboard.addFilter({ name: "Host", expression: "Host", source: SOURCE });
      },
      {
        tiles: { errors: line },
        containers: [{ id: "top", title: "Top", collapsed: false }],
        filters: [{ name: "Service", expression: "ServiceName", source: SOURCE }],
      },
    );
    expect(tiles).toMatchObject({ errors: { x: 0, y: 0 }, total: { x: 12, y: 0, name: "Total" } });
    expect(containers).toEqual([
      { id: "top", title: "Top", collapsed: false },
      { id: "more", title: "More", collapsed: true },
    ]);
    expect((filters as { name: string }[]).map(({ name }) => name)).toEqual(["Service", "Host"]);
  });

  test("accepts new tiles until synthesis, also after an alert refers to it", () => {
    const json = synthesized((stack) => {
      const dashboard = new Dashboard(stack, "checkout", { name: "D" });
      const errors = dashboard.addTile("errors", line);
      new Alert(stack, "alert", { on: errors, when: above(1), every: "5m", notify: [webhook] });
      dashboard.addTile("total", number);
    });
    expect(Object.keys(only(json.resource?.clickstack_dashboard).tiles as object)).toEqual(["errors", "total"]);
    expect(only(json.resource?.clickstack_alert)).toMatchObject({
      dashboard_id: reference("clickstack_dashboard.checkout.id"),
      tile_id: reference('clickstack_dashboard.checkout.tile_ids["errors"]'),
    });
  });

  test("returns a reference to an added tile by its key, like for a declared tile", () => {
    built((dashboard) => {
      const added = dashboard.addTile("errors", line);
      const { key, config } = dashboard.tile("errors");
      expect(added).toMatchObject({ key, config, dashboardPath: "test/checkout" });
      expect(added.isKind("line")).toBe(true);
    });
  });
});

const webhook = { type: "webhook", webhookId: SOURCE } as const;

describe("a row", () => {
  test("has the full width of the grid, which its tiles share", () => {
    const rows = places((dashboard) => {
      dashboard.addRow({ height: 5 }, { a: line, b: number, c: line });
      dashboard.addRow({ height: 3 }, { d: number, e: number, f: number, g: number, h: number });
    });
    expect(rows).toEqual({
      a: [0, 0, 8, 5],
      b: [8, 0, 8, 5],
      c: [16, 0, 8, 5],
      d: [0, 5, 4, 3],
      e: [4, 5, 5, 3],
      f: [9, 5, 5, 3],
      g: [14, 5, 5, 3],
      h: [19, 5, 5, 3],
    });
  });

  test("keeps the declared widths and heights of its tiles, and is as high as its highest tile", () => {
    const wide = tile.line({ source: SOURCE, select: [count()], w: 16 });
    const high = tile.number({ source: SOURCE, select: [count()], h: 9 });
    const rows = places((dashboard) => {
      dashboard.addRow({ height: 5 }, { wide, high });
      dashboard.addRow({}, { line, number });
      dashboard.addTile("after", text);
    });
    expect(rows).toEqual({
      wide: [0, 0, 16, 9],
      high: [16, 0, 8, 9],
      line: [0, 9, 12, 7],
      number: [12, 9, 12, 7],
      after: [0, 16, 24, 3],
    });
  });

  test("begins below the tiles added before, and below a tile with a position", () => {
    const rows = places((dashboard) => {
      dashboard.addTile("first", number);
      dashboard.addRow({ height: 5 }, { a: line, b: line });
      dashboard.addTile("fixed", tile.markdown({ x: 3, y: 6, w: 2, h: 4 }));
    });
    expect(rows).toEqual({ first: [0, 0, 6, 4], a: [0, 10, 12, 5], b: [12, 10, 12, 5], fixed: [3, 6, 2, 4] });
  });

  test("returns a reference to each of its tiles", () => {
    built((dashboard) => {
      const { errors, total } = dashboard.addRow({ height: 5 }, { errors: line, total: number });
      expect(errors.key).toBe("errors");
      expect(errors.isKind("line")).toBe(true);
      expect(total.key).toBe("total");
    });
  });

  test("is refused if its tiles are wider than the grid or one of them has a position", () => {
    const wide = tile.line({ source: SOURCE, select: [count()], w: 20 });
    const fixed = tile.markdown({ x: 0, y: 0 });
    expect(
      mistakes((stack) => {
        const dashboard = new Dashboard(stack, "checkout", { name: "D" });
        dashboard.addRow({ height: 5 }, { a: wide, b: wide });
        dashboard.addRow({ height: 5 }, { c: fixed });
      }),
    ).toEqual([
      "[test/checkout] tiles.c: A tile of a row cannot have a position. Remove x and y, or add the tile outside of the row.",
      "[test/checkout] tiles.a: The row of a, b is wider than the 24 columns of a dashboard. Split it into two rows.",
    ]);
  });
});

describe("a container", () => {
  test("can contain tiles, rows and tabs, and each tab has a separate grid", () => {
    const { tiles, containers } = built((dashboard) => {
      dashboard.addTile("above", text);
      const errors = dashboard.addContainer("error_details", { title: "Errors", bordered: false });
      errors.addRow({ height: 4 }, { total: number, rate: number });
      const apis = errors.addTab("apis");
      apis.addTile("by_route", line);
      errors.addTab("jobs", "Background jobs").addTile("by_job", line);
    });
    expect(containers).toEqual([
      {
        id: "error_details",
        title: "Errors",
        collapsed: false,
        bordered: false,
        tabs: [
          { id: "apis", title: "Apis" },
          { id: "jobs", title: "Background jobs" },
        ],
      },
    ]);
    expect(tiles).toMatchObject({
      above: { x: 0, y: 0 },
      total: { x: 0, y: 0, w: 12, h: 4, container_id: "error_details" },
      rate: { x: 12, y: 0, w: 12, h: 4, container_id: "error_details" },
      by_route: { x: 0, y: 0, container_id: "error_details", tab_id: "apis" },
      by_job: { x: 0, y: 0, container_id: "error_details", tab_id: "jobs" },
    });
  });
});

describe("a method call with an invalid argument", () => {
  test.each<[string, (dashboard: Dashboard) => void, string]>([
    [
      "the same tile key twice",
      (dashboard) => dashboard.addTile("errors", number),
      'The tile key "errors" already exists. Give each tile a different key.',
    ],
    [
      "the same tile key in two containers",
      (dashboard) => dashboard.addContainer("a").addTile("errors", line),
      'The tile key "errors" already exists. Give each tile a different key.',
    ],
    [
      "the same container twice",
      (dashboard) => [dashboard.addContainer("a"), dashboard.addContainer("a")],
      'The container "a" already exists. Give each container a different id.',
    ],
    [
      "the same tab twice",
      (dashboard) => {
        const container = dashboard.addContainer("a");
        container.addTab("t");
        container.addTab("t");
      },
      'The container "a" already has a tab "t". Give each tab a different id.',
    ],
    [
      "a tile of another container",
      (dashboard) => dashboard.addContainer("a").addTile("x", tile.markdown({ containerId: "b" })),
      'The tile "x" has the containerId "b" and is added to "a". Remove its containerId.',
    ],
  ])("is refused with the dashboard's path: %s", (_, build, sentence) => {
    expect(refusedBy(build)).toThrow(`test/checkout: ${sentence}`);
  });

  test("is refused if it adds a declared container again", () => {
    expect(() =>
      built((dashboard) => dashboard.addContainer("a"), {
        containers: [{ id: "a", title: "A", collapsed: false }],
      }),
    ).toThrow('test/checkout: The container "a" already exists. Give each container a different id.');
  });
});

describe("a subclass of Dashboard", () => {
  interface ServiceProps {
    readonly service: string;
    readonly source: SourceReference;
    readonly withDetails?: boolean;
  }

  class ServiceDashboard extends Dashboard {
    readonly errors: TileReference<"line">;

    constructor(stack: TerraformStack, { service, source, withDetails = true }: ServiceProps) {
      super(stack, service, { name: `Service ${service}`, tags: [service] });
      const select = [count({ where: `ServiceName:${service} AND level:error` })];
      this.errors = this.addTile("errors", tile.line({ source, select }));
      if (withDetails) {
        this.addContainer("details").addTile("events", tile.search({ source, select: "Body" }));
      }
    }
  }

  test("can have its own props, and creates one block for each element of a list", () => {
    const { resource } = synthesized((stack) => {
      const source = Source.byName(stack, "Logs");
      for (const service of ["cart", "checkout"]) {
        const { errors } = new ServiceDashboard(stack, { service, source, withDetails: service === "cart" });
        new Alert(stack, `${service}-errors`, { on: errors, when: above(10), every: "5m", notify: [webhook] });
      }
    });
    expect(resource?.clickstack_dashboard).toMatchObject({
      cart: { name: "Service cart", containers: [{ id: "details" }], tiles: { errors: {}, events: {} } },
      checkout: { name: "Service checkout", tiles: { errors: { config: { select: [{ agg_fn: "count" }] } } } },
    });
    expect(resource?.clickstack_dashboard?.checkout).not.toHaveProperty("containers");
    expect(resource?.clickstack_alert).toMatchObject({
      "cart-errors": { tile_id: reference('clickstack_dashboard.cart.tile_ids["errors"]') },
      "checkout-errors": { tile_id: reference('clickstack_dashboard.checkout.tile_ids["errors"]') },
    });
  });
});

test("a dashboard can refer to itself by name, and to another dashboard by id, in a click", () => {
  const json = synthesized((stack) => {
    const other = new Dashboard(stack, "other", { name: "Other" });
    const dashboard = new Dashboard(stack, "checkout", { name: "Checkout" });
    const table = (target: Dashboard) =>
      tile.table({ source: SOURCE, select: [count()], onClick: onClick.dashboard(target) });
    dashboard.addTile("self", table(dashboard));
    dashboard.addTile("other", table(other));
  });
  expect(json.resource?.clickstack_dashboard?.checkout?.tiles).toMatchObject({
    self: { config: { on_click: { type: "dashboard", target: { mode: "template", template: "Checkout" } } } },
    other: {
      config: {
        on_click: { type: "dashboard", target: { mode: "id", id: reference("clickstack_dashboard.other.id") } },
      },
    },
  });
});
