import { unifiedDiff } from "../../../../src/cli/commands/adopt/outputs";
import { patchRoot } from "../../../../src/cli/project/author-files";

const file = (path: string) => ({ path, original: "a\r\n", edited: "b\r\n" });

test("the paths of a patch are relative to the folder that contains all its files", () => {
  expect(patchRoot([])).toBe(".");
  expect(patchRoot(["main.ts", "boards/a.ts"])).toBe(".");
  expect(patchRoot(["main.ts", "../shared/a.ts", "../../tools/b.ts"])).toBe("../..");
  const patch = unifiedDiff("/repository/packages/x", [file("main.ts"), file("../shared/a.ts")]);
  expect(patch.split("\n").filter((line) => /^(---|\+\+\+)/.test(line))).toEqual([
    "--- a/x/main.ts",
    "+++ b/x/main.ts",
    "--- a/shared/a.ts",
    "+++ b/shared/a.ts",
  ]);
  expect(patch).toContain("-a\r\n+b\r\n");
});
