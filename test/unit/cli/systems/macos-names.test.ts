import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findStacks, SYNTHESIS_MANIFEST } from "../../../../src/cli/project/find-stacks";
import { ConfinedFolder } from "../../../../src/confined-folder";
import { temporaryFolder } from "../../../support/constructs/synthesize";

const COMPOSED = "Überwachung".normalize("NFC");
const DECOMPOSED = COMPOSED.normalize("NFD");

/** Synthesizes two stacks. A second name of the first one leads to the same folder, as the file systems of macOS do. */
function outputWith(name: string, otherName: string): string {
  const output = temporaryFolder();
  const stack = (each: string, dependencies: readonly string[]) => {
    mkdirSync(join(output, "stacks", each), { recursive: true });
    writeFileSync(join(output, "stacks", each, "cdk.tf.json"), "{}");
    return { name: each, workingDirectory: `stacks/${each}`, dependencies };
  };
  const stacks = { [name]: stack(name, ["base"]), base: stack("base", []) };
  writeFileSync(join(output, SYNTHESIS_MANIFEST), JSON.stringify({ stacks }));
  symlinkSync(name, join(output, "stacks", otherName));
  return output;
}

test.each([
  ["decomposed letters", COMPOSED, DECOMPOSED],
  ["another case", "production", "Production"],
])("a stack that is named with %s keeps its name and the order of stacks", (_, name, otherName) => {
  const output = outputWith(name, otherName);
  const [stack] = findStacks([join(output, "stacks", otherName)]);
  expect(stack).toMatchObject({ name, dependencies: ["base"] });
});

test("files are written below a folder that is named through a link, and not through a link below it", () => {
  const physical = temporaryFolder();
  const link = join(temporaryFolder(), "var");
  symlinkSync(physical, link);
  const folder = new ConfinedFolder(link);
  folder.write(`dashboards/${DECOMPOSED}.ts`, "export {};\n");
  expect(folder.names("dashboards")).toEqual([`${DECOMPOSED}.ts`]);
  expect(readFileSync(join(physical, "dashboards", `${DECOMPOSED}.ts`), "utf8")).toBe("export {};\n");
  symlinkSync(temporaryFolder(), join(physical, "alerts"));
  expect(() => folder.write("alerts/a.ts", "")).toThrow("is a link, which is not followed");
});
