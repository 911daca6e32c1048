import { listExisting } from "../../../src/cli/commands/import/import-objects";
import { toLintConfiguration } from "../../../src/cli/commands/lint/configuration";
import { withLintedStacks } from "../../../src/cli/commands/lint/linted-stacks";
import { runRules } from "../../../src/cli/commands/lint/run-rules";
import { LintServer } from "../../../src/cli/commands/lint/server/lint-server";
import { readPlan } from "../../../src/cli/engine/read-plan";
import { contentsOfServer } from "../../../src/cli/project/contents/read-contents";
import { picturesOf } from "../../../src/cli/reports/formats/pictures";
import { readServerLists } from "../../../src/cli/server/server-lists";
import { findStale } from "../../../src/cli/server/stale/find-stale";
import { findUnmanaged } from "../../../src/cli/server/unmanaged";
import { findUnmanagedAlerts } from "../../../src/cli/server/unmanaged-alerts";
import { oddAnswers } from "../../support/answers-of-documents";
import { configurationFolder } from "../../support/cli/lint";
import { ACCESS_KEY, openSourceClient } from "../../support/client/clients";
import { allDefects, recordsOf } from "../../support/odd-answers";
import { RecordServer } from "../../support/record-server";

/** These tests read a part of the responses. `odd-answers.long.ts` reads all of them. */
const STEP = 61;

const TILE = "65f00000000000000000aaaa";

/** Plan of a stack that manages a dashboard with one tile. */
const PLAN = readPlan(
  {
    prior_state: {
      values: {
        root_module: {
          resources: [
            {
              address: "clickstack_dashboard.board",
              mode: "managed",
              type: "clickstack_dashboard",
              values: { id: "65f00000000000000000bbbb", tile_ids: { errors: TILE } },
            },
          ],
        },
      },
    },
  },
  "plan",
);

/** A configuration that refers to objects of the server by name and by id. */
const PROGRAM = {
  data: { clickstack_source: { logs: { name: "No such source" } }, clickstack_webhook: { slack: { name: "Slack" } } },
  resource: {
    clickstack_dashboard: {
      board: { name: "Board", tiles: { errors: { config: { display_type: "line", source_id: TILE, select: [] } } } },
    },
    clickstack_alert: {
      errors: {
        name: "Errors",
        dashboard_id: TILE,
        tile_id: TILE,
        interval: "5m",
        threshold_type: "above",
        threshold: 1,
      },
    },
  },
};

const answers = oddAnswers().filter((_, index) => index % STEP === 0);

test("a read, a list, a plan, an import and an update succeed for responses with invalid members", async () => {
  expect(await allDefects(answers)).toEqual([]);
});

test("an import, a drawing and a report succeed for lists with invalid members", async () => {
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

test("a search for unmanaged objects and the rules of lint succeed for lists with invalid members", async () => {
  const written = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  await using server = await RecordServer.start();
  const records = recordsOf(answers);
  const nameless = { id: "65f00000000000000000ffff", name: { of: "a newer server" } };
  const onTile = (name: unknown, id: string) => ({ ...records.alerts?.[0], id, name, source: "tile", tileId: TILE });
  const alerts = [onTile("Errors", "65f00000000000000000fff0"), onTile(nameless.name, "65f00000000000000000fff1")];
  server.records = {
    ...records,
    alerts: [...(records.alerts ?? []), ...alerts],
    webhooks: [...(records.webhooks ?? []), nameless],
  };
  process.env.CLICKSTACK_ENDPOINT = server.endpoint;
  process.env.CLICKSTACK_API_KEY = ACCESS_KEY;
  const { unmanaged, problems } = await findUnmanaged([PLAN], [], process.env);
  expect(problems).toEqual([]);
  expect(unmanaged.length).toBeGreaterThan(10);
  const found = await findUnmanagedAlerts([{ stack: { name: "team" }, plan: PLAN, diagnostics: [] } as never]);
  expect(found).toEqual([expect.objectContaining({ tileKey: "errors" })]);
  const warnings = written.mock.calls.map(([text]) => String(text));
  expect(warnings).toContainEqual(expect.stringMatching(/^warning: Could not check for all unmanaged objects.*ffff/));
  expect(warnings).toContainEqual(
    expect.stringMatching(/^warning: Could not check for all alerts on managed tiles.*fff1/),
  );
  await using client = openSourceClient(server.endpoint);
  const options = { sendsTests: false, progress: () => undefined };
  await using lintServer = new LintServer(client, {}, options);
  const configuration = toLintConfiguration({ file: "test settings", content: { lint: {} } });
  const result = await withLintedStacks([configurationFolder(PROGRAM)], (stacks) =>
    runRules(stacks, configuration, lintServer),
  );
  expect(result.problems.map(({ rule }) => rule.id)).toContain("missing-object");
  expect([...lintServer.notChecked.keys()].join()).toContain("ffff");
});
