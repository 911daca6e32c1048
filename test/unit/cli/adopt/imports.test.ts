import { identifier } from "../../../../src/cli/code/text/code-text";
import { call } from "../../../../src/cli/code/text/expression";
import { FileScope } from "../../../../src/cli/code/typescript/edit/file-scope";
import { updateImports } from "../../../../src/cli/code/typescript/edit/imports";
import { ProgramFile } from "../../../../src/cli/code/typescript/edit/program-file";

/** Returns the text after code that calls a class or helper was printed. */
function withCall(text: string, name: string): string {
  const file = new ProgramFile("main.ts", text);
  const scope = new FileScope(file, [], file.syntax.program);
  scope.print(call(scope.use(identifier(name))), "");
  updateImports(file);
  return file.edited;
}

describe("a missing import", () => {
  test("is added after the first line of a file that starts with #!", () => {
    expect(withCall("#!/usr/bin/env node\nrun();\n", "below")).toBe(
      '#!/usr/bin/env node\nimport { below } from "cdk-clickstack/cdktn";\nrun();\n',
    );
  });

  test("uses the entry point of the framework that the program imports", () => {
    expect(withCall("import { App } from 'cdktf';\n", "below")).toBe(
      "import { below } from 'cdk-clickstack';\nimport { App } from 'cdktf';\n",
    );
  });

  test("renames a class if the file already uses its name for another class", () => {
    expect(withCall('import { count } from "cdk-clickstack/cdktn";\nclass Alert {}\n', "Alert")).toBe(
      'import { count, Alert as clickstackAlert } from "cdk-clickstack/cdktn";\nclass Alert {}\n',
    );
  });

  test("is not added twice", () => {
    const text = 'import { count } from "cdk-clickstack/cdktn";\n';
    expect(withCall(text, "count")).toBe(text);
  });
});
