import { mkdirSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { Command } from "commander";
import { parse } from "yaml";
import { Services } from "../../../examples/services-yaml/services";
import { cliSchemas } from "../../../scripts/docs/cli-schemas";
import { exampleModule } from "../../../scripts/docs/example";
import { PAGES } from "../../../scripts/docs/pages";
import { addCompletion } from "../../../src/cli/commands/completion/completion";
import { commands } from "../../../src/cli/main";
import { parseDriftRules } from "../../../src/cli/project/drift-rules";
import { shapeOf } from "../../../src/declaration/shape";
import { validate } from "../../../src/declaration/validate";
import { dashboard as dashboardDeclaration } from "../../../src/resources/dashboard/declaration";
import { synthesized } from "../../support/constructs/synthesize";
import { type CodeBlock, codeBlocks, inlineCode } from "../../support/markdown-blocks";
import { npmScripts } from "../../support/npm-scripts";
import { installVaultProvider } from "../../support/vault-provider/install";
import { Workspace } from "../../support/workspace";

const blocks = codeBlocks();

function blocksIn(language: string): readonly CodeBlock[] {
  const found = blocks.filter((block) => block.language === language);
  if (found.length === 0) {
    throw new Error(`There is no block in ${language}.`);
  }
  return found;
}

test("every code block has a language, which is plain text or a language that a test checks", () => {
  const known = ["typescript", "terraform", "shell", "json", "yaml", "text"];
  expect(blocks.filter(({ language }) => !known.includes(language)).map(({ place }) => place)).toEqual([]);
});

/** Converts a place on a page to the name of a file or of a Terraform module. */
function nameOf({ place }: CodeBlock): string {
  return `at_${place.replace(/\W/g, "_")}`;
}

test.each(PAGES.filter(({ kind }) => kind !== "provider"))(
  "the example of the $kind $type passes synthesis",
  (page) => {
    const { resource, ephemeral, data } = synthesized(exampleModule(page).addTo);
    const made = { resource, "ephemeral resource": ephemeral, "data source": data, provider: undefined }[page.kind];
    expect(Object.keys(made ?? {})).toContain(page.type);
  },
);

const isImport = ({ text }: CodeBlock) => /^import \{/.test(text);

describe("the HCL blocks of the documentation", () => {
  const workspace = new Workspace({});
  afterAll(() => workspace.remove());

  test("are complete configurations that the engine accepts, and have the engine's format", async () => {
    const all = blocksIn("terraform");
    const modules = all.filter((block) => !isImport(block));
    for (const block of modules) {
      mkdirSync(join(workspace.folder, "blocks", nameOf(block)), { recursive: true });
      workspace.write(block.text, join("blocks", nameOf(block), "block.tf"));
    }
    workspace.write(modules.map(moduleBlock).join("\n"));
    workspace.write(
      all
        .filter(isImport)
        .map((block) => importInModule(block, modules))
        .join("\n"),
      "imports.tf",
    );
    installVaultProvider(workspace.folder);
    await workspace.init();
    const { diagnostics } = JSON.parse(await workspace.must("validate", "-json")) as {
      diagnostics: readonly unknown[];
    };
    expect(diagnostics).toEqual([]);
    expect(await workspace.must("fmt", "-check", "-recursive", "-diff", "blocks")).toBe("");
    expect(modules.filter(({ text }) => !text.includes("required_providers")).map(({ place }) => place)).toEqual([]);
  });
});

/** Returns a call of a block as a module, with a value for each variable of the block. */
function moduleBlock(block: CodeBlock): string {
  const variables = [...block.text.matchAll(/^variable "(\w+)"/gm)].map(([, name]) => `  ${name} = "any"\n`);
  return `module "${nameOf(block)}" {\n  source = "./blocks/${nameOf(block)}"\n${variables.join("")}}\n`;
}

/** An import block needs the configuration above it on its page. */
function importInModule(block: CodeBlock, modules: readonly CodeBlock[]): string {
  const above = modules.findLast(({ page }) => page === block.page);
  const [, type, name] = /to = (\w+)\.([\w-]+)/.exec(block.text) ?? [];
  if (!above?.text.includes(`resource "${type}" "${name}"`)) {
    throw new Error(`${block.place} imports into nothing.`);
  }
  return block.text.replace("to = ", `to = module.${nameOf(above)}.`);
}

const schemas = new Map(
  [...cliSchemas()].map(([file, text]) => [/([\w-]+)\.schema\.json$/.exec(file)?.[1], JSON.parse(text) as object]),
);

test.each(blocksIn("json"))("the JSON at $place is valid input or output of the command line", ({ text }) => {
  const document = JSON.parse(text) as { readonly kind?: string };
  const kind = document.kind ?? "lint-configuration";
  const validate = addFormats(new Ajv2020({ strict: false })).compile(schemas.get(kind) ?? false);
  validate(document);
  expect(validate.errors ?? []).toEqual([]);
});

/** The guide to packs configures collectors and services. */
const isOfPacks = ({ page }: CodeBlock) => page === "docs/guides/packs.md";

test.each(blocksIn("yaml").filter(isOfPacks))("the YAML at $place configures a collector or services", ({ text }) => {
  const document = parse(text) as object;
  expect("receivers" in document || Services.parse(document)).toBeTruthy();
});

interface PulumiProgram {
  readonly resources: Readonly<Record<string, { readonly type: string; readonly properties: object }>>;
}

/** A program of Pulumi has resources. Its package has the plural in names of lists. */
const isOfPulumi = ({ text }: CodeBlock) => /^resources:/m.test(text);

test.each(blocksIn("yaml").filter(isOfPulumi))("the dashboards of Pulumi at $place are valid", ({ text }) => {
  const { resources } = parse(
    text.replace("selects:", "select:").replaceAll(/\$\{[^}]+\}/g, "0123456789abcdef01234567"),
  ) as PulumiProgram;
  const dashboards = Object.values(resources).filter(({ type }) => type === "clickstack:Dashboard");
  expect(dashboards).not.toEqual([]);
  const problems = dashboards.map(({ properties }) => validate(shapeOf(dashboardDeclaration), properties, () => false));
  expect(problems.flat()).toEqual([]);
});

test.each(blocksIn("yaml").filter((block) => !(isOfPacks(block) || isOfPulumi(block))))(
  "the YAML at $place contains drift rules",
  ({ text, place }) => {
    expect(parseDriftRules(text, place)).toHaveLength((parse(text) as { ignore: readonly unknown[] }).ignore.length);
  },
);

/** Returns the commands of this package in a shell text, with their words up to the next shell operator. */
function commandLines(text: string): readonly (readonly string[])[] {
  const code = text.replace(/(?<=^|\s)#.*$/gm, "");
  return [...code.matchAll(/(?<!npm install )\bcdk-clickstack ([^|<>;&)\n]+)/g)].map(([, words = ""]) =>
    words.trim().split(/\s+/),
  );
}

async function programWithAllCommands(): Promise<Command> {
  const program = new Command("cdk-clickstack");
  for (const load of Object.values(commands)) {
    program.addCommand(await load());
  }
  addCompletion(program);
  return program;
}

function optionsOf(command: Command): readonly string[] {
  const own = [...command.options, command.createHelp().visibleOptions(command)].flat();
  return own.flatMap(({ short, long }) => [short, long]).filter((flag) => flag !== undefined);
}

const withCommands = [...blocksIn("shell"), ...inlineCode().filter(({ text }) => text.includes("cdk-clickstack "))];

test.each(withCommands)("the commands at $place exist and have the options in the text", async ({ text }) => {
  for (const [, script] of text.matchAll(/\bnpm run ([\w:-]+)/g)) {
    expect(npmScripts()).toContain(script);
  }
  const program = await programWithAllCommands();
  for (const [name = "", ...words] of commandLines(text)) {
    const command = program.commands.find((each) => each.name() === name);
    const known = command ? [command, ...command.commands].flatMap(optionsOf) : [];
    expect({ name, exists: command !== undefined }).toEqual({ name, exists: true });
    expect(words.filter((word) => word.startsWith("-") && !known.includes(word.split("=")[0] ?? ""))).toEqual([]);
  }
});

/** Options of other programs in sentences of the documentation: cdktf and cdktn, esbuild, Pulumi, scripts of a clone. */
const FOREIGN_OPTIONS = ["--refresh", "--skip-provider-lock", "--packages", "--seed", "--shrink", "--resume"];

test("every option in a sentence of the documentation is an option of a command", async () => {
  const { commands: all } = await programWithAllCommands();
  const known = all.flatMap((command) => [command, ...command.commands]).flatMap(optionsOf);
  const named = inlineCode().filter(({ text, page }) => /^--[a-z]/.test(text) && page.startsWith("docs/guides/"));
  const unknown = named.filter(({ text }) => ![...known, ...FOREIGN_OPTIONS].includes(/^[\w-]+/.exec(text)?.[0] ?? ""));
  expect(unknown.map(({ place, text }) => `${place} ${text}`)).toEqual([]);
});
