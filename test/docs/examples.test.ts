import { PAGES } from "../../scripts/docs/pages";
import { referenceFiles } from "../../scripts/docs/reference-files";
import { synthesized } from "../constructs/synthesize";
import { Workspace } from "../support/workspace";

const files = referenceFiles();
const others = PAGES.filter(({ kind }) => kind !== "provider");

const workspaces: Workspace[] = [];
afterEach(() => {
  for (const workspace of workspaces.splice(0)) workspace.remove();
});

test.each(others)("the example of the $kind $type passes synthesis", ({ type, kind, example }) => {
  const { resource, ephemeral, data } = synthesized(example.addTo);
  const blocks = { resource, "ephemeral resource": ephemeral, "data source": data, provider: undefined }[kind];
  expect(Object.keys(blocks ?? {})).toContain(type);
});

test.each(PAGES)(
  "the example of the $kind $type is accepted and left as it is by the engine",
  async ({ name, kind }) => {
    const workspace = new Workspace({});
    workspaces.push(workspace);
    workspace.write(files.get(`examples/${name}.tf`) ?? "", "example.tf");
    if (kind !== "provider") workspace.write("");
    await workspace.init();
    expect(await workspace.must("validate", "-no-color")).toContain("Success!");
    expect(await workspace.must("fmt", "-check", "example.tf")).toBe("");
  },
);
