import type { Emulator } from "../../src/emulator";
import { environmentFor } from "../support/environment";
import { listed, ui } from "../support/ui";
import { inWorkspaces, type Workspace } from "../support/workspace";

/**
 * Texts in decomposed form, with more combining marks than the engine accepts in a row, and from a Unicode version that
 * the engine does not know.
 */
const DECOMPOSED = [
  "Cafe\u0301",
  `Mar\u0323ked e${"\u0301".repeat(40)}`,
  `\u1ea4${"\u0323\u0301".repeat(30)}`,
  "\u{16d67}\u{16d67}",
];

const markdown = (text: string) => ({ display_type: "markdown", markdown: text });

/** A configuration in JSON. The engine converts its texts to composed form. */
const configuration = (name: string, tags: readonly string[]) =>
  JSON.stringify({
    terraform: { required_providers: { clickstack: { source: "cdk-clickstack/clickstack" } } },
    provider: { clickstack: { requests_per_window: 10_000 } },
    data: { clickstack_source: { logs: { name: "Logs" } }, clickstack_webhook: { named: { name } } },
    resource: {
      clickstack_dashboard: {
        shop: {
          name,
          tags,
          tiles: { notes: { name, x: 0, y: 0, w: 12, h: 6, config: markdown(name) } },
        },
      },
      clickstack_saved_search: {
        named: { name, source_id: "$" + "{data.clickstack_source.logs.id}", tags: [name.slice(0, 20)] },
      },
    },
  });

describe("a text in decomposed Unicode form from the UI", () => {
  let emulator: Emulator;
  let workspace: Workspace;

  inWorkspaces(environmentFor, (opened) => {
    ({ emulator, workspace } = opened);
  });

  test.each(DECOMPOSED)("is found by name and prevents no update and no destroy: %j", async (name) => {
    const body = { name, service: "generic", url: "https://example.com/hook" };
    await ui(emulator, "POST", "/api/v2/webhooks", body);
    const write = (tags: readonly string[]) => workspace.write(configuration(name, tags), "main.tf.json");
    write(["first"]);
    await workspace.init();
    await workspace.apply();
    const [dashboard = {}] = await listed(emulator, "dashboards");
    const { id, ...stored } = dashboard;
    const tiles = (stored.tiles as Record<string, unknown>[]).map((tile) => ({
      ...tile,
      name,
      config: { displayType: "markdown", markdown: name },
    }));
    await ui(emulator, "PUT", `/api/v2/dashboards/${id}`, { ...stored, name, tiles });
    expect((await listed(emulator, "dashboards"))[0]).toMatchObject({ name });
    expect(await workspace.plannedDifferences()).toEqual([]);
    write(["second"]);
    await workspace.apply();
    expect((await listed(emulator, "dashboards"))[0]).toMatchObject({ tags: ["second"] });
    await ui(emulator, "PUT", `/api/v2/dashboards/${id}`, { ...stored, name, tiles, tags: ["second"] });
    await workspace.apply("-destroy");
    expect(await listed(emulator, "dashboards")).toEqual([]);
  });
});
