import { writeHcl, writeTypeScript } from "../../../support/cli/import/written-code";
import { hostileRecords } from "../../../support/hostile-records";
import { runProgram } from "../../../support/imported-program";
import { problemsOfHcl, problemsOfStack } from "../../../support/imported-texts";
import { RecordServer, type Records } from "../../../support/record-server";
import { readHcl } from "../../../support/template-expressions";
import { must, type Target } from "../target";

/** Objects of a server as generated code. Terraform evaluates none of their texts, and each text stays unchanged. */
export const importedPrograms: Target<Records> = {
  name: "imported-programs",
  share: 2,
  async open() {
    const server = await RecordServer.start();
    return {
      cases: hostileRecords,
      async check(records) {
        server.records = records;
        const model = await server.importedModel();
        const hcl = writeHcl(model).map(({ text }) => readHcl(text));
        const problems = [...problemsOfStack(runProgram(writeTypeScript(model)), model), ...problemsOfHcl(hcl, model)];
        must(problems.length === 0, () => problems.join("\n"));
      },
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  },
};
