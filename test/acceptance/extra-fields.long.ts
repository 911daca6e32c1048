import { environmentFor } from "../support/environment";
import { ID, NewerServer } from "../support/newer-server";
import { inWorkspaces, type Workspace } from "../support/workspace";

/** Returns the text without the engine's frames and line breaks. */
const unframed = (text: string) => text.replace(/[\s│╷╵]+/g, " ");

let workspace: Workspace;
inWorkspaces(environmentFor, (opened) => {
  workspace = opened.workspace;
});

test("extra fields on a newer server can be applied, refused, dropped, cleared and planned with the engine", async () => {
  const server = new NewerServer();
  server.stored.name = "of another test";
  await using http = await server.start();
  const search = (extra: string, where = "") => `
provider "clickstack" {
  alias    = "newer"
  endpoint = "${http.endpoint}"
  api_key  = "access-key-of-the-test"
}
resource "clickstack_saved_search" "it" {
  provider     = clickstack.newer
  name         = "Errors"
  where        = "${where}"
  source_id    = "${ID}"
  ${extra === "" ? "" : `extra_fields = jsonencode(${extra})`}
}`;
  workspace.write(search("{ newOption = { limit = 1 } }"));
  await workspace.init();
  await workspace.apply();
  expect(server.stored).toMatchObject({ newOption: { limit: 1 } });
  expect(await workspace.plannedChanges()).toEqual([]);

  Object.assign(server.stored, { newOption: { limit: 2, filledIn: true }, other: 5 });
  expect(unframed((await workspace.plan()).stdout)).toContain("limit = 2 -> 1");
  await workspace.apply();
  expect(server.stored).toMatchObject({ newOption: { limit: 1, filledIn: true }, other: 5 });

  server.drops = "newOption";
  workspace.write(search("{ newOption = { limit = 3 } }"));
  const failed = await workspace.apply().catch((error: unknown) => String(error));
  expect(unframed(failed)).toContain("Error: The server did not store extra fields");
  expect(unframed(failed)).toContain("extra_fields.newOption.limit");
  expect(await workspace.state("clickstack_saved_search.it")).toMatchObject({ id: ID });
  expect((await workspace.plannedChanges()).map(({ actions }) => actions)).toEqual([["update"]]);

  server.drops = undefined;
  const refused = await workspace.planOf(search("{ where = 1, __proto__ = 2 }"));
  expect(unframed(refused.stderr)).toContain("This field can be declared. Use `where` instead.");
  await workspace.applyOf(search("", "level:error"));
  expect(server.stored).not.toHaveProperty("newOption.limit");
  expect(await workspace.plannedChanges()).toEqual([]);
});
