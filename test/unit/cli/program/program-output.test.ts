import { resolve } from "node:path";
import { synthesisErrorIn, withoutStackTraces } from "../../../../src/cli/project/program-output";

const FOLDER = resolve("/projects/shop");

test("the stack trace of an error is replaced by the author's line", () => {
  const output = `printed
/projects/shop/node_modules/constructs/lib/construct.js:447
            throw new Error("There is already a Construct");
            ^

Error: There is already a Construct
    at Node.addChild (/projects/shop/node_modules/constructs/lib/construct.js:447:19)
    at build (/projects/shop/src/main.ts:5:79)
    at Object.<anonymous> (/projects/shop/main.ts:6:1)
    at Module._compile (node:internal/modules/cjs/loader:1521:14)

Node.js v20.20.2`;
  expect(withoutStackTraces(output, FOLDER)).toBe("printed\nsrc/main.ts:5  Error: There is already a Construct");
});

test("the author's line is found in a stack frame of an ES module", () => {
  const output =
    "TypeError: x is not a function\n    at file:///projects/shop/main.mjs:3:5\n    at async Promise.all (index 0)";
  expect(withoutStackTraces(output, FOLDER)).toBe("main.mjs:3  TypeError: x is not a function");
});

test("an error without a stack frame in the author's code has no line", () => {
  const output = "Error: no\n    at /elsewhere/main.ts:1:1\n    at /projects/shop/node_modules/a/index.js:1:1";
  expect(withoutStackTraces(output, FOLDER)).toBe("Error: no");
});

test("an error of the constructs is found after other output", () => {
  const text = "The declaration of shop/a is invalid:\n  main.ts:3  name: Must be given.";
  expect(synthesisErrorIn(`printed\nError: ${text}`)).toEqual(text.split("\n"));
  expect(synthesisErrorIn('Error: main.ts:3  shop/a: The tile "b" does not exist.')).toEqual([
    'main.ts:3  shop/a: The tile "b" does not exist.',
  ]);
  expect(synthesisErrorIn("Error: ENOENT: no such file")).toBeUndefined();
});

test("the framework's advice to skip its validation is removed", () => {
  const problem = "Error: Validation failed with the following errors:\n  [shop] Add a provider.";
  const advice =
    "\n\nIf you wish to ignore these validations, pass 'skipValidation: true' to your App configuration.\n";
  const frame =
    "    at App.synth (/projects/shop/node_modules/cdktn/lib/app.js:1:1)\n    at /projects/shop/main.ts:15:5";
  expect(withoutStackTraces(`${problem}${advice}${frame}`, FOLDER)).toBe(`main.ts:15  ${problem}`);
});
