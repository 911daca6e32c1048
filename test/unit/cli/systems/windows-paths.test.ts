import { isBelow } from "../../../../src/cli/project/editable-path";
import { withoutStackTraces } from "../../../../src/cli/project/program-output";
import { shellWord } from "../../../../src/cli/terminal/shell-word";
import { readPosition } from "../../../../src/constructs/code-position";
import { pretendSystem } from "../../../support/system";

// The rules of Windows for paths, on every system.
jest.mock("node:path", () => jest.requireActual<typeof import("node:path")>("node:path").win32);

pretendSystem("win32");

test.each([
  ["D:\\shop", "D:\\shop\\main.ts", true],
  ["D:\\shop", "d:\\SHOP\\main.ts", true],
  ["D:\\shop", "D:\\shop", true],
  ["D:\\shop", "D:\\shop-2\\main.ts", false],
  ["D:\\shop", "C:\\Users\\ada\\main.ts", false],
  ["D:\\shop", "\\\\server\\share\\main.ts", false],
])("of the folder %s and the path %s, the second is below the first: %s", (folder, path, expected) => {
  expect(isBelow(folder, path)).toBe(expected);
});

test("the author's line is found in stack frames with drive letters", () => {
  const output = [
    "TypeError: x is not a function",
    "    at build (C:\\Users\\ada\\shop\\node_modules\\constructs\\lib\\construct.js:4:5)",
    "    at build (C:\\Users\\ada\\shop\\boards\\main.ts:12:7)",
  ].join("\n");
  expect(withoutStackTraces(output, "c:\\users\\ada\\shop")).toBe("boards/main.ts:12  TypeError: x is not a function");
});

test("a recorded position with a drive letter or a network share is not read", () => {
  expect(readPosition("C:\\shop\\main.ts:1:2")).toBeUndefined();
  expect(readPosition("\\\\server\\share\\main.ts:1:2")).toBeUndefined();
  expect(readPosition("boards/checkout.ts:1:2")).toEqual({ file: "boards/checkout.ts", line: 1, column: 2 });
});

test("paths in printed commands are quoted for cmd.exe and PowerShell", () => {
  expect(shellWord("cdktf.out\\stacks\\shop")).toBe("cdktf.out\\stacks\\shop");
  expect(shellWord("C:\\my shop")).toBe('"C:\\my shop"');
});
