import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bundleProvider, installProvider } from "../../support/null-provider/install";
import { Host } from "../../support/plugin/harness/host";
import { Terraform } from "../../support/plugin/harness/terraform";
import { TRIAL_ENTRY_POINT, TRIAL_SOURCE, temporaryFolder } from "./harness/bundle";

const root = temporaryFolder();
const installed = join(root.path, "installed");

beforeAll(() => {
  mkdirSync(installed);
  installProvider(installed, { entryPoint: TRIAL_ENTRY_POINT, source: TRIAL_SOURCE, version: "1.0.0" });
});

afterAll(() => root[Symbol.dispose]());

/** A separate working directory, with the store next to its configuration. */
async function workspace(name: string, hcl: string): Promise<Terraform & { readonly store: string }> {
  const folder = join(root.path, name);
  mkdirSync(folder);
  const terraform = new Terraform(folder);
  const store = join(folder, "store");
  const write = (body: string) => Terraform.prototype.write.call(terraform, head(store) + body);
  const whole = Object.assign(terraform, { store, write });
  whole.write(hcl);
  await whole.must("init", `-plugin-dir=${join(installed, "terraform.d", "plugins")}`);
  return whole;
}

const head = (store: string) => `
  terraform {
    required_providers {
      trial = { source = "test/trial" }
    }
  }
  provider "trial" {
    folder = "${store}"
  }
`;

const thing = (body: string) => `
  resource "trial_thing" "it" {
    ${body}
  }
`;

describe("values in the real terraform", () => {
  test("are returned unchanged for any type, and the next plan is empty", async () => {
    const terraform = await workspace(
      "values",
      thing(`
        name      = "first"
        big       = 9007199254740993
        fractions = [0.1, 0.5, 1e30, 1e-30, 3.141592653589793238462643383279502884, -17, 1/3, 18446744073709551616, 123456789012345678901234567890.5]
        anything  = { text = "a", list = [1, "two", { three = true }], nothing = null, exact = 9007199254740993 }
        tags      = ["z", "a", "m"]
        tiles = {
          b = { title = "B" }
          a = { title = "A", width = 4 }
        }
        rules = [{ source = "y" }, { source = "x" }]
      `),
    );
    await terraform.must("apply", "-auto-approve");
    expect(await terraform.planCode()).toBe(0);
    const state = readFileSync(join(terraform.folder, "terraform.tfstate"), "utf8");
    expect(state).toContain("9007199254740993");
    expect(state).toContain("3.141592653589793238462643383279502884");
    const values = await terraform.attributes("trial_thing.it");
    expect(values).toMatchObject({
      name: "first",
      count_of: 1,
      label: "label of first",
      level: null,
      tags: ["a", "m", "z"],
      revision: 1,
      tiles: { a: { title: "A", width: 4 }, b: { title: "B", width: 8 } },
      anything: { text: "a", list: [1, "two", { three: true }], nothing: null },
    });
    expect(values.token).toBe(`token of ${values.id}`);
    expect(values.tiles).toMatchObject({ b: { id: `${values.id}/tiles/b/id` } });
  });

  test("can be unknown results of another resource in defaults, nested objects and sets", async () => {
    const terraform = await workspace(
      "unknown",
      `
      resource "trial_thing" "other" {
        name = "other"
      }
      resource "trial_thing" "it" {
        name     = trial_thing.other.id
        anything = [trial_thing.other.token]
        tags     = [trial_thing.other.id]
        tiles    = { a = { title = trial_thing.other.id } }
        rules    = [for n in ["x"] : { source = "\${n}\${trial_thing.other.id}" }]
      }
      `,
    );
    const plan = await terraform.must("plan");
    expect(plan).toMatch(/label\s+= \(known after apply\)/);
    await terraform.must("apply", "-auto-approve");
    expect(await terraform.planCode()).toBe(0);
    const { id } = await terraform.attributes("trial_thing.other");
    expect(await terraform.attributes("trial_thing.it")).toMatchObject({
      name: id,
      label: `label of ${id}`,
      tags: [id],
    });
  });
});

