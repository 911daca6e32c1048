// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what Terraform and cdktf would take for templates and tokens is what these texts are about.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Fn, LocalBackend, type TerraformStack, TerraformVariable } from "cdktf";
import { ClickStackProvider, Dashboard, Source, tile, verbatim } from "../../../src";
import { findEngine } from "../../../src/cli/engine/find-engine";
import { type Emulator, seedIds } from "../../../src/emulator";
import type { Client } from "../../../src/resources/client";
import type { DashboardBody } from "../../../src/resources/dashboard/api";
import { synthesisedFolder } from "../constructs/synthesize";
import { environmentFor } from "../environment";
import { FOREIGN_TEXTS } from "../foreign-texts";
import { ImportedFolder } from "../imported-folder";
import { openSourceClient } from "../imported-model";
import { longTest } from "../long-test";
import { stored } from "../ui";
import { inServedWorkspaces, type ServedWorkspace } from "../workspace";

const SEARCH = { sourceId: seedIds.logs, whereLanguage: "lucene" };

const ALERTABLE = {
  ...{ name: "Errors", x: 0, y: 0, w: 6, h: 4 },
  config: { displayType: "number", sourceId: seedIds.logs, select: [{ aggFn: "count" }] },
};

/** Texts of the objects that a test creates. Each object has five texts, which are equal or all different. */
type Five = readonly [string, string, string, string, string];

/**
 * One text in all fields of an object, or five texts in the fields of each object. With five texts there are fewer
 * objects.
 */
type TextsPerObject = 1 | 5;

function textsOfObjects(texts: readonly string[], count: TextsPerObject): readonly Five[] {
  if (count === 1) {
    return texts.map((text) => [text, text, text, text, text]);
  }
  const at = (index: number) => String(texts[index % texts.length]);
  const objects = Array.from({ length: Math.ceil(texts.length / 5) }, (_, index) => index * 5);
  return objects.map((first) => [at(first), at(first + 1), at(first + 2), at(first + 3), at(first + 4)]);
}

/**
 * Creates a webhook with this name.
 * @returns its id.
 */
async function webhook(
  client: Client,
  index: number,
  { name, description, body }: Record<"name" | "description" | "body", string>,
): Promise<string> {
  const made = await client.webhooks.create({
    name: name.trim(),
    service: "generic",
    url: `https://example.com/${index}`,
    description,
    body,
  });
  return made.id;
}

const place = (index: number) => ({ x: 0, y: index * 4, w: 6, h: 4 });

/**
 * A dashboard that has each text in every field for any text. With five texts per tile, each text is in some fields of
 * the tile.
 */
const bodyOf = (texts: readonly string[], perObject: TextsPerObject) => ({
  name: texts[0],
  tags: texts.filter((text) => text.length <= 32),
  savedQuery: texts.join(" "),
  savedQueryLanguage: "lucene",
  savedFilterValues: texts.map((condition) => ({ type: "sql", condition })),
  filters: texts.map((text) => ({
    type: "QUERY_EXPRESSION",
    name: text,
    expression: text,
    sourceId: seedIds.logs,
    where: text,
  })),
  containers: texts.map((text) => ({
    id: text,
    title: text,
    collapsed: false,
    tabs: [{ id: text, title: text }],
  })),
  tiles: textsOfObjects(texts, perObject).flatMap(([one, two, three, four, five], index) => [
    { name: one, ...place(index), config: { displayType: "markdown", markdown: two } },
    {
      name: `Values ${two}`,
      ...place(index),
      containerId: three,
      tabId: three,
      config: {
        displayType: "table",
        sourceId: seedIds.logs,
        select: [{ aggFn: "max", valueExpression: four, where: five, whereLanguage: "lucene", alias: one }],
        groupBy: three,
        asRatio: false,
        onClick: {
          type: "search",
          target: { mode: "template", template: four },
          whereTemplate: five,
          filters: [{ kind: "expressionTemplate", expression: one, template: two }],
        },
      },
    },
  ]),
});

