import { readFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../../package.json";
import { textFiles } from "../../support/citations";
import { npmScripts } from "../../support/npm-scripts";

const ROOT = join(__dirname, "..", "..", "..");

test("every `npm run` command in the documentation and in scripts is a script of package.json", () => {
  const pages = [
    ...textFiles().filter((file) => /^(?:[\w-]+|docs\/.+|bench\/.+)\.md$|^scripts\//.test(file)),
    ".ci/run",
  ];
  const named = pages.flatMap((page) =>
    [...readFileSync(join(ROOT, page), "utf8").matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(
      ([, script = ""]) => `${page}: ${script}`,
    ),
  );
  expect(named.length).toBeGreaterThan(20);
  const known = npmScripts();
  expect(named.filter((each) => !known.includes(each.split(": ")[1] ?? ""))).toEqual([]);
});

test("every script of package.json starts an existing file, a tool or another script", () => {
  const files = Object.values(packageJson.scripts).flatMap((script) => script.match(/[\w/-]+\.ts\b/g) ?? []);
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    expect(readFileSync(join(ROOT, file), "utf8")).not.toBe("");
  }
});

test("the repository, home page and issue tracker in package.json have the same address", () => {
  const { homepage, repository, bugs } = packageJson;
  expect(repository).toEqual({ type: "git", url: "git+https://github.com/cdk-clickstack/cdk-clickstack.git" });
  const address = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
  expect(homepage).toBe(`${address}#readme`);
  expect(bugs).toBe(`${address}/issues`);
});