describe("an update in the real terraform", () => {
  test("keeps computed values, also in nested objects, and plans unknown values if they are computed again", async () => {
    const terraform = await workspace(
      "update",
      thing(`name = "a"\n tiles = { one = { title = "1" }, two = { title = "2" } }`),
    );
    await terraform.must("apply", "-auto-approve");
    const before = await terraform.attributes("trial_thing.it");

    terraform.write(thing(`name = "b"\n tiles = { two = { title = "2" }, three = { title = "3" } }`));
    const plan = await terraform.must("plan");
    expect(plan).toContain("~ revision      = 1 -> (known after apply)");
    expect(plan).toContain('~ label         = "label of a" -> "label of b"');
    await terraform.must("apply", "-auto-approve");
    const after = await terraform.attributes("trial_thing.it");
    expect(after).toMatchObject({ id: before.id, token: before.token, revision: 2, label: "label of b" });
    expect(after.tiles).toEqual({
      two: (before.tiles as Record<string, unknown>).two,
      three: { id: `${before.id}/tiles/three/id`, title: "3", width: 8 },
    });
    expect(await terraform.planCode()).toBe(0);
  });

  test("is not planned for a semantically equal value", async () => {
    const terraform = await workspace("same-meaning", thing(`name = "a"\n level = "warn"`));
    await terraform.must("apply", "-auto-approve");
    terraform.write(thing(`name = "a"\n level = "WARN"`));
    expect(await terraform.planCode()).toBe(0);
    terraform.write(thing(`name = "a"\n level = "error"`));
    expect(await terraform.planCode()).toBe(2);
  });

  test("becomes a replacement if the schema requires it, and modifyPlan can add a warning", async () => {
    const terraform = await workspace("replace", thing(`name = "a"\n region = "north"`));
    await terraform.must("apply", "-auto-approve");
    terraform.write(thing(`name = "a"\n region = "south"`));
    const plan = await terraform.must("plan");
    expect(plan).toContain('~ region        = "north" -> "south" # forces replacement');
    expect(plan).toContain("Warning: Moving house");
    await terraform.must("apply", "-auto-approve");
    expect(readdirSync(terraform.store)).toHaveLength(1);
  });

  test("uses the default if the configuration no longer contains the value", async () => {
    const terraform = await workspace("default", thing(`name = "a"\n count_of = 5\n label = "mine"\n tags = ["x"]`));
    await terraform.must("apply", "-auto-approve");
    terraform.write(thing(`name = "a"`));
    await terraform.must("apply", "-auto-approve");
    expect(await terraform.attributes("trial_thing.it")).toMatchObject({
      count_of: 1,
      label: "label of a",
      tags: null,
    });
  });
});

describe("secrets in the real terraform", () => {
  test("are passed to the handler and stored nowhere if their attribute is write-only", async () => {
    const terraform = await workspace("write-only", thing(`name = "a"\n secret = "hunter22"`));
    await terraform.must("plan", "-out=saved.tfplan");
    await terraform.must("apply", "saved.tfplan");
    expect(await terraform.attributes("trial_thing.it")).toMatchObject({ secret: null, secret_length: 8 });
    expect(readFileSync(join(terraform.folder, "terraform.tfstate"), "utf8")).not.toContain("hunter22");
    expect(await terraform.planCode()).toBe(0);
  });

  test("are not shown if their attribute is sensitive", async () => {
    const terraform = await workspace("sensitive", thing(`name = "a"`));
    await terraform.must("apply", "-auto-approve");
    terraform.write(thing(`name = "a"\n region = "south"`));
    const plan = await terraform.must("plan");
    expect(plan).toMatch(/token\s+= \(sensitive value\)/);
    expect(plan).not.toContain("token of");
  });
});

