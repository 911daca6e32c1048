// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are what Terraform and cdktf would evaluate.
import fc from "fast-check";
import { writeHcl, writeTypeScript } from "../../../support/cli/import/written-code";
import { hostileRecords } from "../../../support/hostile-records";
import { runProgram } from "../../../support/imported-program";
import { problemsOfHcl, problemsOfStack } from "../../../support/imported-texts";
import { thirdOf } from "../../../support/long-test";
import { RecordServer } from "../../../support/record-server";
import { readHcl } from "../../../support/template-expressions";

const FILE = '${file("/etc/hostname")}';
const [FIRST, SECOND, TILE] = ["6955b900000000000000000a", "6955b900000000000000000b", "6955b900000000000000000c"];

const markdown = {
  id: `${TILE}`,
  name: "Notes",
  x: 0,
  y: 0,
  w: 6,
  h: 4,
  config: { displayType: "markdown", markdown: FILE },
};

const clickTo = (id: string | undefined) => ({
  ...{ id: "6955b900000000000000000d", name: "Table", x: 0, y: 0, w: 6, h: 4 },
  config: {
    displayType: "table",
    sourceId: "6955b900000000000000000e",
    select: [{ aggFn: "count" }],
    onClick: { type: "dashboard", target: { mode: "id", id }, whereLanguage: "sql" },
  },
});

describe("the code of an import", () => {
  let server: RecordServer;

  beforeAll(async () => {
    server = await RecordServer.start();
  });

  afterAll(() => server[Symbol.asyncDispose]());

  const problems = async () => {
    const model = await server.importedModel();
    return [
      ...problemsOfStack(runProgram(writeTypeScript(model)), model),
      ...problemsOfHcl(
        writeHcl(model).map(({ text }) => readHcl(text)),
        model,
      ),
    ];
  };

  test("does not evaluate any text of a dashboard that is the target of a click", async () => {
    server.records = {
      dashboards: [
        { id: `${FIRST}`, name: "A table", tiles: [clickTo(SECOND)] },
        { id: `${SECOND}`, name: "Its target", tiles: [markdown] },
      ],
    };
    const { objects } = await server.importedModel();
    expect(objects.map(({ name }) => name)).toEqual(["A table", "Its target"]);
    expect(await problems()).toEqual([]);
  });

  test("evaluates and loses no text, for any objects with any references", async () => {
    await fc.assert(
      fc.asyncProperty(hostileRecords, async (records) => {
        server.records = records;
        expect(await problems()).toEqual([]);
      }),
      { seed: 20, numRuns: thirdOf(20), endOnFailure: true },
    );
  });
});
