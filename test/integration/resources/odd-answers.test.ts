import { listExisting } from "../../../src/cli/commands/import/import-objects";
import { contentsOfServer } from "../../../src/cli/project/contents/read-contents";
import { picturesOf } from "../../../src/cli/reports/formats/pictures";
import { readServerLists } from "../../../src/cli/server/server-lists";
import { findStale } from "../../../src/cli/server/stale/find-stale";
import { oddAnswers } from "../../support/answers-of-documents";
import { openSourceClient } from "../../support/client/clients";
import { allDefects, recordsOf } from "../../support/odd-answers";
import { RecordServer } from "../../support/record-server";

/** Part of the answers that these tests read. `odd-answers.long.ts` reads all of them. */
const STEP = 61;

const answers = oddAnswers().filter((_, index) => index % STEP === 0);

test("answers with unknown members break no read, list, plan, import and update", async () => {
  expect(await allDefects(answers)).toEqual([]);
});

test("lists with unknown members break no import, drawing and report", async () => {
  jest.spyOn(process.stderr, "write").mockReturnValue(true);
  await using server = await RecordServer.start();
  const nameless = { id: "65f00000000000000000ffff", name: { of: "a newer server" }, tiles: [] };
  const records = recordsOf(answers);
  server.records = { ...records, dashboards: [...(records.dashboards ?? []), nameless] };
  await using client = openSourceClient(server.endpoint);
  const { objects, notes } = await listExisting(client, {});
  expect(objects.length).toBeGreaterThan(10);
  expect(notes.join()).toContain(`(${nameless.id}) is an object with a field "name" that is not a text`);
  const model = await server.importedModel();
  expect(model.objects.length + model.leftOut.length).toBeGreaterThanOrEqual(objects.length);
  expect(picturesOf({ name: "server", after: await contentsOfServer(client) }).length).toBeGreaterThan(5);
  const lists = await readServerLists(client, {});
  const limits = { now: Date.now(), days: 30, alertDays: 7, urlOf: () => undefined };
  expect(findStale(lists, limits, {}).report.problems.join()).toContain(nameless.id);
});
