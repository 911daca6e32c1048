/**
 * Program that uses the resource type `clickstack_note` in a copy of the project, for new-resource-type.test.ts. It
 * prints its observations as JSON.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DOCS_FOLDER } from "../../scripts/docs/reference-files";
import { writePages } from "../../scripts/docs/write-pages";
import { RULE_TYPES } from "../../src/cli/project/drift-rules";
import { reportedType } from "../../src/cli/project/reported-types";
import { provider } from "../../src/provider/provider";
import { writeTypeScript } from "./cli/import/written-code";
import { startEmulator } from "./emulator/emulator-for-tests";
import { importedModel } from "./imported-model";
import { ProviderRun } from "./provider-in-process";

const WELCOME = { name: "Welcome", text: "Ask the team of the shop." };

async function main(): Promise<void> {
  const { clickstack_note: resource } = provider.resources;
  const { clickstack_notes: list } = provider.dataSources ?? {};
  if (!resource || !list) {
    throw new Error("The provider has no notes.");
  }
  await using emulator = await startEmulator();
  const { openSource } = emulator.endpoints;
  await using run = new ProviderRun({ openSource });
  const { plan } = await run.plan(resource, WELCOME);
  const created = await run.apply(resource, WELCOME);

  const changed = await fetch(`${openSource.endpoint}/api/v2/notes/${created.state.id}`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${openSource.accessKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ ...WELCOME, text: "changed elsewhere" }),
  });
  await using next = new ProviderRun({ openSource });
  const observed = await next.refresh(resource, created);
  const reverted = observed && (await next.plan(resource, WELCOME, observed));

  writePages();
  const files = readdirSync(DOCS_FOLDER, { recursive: true, encoding: "utf8" });
  const { plural } = reportedType("clickstack_note");
  const code = writeTypeScript(await importedModel(emulator)).find(({ path }) => path.endsWith("notes.ts"))?.text;
  process.stdout.write(
    JSON.stringify({
      planned: plan.text,
      created: created.state,
      changed: changed.status,
      observed: observed?.state.text,
      reverted: reverted?.plan.text,
      pages: files.filter((file) => /\/notes?\.(md|json)$/.test(file)),
      isInOverview: readFileSync(join(DOCS_FOLDER, "index.md"), "utf8").includes("resources/note.md"),
      report: plural,
      isInDriftRules: RULE_TYPES.includes("note"),
      code,
    }),
  );
}

void main();
