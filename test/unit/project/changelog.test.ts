import { readFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../../package.json";

const CHANGELOG = readFileSync(join(__dirname, "..", "..", "..", "CHANGELOG.md"), "utf8");
/** The groups of changes in the order of Keep a Changelog. */
const GROUPS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];

const [, ...versions] = CHANGELOG.split(/^## /m);

test("the versions are headings with links, and start with the unreleased version", () => {
  const headings = versions.map((version) => version.split("\n")[0] ?? "");
  expect(headings[0]).toBe("[Unreleased]");
  expect(headings.slice(1).filter((heading) => !/^\[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}$/.test(heading))).toEqual([]);
  const home = packageJson.bugs.replace(/\/issues$/, "");
  for (const heading of headings) {
    expect(CHANGELOG).toContain(`\n${/\[.+\]/.exec(heading)?.[0]}: ${home}/`);
  }
});

test.each(versions.map((version) => [version.split("\n")[0], version]))(
  "%s has the usual groups in order, and no empty group",
  (_heading, version) => {
    const groups = [...version.matchAll(/^### (.+)\n\n(.*)$/gm)];
    const names = groups.map(([, name = ""]) => name);
    expect(names.length).toBe((version.match(/^###/gm) ?? []).length);
    expect(names).toEqual(GROUPS.filter((group) => names.includes(group)));
    expect(groups.filter(([, , first = ""]) => !/^(- |\*\*)/.test(first))).toEqual([]);
  },
);