describe("a failure of a handler in the real terraform", () => {
  test("causes one diagnostic with a reference that is also in the log if it is an exception", async () => {
    const terraform = await workspace("exception", thing(`name = "a"\n misbehave = "throw"`));
    terraform.environment.TF_LOG_PROVIDER = "ERROR";
    const { exitCode, stderr } = await terraform.run("apply", "-auto-approve");
    expect(exitCode).toBe(1);
    expect(stderr).toContain("Error: The provider failed unexpectedly");
    const [, reference] = /the store is on fire\n[\s\S]*?error ([0-9a-f]{6})/.exec(stderr.replaceAll("│ ", "")) ?? [];
    expect(reference).toBeDefined();
    expect(stderr).toMatch(
      new RegExp(`\\[ERROR\\].*error ${reference} during change of trial_thing: the store is on fire`),
    );
    expect(await terraform.must("state", "list")).toBe("");
  });

  test("causes an error at the attribute if it is a diagnostic with a path", async () => {
    const terraform = await workspace(
      "refused",
      thing(`name = "a"\n misbehave = "refuse"\n tiles = { a = { title = "t" } }`),
    );
    const { exitCode, stderr } = await terraform.run("apply", "-auto-approve");
    expect(exitCode).toBe(1);
    expect(stderr).toContain("Error: Refused");
    expect(stderr).toMatch(/on main.tf line \d+, in resource "trial_thing" "it":/);
  });

  test("leaves a tainted object that is replaced later if a create fails halfway", async () => {
    const terraform = await workspace("half", thing(`name = "a"\n misbehave = "half"`));
    const { exitCode, stderr } = await terraform.run("apply", "-auto-approve");
    expect(exitCode).toBe(1);
    expect(stderr).toContain("Error: Half done");
    expect(await terraform.must("state", "show", "trial_thing.it")).toContain("(tainted)");
    terraform.write(thing(`name = "a"`));
    await terraform.must("apply", "-auto-approve");
    expect(readdirSync(terraform.store)).toHaveLength(1);
    expect(await terraform.planCode()).toBe(0);
  });

  test("keeps the prior state if an update fails", async () => {
    const terraform = await workspace("update-fails", thing(`name = "a"`));
    await terraform.must("apply", "-auto-approve");
    terraform.write(thing(`name = "b"\n misbehave = "throw"`));
    expect((await terraform.run("apply", "-auto-approve")).exitCode).toBe(1);
    expect(await terraform.attributes("trial_thing.it")).toMatchObject({ name: "a", misbehave: null, revision: 1 });
  });

  test("keeps the object in the state if a delete fails", async () => {
    const terraform = await workspace("delete-fails", thing(`name = "a"\n misbehave = "keep"`));
    await terraform.must("apply", "-auto-approve");
    const { exitCode, stderr } = await terraform.run("destroy", "-auto-approve");
    expect(exitCode).toBe(1);
    expect(stderr).toContain("it does not want to go");
    expect(await terraform.must("state", "list")).toBe("trial_thing.it\n");
  });

  test("causes a warning if other values than planned are returned, and the planned values are saved", async () => {
    const terraform = await workspace("differ", thing(`name = "a"\n level = "warn"\n misbehave = "differ"`));
    const { exitCode, stdout } = await terraform.run("apply", "-auto-approve");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("Warning: The server stored another value than planned");
    const text = stdout.replace(/\s+/g, " ");
    expect(text).toContain("After the create of trial_thing, the server's value of name differs from the plan.");
    expect(await terraform.must("state", "show", "trial_thing.it")).not.toContain("(tainted)");
    expect(await terraform.attributes("trial_thing.it")).toMatchObject({ name: "a", level: "warn" });
  });

  test("causes an error at the attribute if a value stays unknown, and the other values are saved", async () => {
    const terraform = await workspace("unfinished", thing(`name = "a"\n misbehave = "unknown"`));
    const { exitCode, stderr } = await terraform.run("apply", "-auto-approve");
    expect(exitCode).toBe(1);
    expect(stderr).toContain("Error: The provider returned unknown values");
    expect(await terraform.attributes("trial_thing.it")).toMatchObject({ name: "a", token: null, revision: 1 });
  });

  test("causes an error at the attribute if a value does not match the schema, and the other values are saved", async () => {
    const terraform = await workspace("unfit", thing(`name = "a"\n misbehave = "unfit"`));
    const { exitCode, stderr } = await terraform.run("apply", "-auto-approve");
    expect(exitCode).toBe(1);
    expect(stderr).toContain("Error: The provider returned an invalid value");
    expect(await terraform.attributes("trial_thing.it")).toMatchObject({ name: "a", token: null, revision: 1 });
  });
});

