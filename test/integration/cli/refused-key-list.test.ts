import { checkServers } from "../../../src/cli/commands/doctor/server-checks";
import { listExisting } from "../../../src/cli/commands/import/import-objects";
import type { Emulator } from "../../../src/emulator";
import { createClient } from "../../../src/resources/client";
import { emulatorForEachTest } from "../../support/emulator/emulator-for-tests";
import { environmentFor } from "../../support/environment";

describe.each(["400", "403", "404", "405"] as const)("a list of API keys that is refused with %s", (keyRefusal) => {
  let emulator: Emulator;
  emulatorForEachTest(
    (each) => {
      emulator = each;
    },
    { keyOperations: "get-and-update", keyRefusal },
  );
  test("causes a warning of `doctor` with the features that still work", async () => {
    const results = await checkServers(environmentFor(emulator.endpoints));
    expect(results.filter(({ status }) => status === "failed")).toEqual([]);
    expect(results).toContainEqual({
      check: "permission",
      subject: "managed",
      status: "warning",
      message: expect.stringMatching(/Keys that are adopted by their ids can still be managed\..* returned 40/),
      fix: expect.stringContaining("CLICKHOUSE_ORGANIZATION_ID"),
    });
  });

  test("causes a note of `import`, which lists the other objects", async () => {
    const { openSource, managed } = emulator.endpoints;
    const target = { openSource, managed: { ...managed, product: "clickstack" as const } };
    const client = createClient({ userAgent: "tests", environment: {}, ...target, observability: "open_source" });
    const { objects, notes } = await listExisting(client, {});
    await client.close();
    expect(notes).toContainEqual(expect.stringMatching(/^The API keys could not be read: .* returned 40/));
    expect(objects.map(({ type }) => type)).toContain("webhook");
  });
});
