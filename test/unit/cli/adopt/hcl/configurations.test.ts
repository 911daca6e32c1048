import { adoptConfiguration } from "../../../../support/cli/adopted-configuration";

const search = { name: "Errors", source_id: "s", where: "level:error" };
const change = { type: "saved_search", name: "x", old: search, server: { ...search, where: "b" } };
const block = (where = '"level:error"') => `resource "clickstack_saved_search" "x" {\n  where = ${where}\n}\n`;
const EDITED = block('"b"');

describe("the block of a changed resource", () => {
  test("is edited in a file with a number such as 1e5, which has an exponent and no fraction", async () => {
    const other = `locals {\n  a = 1e5\n  b-1e5 = [-2E-3]\n}\n`;
    const { files } = await adoptConfiguration({ "main.tf": other + block() }, [change]);
    expect(files).toEqual({ "main.tf": other + EDITED });
  });

  test("is edited next to a block with a syntax error, and is reported if the error is in the block itself", async () => {
    const other = `resource "clickstack_saved_search" "y" {\n  name = "a"\n  where = = "b"\n}\n`;
    const { files, obstacles } = await adoptConfiguration({ "main.tf": other + block() }, [
      change,
      { ...change, name: "y" },
    ]);
    expect(files).toEqual({ "main.tf": other + EDITED });
    expect(obstacles).toEqual(["main.tf:3: : The parser does not accept this part of the file."]);
  });

  test("is reported in a file with unsupported syntax", async () => {
    const { files, obstacles } = await adoptConfiguration({ "main.tf": `${block()}}}\n` }, [change]);
    expect(files).toEqual({});
    expect(obstacles).toEqual(["main.tf:4: : The parser does not accept this part of the file."]);
  });

  test("is reported once for each changed object if it creates several objects", async () => {
    const instances = ['x["a"]', 'x["b"]'].map((name) => ({ ...change, name }));
    const { files, obstacles } = await adoptConfiguration({ "main.tf": block() }, instances);
    expect(files).toEqual({});
    expect(obstacles).toEqual(Array(2).fill("main.tf:1: : This block creates 2 objects."));
  });

  test("is edited if it has `count` and a single instance", async () => {
    const { files } = await adoptConfiguration({ "main.tf": block() }, [{ ...change, name: "x[0]" }]);
    expect(files).toEqual({ "main.tf": EDITED });
  });

  test("is reported and not edited if an override file changes it", async () => {
    const files = { "a_override.tf": block(`"o"`), "main.tf": block() };
    const { files: edited, obstacles } = await adoptConfiguration(files, [change]);
    expect(edited).toEqual({});
    expect(obstacles).toEqual(["main.tf:1: : An override file changes the block."]);
  });

  test("is reported if an override file has a syntax error", async () => {
    const { files, obstacles } = await adoptConfiguration({ "main.tf": block(), "override.tf": "}\n" }, [change]);
    expect(files).toEqual({});
    expect(obstacles).toEqual(["override.tf:1: : The parser does not accept this part of the file."]);
  });

  test("is reported and not edited in a configuration in JSON", async () => {
    const json = '{\n  "resource": {\n    "clickstack_saved_search": {\n      "x": {}\n    }\n  }\n}\n';
    const { obstacles } = await adoptConfiguration({ "main.tf.json": json }, [change]);
    expect(obstacles).toEqual(["main.tf.json:4: : The object is declared in JSON. The command edits HCL only."]);
  });

  test("is edited in the file of OpenTofu, which ignores the file of Terraform next to it", async () => {
    const both = { "main.tf": block(), "main.tofu": block() };
    expect((await adoptConfiguration(both, [change], { isTofu: true })).files).toEqual({ "main.tofu": EDITED });
    expect((await adoptConfiguration(both, [change])).files).toEqual({ "main.tf": EDITED });
  });

  test("is reported with a line if the object was deleted, or a value is sensitive or in conflict", async () => {
    const code = `resource "clickstack_saved_search" "x" {\n  name  = "Code"\n  where = "level:error"\n}\n`;
    const conflict = { ...change, server: { ...search, name: "Server" }, code: { ...search, name: "Code" } };
    expect((await adoptConfiguration({ "main.tf": code }, [conflict])).obstacles).toEqual([
      "main.tf:2: name: The code and the server changed the value since the last apply.",
    ]);
    expect(
      (await adoptConfiguration({ "main.tf": code }, [{ ...change, sensitive: { where: true } }])).obstacles,
    ).toEqual(["main.tf:3: where: The value is sensitive."]);
    expect((await adoptConfiguration({ "main.tf": code }, [{ ...change, server: undefined }])).obstacles).toEqual([
      "main.tf:1: : The object was deleted on the server. Remove its code, or apply to create it again.",
    ]);
  });
});