/** In a construct a token belongs to the program, so texts that look like tokens are left out. */
const WITHOUT_TOKENS = FOREIGN_TEXTS.filter((text) => !/\{TfToken\[|e\+298/.test(text));

/** Returns the stored body without values that the server adds. The order of tiles is not significant. */
function compared({ id: _, tiles, filters, ...rest }: Record<string, unknown>): unknown {
  const withoutIds = (list: unknown) => (list as Record<string, unknown>[]).map(({ id: __, ...each }) => each);
  const byName = withoutIds(tiles).sort((a, b) => (String(a.name) < String(b.name) ? -1 : 1));
  return { ...rest, filters: withoutIds(filters), tiles: byName };
}

interface Cases {
  readonly from: "a text" | "an object";
  readonly format: "typescript" | "hcl";
  readonly perObject: TextsPerObject;
}

/**
 * Defines the tests of texts that an engine, cdktf or code could interpret.
 * @param cases the form in which the dashboard is created, the format of an import, and the number of texts of an
 * object
 */
export function testForeignTexts({ from, format, perObject }: Cases): void {
  let emulator: Emulator;
  let workspace: ServedWorkspace;

  inServedWorkspaces(environmentFor, (opened) => {
    ({ emulator, workspace } = opened);
  });

  const synthesize = (build: (stack: TerraformStack) => void) => {
    const folder = synthesisedFolder((stack) => {
      new LocalBackend(stack, { path: "terraform.tfstate" });
      new ClickStackProvider(stack, "clickstack", { requestsPerWindow: 10_000 });
      build(stack);
    });
    workspace.write(readFileSync(join(folder, "cdk.tf.json"), "utf8"), "cdk.tf.json");
  };

  const storedAt = async (address: string) => {
    const { id } = await workspace.state(address);
    return stored(emulator, "dashboards", String(id));
  };

  test(`is sent to the server unchanged from ${from}, and no part of it is read as a template or a token`, async () => {
    const expected = bodyOf(from === "a text" ? FOREIGN_TEXTS : WITHOUT_TOKENS, perObject);
    const body = from === "a text" ? JSON.stringify(expected) : expected;
    synthesize((stack) => {
      new TerraformVariable(stack, "secret", { default: "secret" });
      Dashboard.fromJson(stack, "foreign", body);
    });
    await workspace.init();
    await workspace.apply();
    expect(compared(await storedAt("clickstack_dashboard.foreign"))).toEqual(compared(expected));
    expect(await workspace.plannedDifferences()).toEqual([]);
  });

  test("can contain the author's tokens, which keep their meaning, also inside a text", async () => {
    synthesize((stack) => {
      const team = new TerraformVariable(stack, "team", { type: "string", default: "Checkout" });
      const height = new TerraformVariable(stack, "height", { type: "number", default: 5 });
      const tags = new TerraformVariable(stack, "tags", { type: "list(string)", default: ["a", "b"] });
      const logs = Source.byName(stack, "Logs");
      Dashboard.fromJson(
        stack,
        "foreign",
        {
          name: `\${"x"} } ${team.stringValue} $\{`,
          tags: tags.listValue,
          tiles: [
            {
              name: Fn.upper(team.stringValue),
              x: 0,
              y: 0,
              w: 6,
              h: height.numberValue,
              config: { displayType: "markdown", markdown: "${x}" },
            },
            {
              name: "Lines",
              x: 6,
              y: 0,
              w: 6,
              h: 4,
              config: { displayType: "line", sourceId: logs.id, select: [{ aggFn: "count" }] },
            },
          ],
        },
        {
          savedQuery: `team:\${var.team} ${verbatim("${var.team}")}`,
          tiles: {
            own: tile.markdown({ name: `For ${team.stringValue}`, markdown: verbatim("${x}") + team.stringValue }),
          },
        },
      );
    });
    await workspace.init();
    await workspace.apply();
    const { name, tags, tiles, savedQuery } = (await storedAt("clickstack_dashboard.foreign")) as {
      name: string;
      tags: string[];
      savedQuery: string;
      tiles: { name: string; h: number; config: Record<string, unknown> }[];
    };
    expect({ name, tags, savedQuery }).toEqual({
      name: '${"x"} } Checkout ${',
      tags: ["a", "b"],
      savedQuery: "team:Checkout ${var.team}",
    });
    const byName = Object.fromEntries(tiles.map((each) => [each.name, each]));
    expect(byName.CHECKOUT).toMatchObject({ h: 5, config: { markdown: "${x}" } });
    expect(byName.Lines).toMatchObject({ config: { sourceId: seedIds.logs } });
    expect(byName["For Checkout"]).toMatchObject({ config: { markdown: "${x}Checkout" } });
    expect(await workspace.plannedDifferences()).toEqual([]);
  });

  longTest(`is imported as ${format} and stays unchanged, with any names and texts`, async () => {
    const client = openSourceClient(emulator);
    const { id: dashboardId, tiles } = await client.dashboards.create(
      bodyOf(FOREIGN_TEXTS, perObject) as DashboardBody,
    );
    const line = await client.dashboards.create({ name: "*/ ${a}\u2028\n%{b}", tiles: [ALERTABLE] } as DashboardBody);
    for (const [index, [one, two, three, four, five]] of textsOfObjects(FOREIGN_TEXTS, perObject).entries()) {
      const search = await client.savedSearches.create({ ...SEARCH, name: one.trim(), select: two, where: three });
      const webhookId = await webhook(client, index, { name: four, description: five, body: one });
      const alert = {
        interval: "5m",
        threshold: index,
        thresholdType: "above",
        channels: [{ type: "webhook", webhookId }],
        name: two,
        message: three,
        note: four,
      };
      await client.alerts.create({ ...alert, source: "saved_search", savedSearchId: search.id, groupBy: five });
      await client.alerts.create({
        ...alert,
        source: "tile",
        dashboardId: line.id,
        tileId: String(line.tiles[0]?.id),
      });
    }
    await client.close();
    const folder = new ImportedFolder(environmentFor(emulator.endpoints));
    try {
      const { stdout, stderr } = await folder.import("--format", format, "--json");
      const { verification, leftOut, objects } = JSON.parse(stdout);
      expect(stderr).not.toMatch(/Warning|Error/);
      expect({ leftOut, verification }).toEqual({
        leftOut: [],
        verification: { status: "verified", engine: findEngine().name, missing: [], imported: expect.any(Array) },
      });
      expect(verification.imported).toHaveLength(objects.length);
      if (format === "typescript") {
        expect(folder.compile()).toBe("");
      }
      expect((await stored(emulator, "dashboards", dashboardId)).tiles).toEqual(tiles);
    } finally {
      folder.remove();
    }
  });
}