describe("the other operations of a resource in the real terraform", () => {
  test("plan a deleted object again", async () => {
    const terraform = await workspace("gone", thing(`name = "a"`));
    await terraform.must("apply", "-auto-approve");
    rmSync(terraform.store, { recursive: true });
    expect(await terraform.must("plan")).toContain("1 to add, 0 to change, 0 to destroy");
  });

  test("import the values that Read needs, and Read adds the other values", async () => {
    const terraform = await workspace("import", thing(`name = "a"`));
    await terraform.must("apply", "-auto-approve");
    const { id } = await terraform.attributes("trial_thing.it");
    await terraform.must("state", "rm", "trial_thing.it");
    await terraform.must("import", "trial_thing.it", String(id));
    expect(await terraform.attributes("trial_thing.it")).toMatchObject({ id, name: "imported", revision: 1 });
    const { exitCode, stderr } = await terraform.run("import", "trial_thing.nowhere", "nothing");
    expect(exitCode).toBe(1);
    expect(stderr).toContain("resource address");
  });

  test("report an error at the attribute in validation and planDestroy", async () => {
    const terraform = await workspace("refusals", thing(`name = "forbidden"`));
    const invalid = await terraform.run("validate");
    expect(invalid.exitCode).toBe(1);
    expect(invalid.stderr).toMatch(/Forbidden name\n[\s\S]*name = "forbidden"/);
    terraform.write(thing(`name = "protected"`));
    await terraform.must("apply", "-auto-approve");
    const destroy = await terraform.run("destroy", "-auto-approve");
    expect(destroy.exitCode).toBe(1);
    expect(destroy.stderr).toContain("This thing may not go.");
  });

  test("return the results of a data source, an ephemeral resource and a function", async () => {
    const terraform = await workspace(
      "others",
      `${thing(`name = provider::trial::shout("hello", "world")\n secret = ephemeral.trial_ticket.it.code`)}
      ephemeral "trial_ticket" "it" {
        holder = "me"
      }
      data "trial_thing" "it" {
        id = trial_thing.it.id
      }
      output "revision" {
        value = "\${data.trial_thing.it.revision} \${data.trial_thing.it.unit}"
      }`,
    );
    expect(await terraform.must("apply", "-auto-approve")).toContain('revision = "1 writes"');
    expect(await terraform.attributes("trial_thing.it")).toMatchObject({
      name: "HELLO WORLD",
      secret_length: "ticket of me".length,
    });
    expect(readdirSync(terraform.store)).toContain("closed me");
    terraform.write(`output "it" {\n value = provider::trial::shout("")\n }`);
    const { stderr } = await terraform.run("plan");
    expect(stderr).toContain("There is nothing to shout.");
  });
});

describe("a provider in debug mode", () => {
  test("serves several runs of the real terraform without an installation", async () => {
    const folder = join(root.path, "debugged");
    mkdirSync(folder);
    const script = join(folder, "provider.js");
    bundleProvider(TRIAL_ENTRY_POINT, script);
    const host = new Host(script, {}, ["--debug"]);
    try {
      const terraform = new Terraform(folder, { TF_REATTACH_PROVIDERS: await host.reattach() });
      terraform.write(head(join(folder, "store")) + thing(`name = "a"`));
      await terraform.must("init");
      await terraform.must("apply", "-auto-approve");
      expect(await terraform.planCode()).toBe(0);
      expect(await terraform.must("destroy", "-auto-approve")).toContain("1 destroyed");
    } finally {
      host.process.kill("SIGTERM");
      const code = await host.ended;
      await host[Symbol.asyncDispose]();
      expect(code).toBe(0);
    }
  });
});
