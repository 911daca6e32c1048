// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Terraform evaluates these texts.
import type { AdoptDocument } from "../../src/cli/commands/adopt/document";
import { seedIds } from "../../src/emulator";
import { type AdoptProject, adoptProjects, type Body, LEGACY, MAIN, SLOW_REQUESTS } from "../support/cli/adopt-project";
import { listed, ui } from "../support/ui";

describe("a program whose dashboards were edited in the UI", () => {
  let project: AdoptProject;
  adoptProjects((each) => {
    project = each;
  });

  const config = (body: Body, tile: number) => body.tiles[tile]?.config as Record<string, unknown>;

  async function editAll(): Promise<void> {
    await project.edit("dashboards", "Checkout", (body) => {
      Object.assign(body, { name: "Checkout `v2`", tags: ["team-a", "${hot}"] });
      Object.assign(body.tiles[0] ?? {}, { name: "All errors" });
      Object.assign(config(body, 0), { select: [{ aggFn: "count", where: "level:fatal" }, { aggFn: "count" }] });
      Object.assign(body.tiles[1] ?? {}, { x: 0, y: 30 });
      const max = { aggFn: "max", valueExpression: "Duration", where: "" };
      const added = { displayType: "line", sourceId: seedIds.logs, select: [max] };
      body.tiles.push({ name: "*/ New", x: 12, y: 40, w: 12, h: 6, config: added });
    });
    await project.edit("dashboards", "Slow requests", (body) => {
      Object.assign(config(body, 0), {
        select: [{ aggFn: "quantile", level: 0.99, valueExpression: "Duration", where: "" }],
      });
    });
    await project.edit("dashboards", "Legacy", (body) => Object.assign(config(body, 0), { markdown: "new\ntext" }));
    for (const name of ["cart", "Env"]) {
      await project.edit("saved-searches", name, (body) => Object.assign(body, { where: "level:warn" }));
    }
    const alert = (await listed(project.emulator, "alerts")).find(({ interval }) => interval === "5m");
    const { id, createdAt: _, updatedAt: __, state: ___, ...body } = alert ?? {};
    const change = { threshold: 5, thresholdType: "below", interval: "15m", note: "Call Grace." };
    await ui(project.emulator, "PUT", `/api/v2/alerts/${String(id)}`, { ...body, ...change });
  }

  /** Adds an alert to a managed tile, as a user of the UI does. @returns its id */
  async function addAlert(): Promise<string> {
    const board = (await listed(project.emulator, "dashboards")).find(({ name }) => name === "Checkout `v2`") as
      | Body
      | undefined;
    await ui(project.emulator, "POST", "/api/v2/alerts", {
      source: "tile",
      dashboardId: board?.id,
      tileId: board?.tiles[0]?.id,
      name: "Many errors",
      interval: "1h",
      threshold: 7,
      thresholdType: "above",
      channel: { type: "webhook", webhookId: seedIds.slackWebhook },
    });
    return String((await listed(project.emulator, "alerts")).find(({ name }) => name === "Many errors")?.id);
  }

  const addedAlert = (id: string) => `});
new Alert(stack, "many-errors", {
  name: "Many errors",
  on: checkout.tile("errors"),
  when: above(7),
  every: "1h",
  notify: [slack],
}).importFrom("${id}");
new SlowRequests`;

  const EDITED = MAIN.replace("Source, tile, Webhook }", "Source, tile, Webhook, below, max }")
    .replace('"level:error";', '"level:fatal";')
    .replace('"Checkout",', '"Checkout `v2`",')
    .replace('["team-a"]', () => '["team-a", "$${hot}"]')
    .replace("count({ where: LEVEL })] })", 'count({ where: LEVEL }), count()], name: "All errors" })')
    .replace(
      '"Call Ada." }),',
      `"Call Ada.", x: 0, y: 30 }),\n    new: tile.line({ name: "*/ New", source: logs, select: [max("Duration")], x: 12, y: 40, h: 6 }),`,
    )
    .replace("above(100)", "below(5)")
    .replace('"5m", notify: [slack] }', '"15m", notify: [slack], note: "Call Grace." }');

  const NOT_ADOPTED = [
    ["clickstack_saved_search.cart", "", "main.ts", "This line creates 2 objects."],
    ["clickstack_saved_search.env", "where", "main.ts", "The value depends on a condition."],
  ];

  test("gets the edits in all its files, and the new plan shows only the reported differences", async () => {
    expect(await project.cli("adopt")).toMatchObject({ exitCode: 0, stdout: "" });
    await editAll();
    const alertId = await addAlert();
    const { exitCode, stdout } = await project.cli("adopt", "--write", "--include-unmanaged", "--json");
    expect(exitCode).toBe(0);
    const { written, files, comments, objects } = JSON.parse(stdout) as AdoptDocument;
    expect({ written, files: [...files].sort() }).toEqual({
      written: true,
      files: ["boards/legacy.json", "boards/slow-requests.ts", "main.ts"],
    });
    const lines = MAIN.split("\n");
    expect(comments).toEqual([
      { file: "main.ts", line: lines.findIndex((each) => each.includes("as in the menu")) + 1 },
    ]);
    expect(
      objects.flatMap(({ address, notAdopted }) =>
        notAdopted.map(({ prop, file, reason }) => [address, prop, file, reason]),
      ),
    ).toEqual(NOT_ADOPTED);
    expect(project.read("main.ts")).toBe(EDITED.replace("});\nnew SlowRequests", () => addedAlert(alertId)));
    expect(project.read("boards/slow-requests.ts")).toBe(SLOW_REQUESTS.replace("0.95", "0.99"));
    expect(project.read("boards/legacy.json")).toBe(LEGACY.replace("hello", "new\\ntext"));
    const plan = await project.cli("plan", "cdktf.out", "--json");
    const { stacks } = JSON.parse(plan.stdout) as { stacks: { objects: { address: string }[] }[] };
    const addresses = stacks[0]?.objects.map(({ address }) => address) ?? [];
    expect(addresses.sort()).toEqual(["clickstack_alert.many-errors", ...NOT_ADOPTED.map(([address]) => address)]);
  });
});