test("a file that git ignores is reported, and another file is edited", async () => {
  const files = { "main.tf": block(), "searches.tf": block().replace('"x"', '"y"') };
  const { files: edited, obstacles } = await adoptConfiguration(files, [change, { ...change, name: "y" }], {
    ignored: ["main.tf"],
  });
  expect(edited).toEqual({ "searches.tf": EDITED.replace('"x"', '"y"') });
  expect(obstacles).toEqual(["main.tf:1: : Git ignores the file, so it is generated or cannot be restored."]);
});

describe("the block of a resource in a module", () => {
  const call = (name: string, source: string, more = "") => `module "${name}" {\n  source = "${source}"\n${more}}\n`;
  const inModule = { ...change, module: "module.a" };

  test("is edited if the module is called once, also in a nested module", async () => {
    const files = { "main.tf": call("a", "./m"), "m/main.tf": call("b", "../n/"), "n/main.tf": block() };
    const { files: edited } = await adoptConfiguration(files, [{ ...change, module: "module.a.module.b" }]);
    expect(edited).toEqual({ "n/main.tf": EDITED });
  });

  test.each([
    [
      "is remote",
      call("a", "example/boards/clickstack"),
      'The module "a" does not come from a folder of this configuration.',
    ],
    [
      "is outside of the configuration",
      call("a", "../m"),
      'The module "a" does not come from a folder of this configuration.',
    ],
  ])("is reported with the line of the module call if the module %s", async (_, main, reason) => {
    const { files, obstacles } = await adoptConfiguration({ "main.tf": main, "m/main.tf": block() }, [inModule]);
    expect(files).toEqual({});
    expect(obstacles).toEqual([`main.tf:1: : ${reason}`]);
  });

  test.each([
    ["twice", { "main.tf": call("a", "./m") + call("b", "./m/") }],
    ["in HCL and in JSON", { "main.tf": call("a", "./m"), "b.tf.json": '{"module":{"b":{"source":"./m"}}}' }],
  ])("is reported if the module is called %s", async (_, files) => {
    const { files: edited, obstacles } = await adoptConfiguration({ ...files, "m/main.tf": block() }, [
      inModule,
      { ...change, module: "module.b", server: search },
    ]);
    expect(edited).toEqual({});
    expect(obstacles).toEqual(["m/main.tf:1: : This block creates 2 objects."]);
  });

  test("is reported if the module has several instances, and edited if it has one", async () => {
    const files = { "main.tf": call("a", "./m", "  for_each = var.a\n"), "m/main.tf": block() };
    const [one, other] = ['module.a["x"]', 'module.a["y"]'].map((module) => ({ ...change, module }));
    expect((await adoptConfiguration(files, [one ?? change])).files).toEqual({ "m/main.tf": EDITED });
    expect((await adoptConfiguration(files, [one ?? change, other ?? change])).obstacles).toEqual(
      Array(2).fill("m/main.tf:1: : This block creates 2 objects."),
    );
  });
});
