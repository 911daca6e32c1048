import { readFileSync } from "node:fs";
import { join } from "node:path";
import { withLazyImports } from "../../../scripts/build/lazy-imports";
import { resourceTypes } from "../../../src/resources/registry";
import type { ResourceType } from "../../../src/resources/resource-type";

const RESOURCES = join(__dirname, "..", "..", "..", "src", "resources");

/** Parts that every command needs, or that only small files contain. */
const AT_ONCE = ["./api", "./key-collection"];

/** Loads a description in the same way as a bundle. Returns its exports, and the modules that were loaded until now. */
function load(folder: string) {
  const loaded: string[] = [];
  const module = { exports: {} as Record<string, unknown> };
  const require = (name: string) => {
    loaded.push(name);
    return new Proxy({}, { get: (_, member) => `${name} ${String(member)}` });
  };
  const code = withLazyImports(readFileSync(join(RESOURCES, folder, "index.ts"), "utf8"));
  new Function("require", "module", code)(require, module);
  return { types: Object.values(module.exports), loaded };
}

test.each(resourceTypes)(
  "a bundle loads the handlers and the declaration of $type only when they are needed",
  ({ type }) => {
    const folder = type.replace("clickstack_", "").replace("organization_role", "role").replaceAll("_", "-");
    const { types, loaded } = load(folder);
    expect(loaded.filter((name) => !AT_ONCE.includes(name))).toEqual([]);
    const [{ dataSources = {}, lookUps }] = types as [ResourceType];
    for (const { declaration } of Object.values(dataSources)) {
      expect(String(declaration())).toMatch(/^\.\/declaration /);
    }
    const before = loaded.length;
    lookUps?.();
    expect([...new Set(loaded.slice(before))]).toEqual(
      lookUps ? [expect.stringMatching(/^\.\/(data-source|resource)$/)] : [],
    );
  },
);
