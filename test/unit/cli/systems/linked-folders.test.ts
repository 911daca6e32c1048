import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withoutStackTraces } from "../../../../src/cli/project/program-output";
import { lineUrl } from "../../../../src/cli/project/repository-links";
import { temporaryFolder } from "../../../support/constructs/synthesize";

/** Returns a folder, and a link to it. On macOS, `/var` and `/tmp` are links to folders in `/private`. */
function linkedFolder() {
  const physical = realpathSync(temporaryFolder());
  const link = join(temporaryFolder(), "var");
  symlinkSync(physical, link);
  return { physical, link };
}

const before = { ...process.env };

afterEach(() => {
  process.env = { ...before };
});

test("a line has a web address if the variable of the CI system names the repository through a link", () => {
  const { physical, link } = linkedFolder();
  writeFileSync(join(physical, "main.ts"), "");
  Object.assign(process.env, {
    CI_PROJECT_URL: "https://gitlab.example/acme/shop",
    CI_COMMIT_SHA: "1a2b3c",
    CI_PROJECT_DIR: link,
  });
  expect(lineUrl(join(physical, "main.ts"), 3)).toBe("https://gitlab.example/acme/shop/-/blob/1a2b3c/main.ts#L3");
});

test("the author's line of an error is found if the command names the project through a link", () => {
  const { physical, link } = linkedFolder();
  mkdirSync(join(physical, "shop"));
  const output = `TypeError: x is not a function\n    at build (${join(physical, "shop", "main.ts")}:5:7)`;
  expect(withoutStackTraces(output, join(link, "shop"))).toBe("main.ts:5  TypeError: x is not a function");
});
