import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { VERSION } from "../../../src/version";
import { callCli } from "../../support/cli/call-cli";

const REQUIRED = { clickstack: { source: "cdk-clickstack/clickstack", version: VERSION } };
const S3 = { s3: { bucket: "states", key: "shop.tfstate", region: "eu-central-1" } };
const EXPECTED = JSON.stringify({ s3: { ...S3.s3, key: "<stack>.tfstate" } });

const DASHBOARD = { clickstack_dashboard: { first: { name: "First", tiles: {} } } };

/** A configuration in the form that synthesis writes, with changes. */
function configuration(changes: object = {}, terraform: object = {}): object {
  return {
    "//": { metadata: { stackName: "shop" } },
    provider: { clickstack: [{}] },
    resource: DASHBOARD,
    output: { url: { value: "$" + "{clickstack_dashboard.first.url}" } },
    terraform: { backend: S3, required_providers: REQUIRED, ...terraform },
    ...changes,
  };
}

const script = (body: object) => ({ terraform_data: { script: body } });
const provisioner = { provisioner: [{ "local-exec": { command: "env" } }] };
const call = (text: string) => `$\{${text}}`;

describe("the stage command", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "clickstack-stage-"));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (path: string, content: object | string) => {
    const file = join(folder, "artifact", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  };
  const stage = (...words: string[]) =>
    callCli(["stage", join(folder, "artifact"), "--out", join(folder, "out"), "--backend", EXPECTED, ...words]);
  const staged = (path: string) => readFileSync(join(folder, "out", path), "utf8");

  test("copies a checked stack with its warnings, its dependencies and this package's provider into a new folder", async () => {
    const annotation = { constructPath: "shop", level: "@cdktf/warn", message: "Old" };
    const before = configuration({}, { required_version: ">= 1.11" });
    write("stacks/shop/cdk.tf.json", before);
    write("manifest.json", {
      stacks: { shop: { name: "shop", workingDirectory: "../..", annotations: [annotation], dependencies: ["base"] } },
    });
    const { exitCode, stdout, stderr } = await stage("--json");
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    const shop = join(folder, "out", "stacks", "shop");
    expect(JSON.parse(stdout)).toEqual({ kind: "stage", version: 1, stacks: [{ name: "shop", folder: shop }] });
    expect(JSON.parse(staged("stacks/shop/cdk.tf.json"))).toEqual(before);
    expect(JSON.parse(staged("manifest.json"))).toEqual({
      stacks: {
        shop: {
          ...{ name: "shop", workingDirectory: join("stacks", "shop") },
          ...{ annotations: [annotation], dependencies: ["base"] },
        },
      },
    });
    expect(existsSync(join(shop, "terraform.d", "plugins", "registry.terraform.io", "cdk-clickstack"))).toBe(true);
  });

  test.each<[string, string, string]>([
    ["another configuration file", "stacks/shop/evil.tf", 'resource "null_resource" "x" {}'],
    ["an override", "stacks/shop/cdk_override.tf.json", "{}"],
    ["a lock file", "stacks/shop/.terraform.lock.hcl", ""],
    ["variables", "stacks/shop/terraform.auto.tfvars", "a = 1"],
    ["a provider", "stacks/shop/terraform.d/plugins/x", "#!/bin/sh"],
    ["a data folder", "stacks/shop/.terraform/terraform.tfstate", "{}"],
    ["a file next to the stacks", "terraform.rc", ""],
    ["a file instead of a stack folder", "stacks/file", ""],
    ["a stack name that leaves the folder", "stacks/..shop/cdk.tf.json", "{}"],
  ])("refuses %s", async (_, path, content) => {
    write("stacks/shop/cdk.tf.json", configuration());
    write(path, content);
    const { exitCode, stderr } = await stage();
    expect(exitCode).toBe(1);
    expect(stderr).toContain("contains other files than stacks/<stack>/cdk.tf.json and manifest.json: ");
    expect(stderr).toContain("Fix: Upload only these files.");
    expect(existsSync(join(folder, "out"))).toBe(false);
  });

  test("refuses symbolic links and devices, and does not read them", async () => {
    const secret = join(folder, "secret");
    writeFileSync(secret, JSON.stringify(configuration()));
    for (const make of [
      (file: string) => symlinkSync(secret, file),
      (file: string) => execFileSync("mkfifo", [file]),
      (file: string) => mkdirSync(file),
    ]) {
      rmSync(join(folder, "artifact"), { recursive: true, force: true });
      mkdirSync(join(folder, "artifact", "stacks", "shop"), { recursive: true });
      make(join(folder, "artifact", "stacks", "shop", "cdk.tf.json"));
      expect(await stage()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("Fix: ") });
    }
    rmSync(join(folder, "artifact"), { recursive: true });
    mkdirSync(join(folder, "artifact", "stacks"), { recursive: true });
    mkdirSync(join(folder, "elsewhere"));
    writeFileSync(join(folder, "elsewhere", "cdk.tf.json"), JSON.stringify(configuration()));
    symlinkSync(join(folder, "elsewhere"), join(folder, "artifact", "stacks", "shop"));
    expect(await stage()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(join("stacks", "shop")) });
    expect(existsSync(join(folder, "out"))).toBe(false);
  });

  test.each<[string, object, string]>([
    ["a provisioner", { resource: script(provisioner) }, "terraform_data.script has a provisioner"],
    [
      "a provisioner in nested lists",
      { resource: [{ terraform_data: [{ script: [provisioner] }] }] },
      "has a provisioner",
    ],
    [
      "a provisioner of a removed block",
      { removed: { from: "a.b", ...provisioner } },
      "a removed block has a provisioner",
    ],
    ["an implied provider", { resource: { null_resource: { x: {} } } }, "--allow-provider 'hashicorp/null'"],
    [
      "a data source of an implied provider",
      { data: { external: { x: { program: ["sh"] } } } },
      "'hashicorp/external'",
    ],
    ["a data source in a check", { check: { c: { data: { http: { x: { url: "u" } } } } } }, "'hashicorp/http'"],
    ["an ephemeral resource", { ephemeral: { external_x: { x: {} } } }, "'hashicorp/external'"],
    ["a configured provider", { provider: { clickstack: [{}], aws: [{}] } }, "--allow-provider 'hashicorp/aws'"],
    [
      "another provider by its local name",
      { resource: { clickstack_dashboard: { x: { provider: "evil.a" } } } },
      "'hashicorp/evil'",
    ],
    [
      "a module",
      { module: { m: { source: "git::https://example.com/x" } } },
      "--allow-module 'git::https://example.com/x'",
    ],
    [
      "an endpoint",
      { provider: { clickstack: [{ alias: "b", endpoint: "https://evil.example" }] } },
      "endpoint of the provider requires --allow-endpoint 'https://evil.example'",
    ],
    [
      "an endpoint of ClickHouse Cloud",
      { provider: [{ clickstack: { cloud_endpoint: call("local.x") } }] },
      `--allow-endpoint '${call("local.x")}'`,
    ],
    [
      "plain HTTP",
      { provider: { clickstack: { allow_insecure_http: true } } },
      "requires an --allow-endpoint with http",
    ],
    ["a variable that is not sensitive", { variable: { token: { type: "string" } } }, "--allow-variable 'token'"],
    ["a function that reads files", { output: { x: { value: call('file("/proc/self/environ")') } } }, "calls file()"],
    ["a function in a key", { locals: { x: { [call('core::filebase64 /* a */ ("x")')]: 1 } } }, "calls filebase64()"],
    ["a function inside a template of a template", { locals: { x: call(`"a ${call('file("x")')}"`) } }, "calls file()"],
    [
      "a function after an escaped interpolation",
      { locals: { x: `$${call("a")} %${call('file("x")')}` } },
      "calls file()",
    ],
    ["a function after a brace in a text", { locals: { x: call('"}" == file("x")') } }, "calls file()"],
    ["a function after a brace in a comment", { locals: { x: call('/* } */ file("x")') } }, "calls file()"],
    ["a function between lines of comments", { locals: { x: call('file # }\n // }\n ("x")') } }, "calls file()"],
    ["a function after a heredoc", { locals: { x: call('<<E\n}\nE\n == file("x")') } }, "calls file()"],
    [
      "the provider of an import",
      { import: [{ to: "clickstack_source.a", id: "x", provider: "evil.a" }] },
      "'hashicorp/evil'",
    ],
    [
      "the target of an import",
      { import: { to: call("null_resource.a[0]"), id: "x" } },
      "--allow-provider 'hashicorp/null'",
    ],
    ["the target of a move", { moved: { from: "clickstack_source.a", to: "evil_thing.a" } }, "'hashicorp/evil'"],
    ...[
      [
        "the provider of an import",
        { import: { to: "clickstack_source.a", id: "x", provider: 'clickstack.a[file("x")]' } },
      ],
      ["the key of an import", { import: { to: 'clickstack_source.a[file("x")]', id: "x" } }],
      ["the provider of a resource", { resource: script({ provider: 'terraform.a[file("x")]' }) }],
      [
        "the provider of a module",
        { module: { m: { source: "./m", providers: { clickstack: 'clickstack.a[file("x")]' } } } },
      ],
      ["a dependency", { resource: script({ depends_on: ['clickstack_source.a[file("x")]'] }) }],
      ["a trigger", { resource: script({ lifecycle: { replace_triggered_by: ['clickstack_source.a[file ("x")]'] } }) }],
      ["an ignored change", { resource: script({ lifecycle: [{ ignore_changes: ['input[file("x")]'] }] }) }],
      ["a move", { moved: { from: 'clickstack_source.a[file("x")]', to: "clickstack_source.b" } }],
      ["a removed block", { removed: { from: `clickstack_source.a["${call('file("x")')}"]` } }],
      [
        "the type of a variable",
        { variable: { v: { type: 'object({ a = optional(string, file("x")) })', sensitive: true } } },
      ],
    ].map(([place, changes]): [string, object, string] => [
      `a call in ${String(place)}`,
      Object(changes),
      "calls file()",
    ]),
    ["a directive", { locals: { x: '%{ if fileexists("x") }a%{ endif }' } }, "calls fileexists()"],
    ["a removed mark of a secret", { output: { x: { value: call("nonsensitive(var.x)") } } }, "calls nonsensitive()"],
    [
      "a template that is built at run time",
      { locals: { x: call("templatestring(local.y, {})") } },
      "calls templatestring()",
    ],
    ["an unknown block", { action: { x: {} } }, "the block 'action' is not permitted"],
    [
      "another state",
      { data: { terraform_remote_state: { o: { backend: "http", config: { address: "https://evil" } } } } },
      "data source",
    ],
  ])("refuses %s", async (_, changes, problem) => {
    write("stacks/shop/cdk.tf.json", configuration(changes));
    const { exitCode, stderr } = await stage();
    const expected = problem === "data source" ? "reads a state other than those of --backend" : problem;
    expect(stderr).toContain(expected);
    expect(stderr).toMatch(/^error: The synthesized stacks were refused\. No files were written\.\n {2}shop: /);
    expect(exitCode).toBe(1);
    expect(existsSync(join(folder, "out"))).toBe(false);
  });

  test.each<[string, object, string]>([
    ["another bucket", { backend: { s3: { ...S3.s3, bucket: "evil" } } }, 'its backend is [{"s3":{"bucket":"evil"'],
    ["another attribute", { backend: { s3: { ...S3.s3, endpoints: { s3: "https://evil" } } } }, "its backend is "],
    ["another type", { backend: { http: { address: "https://evil" } } }, "its backend is "],
    ["a second backend", { backend: [S3, { http: {} }] }, "its backend is "],
    ["a workspace", { cloud: { organization: "evil" } }, "its backend is "],
    ["no backend", { backend: {} }, "its backend is "],
    [
      "state encryption by a program",
      { encryption: { key_provider: { external: {} } } },
      "terraform.'encryption' is not permitted",
    ],
    [
      "another source",
      { required_providers: { clickstack: { source: "evil/clickstack" } } },
      "--allow-provider 'evil/clickstack'",
    ],
    [
      "a source of another host",
      { required_providers: { clickstack: { source: "evil.example/cdk-clickstack/clickstack" } } },
      "--allow-provider 'evil.example/cdk-clickstack/clickstack'",
    ],
    [
      "another version",
      { required_providers: { clickstack: { ...REQUIRED.clickstack, version: "9.9.9" } } },
      "requires version '9.9.9'",
    ],
  ])("refuses %s in the settings of the engine", async (_, terraform, problem) => {
    write("stacks/shop/cdk.tf.json", configuration({}, terraform));
    expect(await stage()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(problem) });
  });

  test.each([
    `Costs $${call("USD")}: see file (1)`,
    `Costs $$${call("USD")}: see file (1)`,
    "100 %%{ of } file(1)",
    "nonsensitive (text)",
    `${call('"see file (1)"')} and file (2)`,
  ])("accepts a text that contains the name of a function: %s", async (text) => {
    write("stacks/shop/cdk.tf.json", configuration({ locals: { text } }));
    expect(await stage()).toMatchObject({ exitCode: 0 });
  });

  test("accepts a reference whose key is the name of a function", async () => {
    const reference = 'clickstack_dashboard.first["file (1)"]';
    write("stacks/shop/cdk.tf.json", configuration({ import: { to: reference, id: "x" }, moved: { from: reference } }));
    expect(await stage()).toMatchObject({ exitCode: 0 });
  });

  test("refuses JSON with 5,000 levels with one error", async () => {
    const levels = 5000;
    write("stacks/shop/cdk.tf.json", `{"locals":{"x":${"[".repeat(levels)}${"]".repeat(levels)}}}`);
    expect(await stage()).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(
        /^error: stacks.shop.cdk\.tf\.json cannot be used\. The JSON is nested more than 100 levels deep at locals\. Fix: Change the program\.\n$/,
      ),
    });
  });

  test("reads texts with many comments in linear time", async () => {
    const texts = ["/*".repeat(200_000), "#\n".repeat(200_000), "$".repeat(400_000), `$\{/**/`.repeat(100_000)];
    write("stacks/shop/cdk.tf.json", configuration({ locals: { texts: texts.map((text) => `$\{${text}`) } }));
    expect(await stage()).toMatchObject({ exitCode: 0 });
  });

  test("shows a hostile name on one line, with escapes for control characters", async () => {
    write("stacks/shop/cdk.tf.json", configuration({ variable: { "a\n::error::b\u001b[31m": {} } }));
    const { stderr } = await stage();
    expect(stderr).toContain("the variable 'a\\u000a::error::b\\u001b[31m' is not sensitive");
    expect(stderr.split("\n").filter((line) => line.startsWith("::"))).toEqual([]);
  });

  test("removes hidden duplicate keys, because it writes only the values that it checked", async () => {
    const text = JSON.stringify(configuration());
    write("stacks/shop/cdk.tf.json", `{"resource":${JSON.stringify(script(provisioner))},${text.slice(1)}`);
    expect(await stage()).toMatchObject({ exitCode: 0 });
    expect(staged("stacks/shop/cdk.tf.json")).not.toContain("local-exec");
  });

  test("accepts everything that its options allow", async () => {
    const lock = (source: string) => `provider "registry.terraform.io/${source}" {\n  version = "3.2.4"\n}\n`;
    write(
      "stacks/shop/cdk.tf.json",
      configuration({
        provider: { clickstack: [{ endpoint: "http://logs.example", allow_insecure_http: true }] },
        resource: { ...DASHBOARD, null_resource: { x: provisioner } },
        module: { m: { source: "acme/m/aws" } },
        variable: { region: {}, token: { sensitive: true } },
        data: { terraform_remote_state: { other: { backend: "s3", config: S3.s3 } } },
      }),
    );
    writeFileSync(join(folder, "lock"), `${lock("cdk-clickstack/clickstack")}\n${lock("hashicorp/null")}`);
    const { exitCode, stderr } = await stage(
      ...["--allow-provider", "hashicorp/null", "--allow-module", "acme/m/aws", "--allow-variable", "region"],
      ...["--allow-endpoint", "http://logs.example", "--allow-provisioners", "--lock-file", join(folder, "lock")],
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(staged("stacks/shop/.terraform.lock.hcl").trim()).toBe(lock("hashicorp/null").trim());
  });

  test("refuses a folder without stacks, a folder with other content, and a wrong --backend", async () => {
    expect((await stage()).stderr).toContain("is not a folder. Fix: Name the folder that the other job synthesized.");
    write("manifest.json", {});
    expect((await stage()).stderr).toContain("contains no stack. Fix: ");
    write("stacks/shop/cdk.tf.json", "[]");
    expect((await stage()).stderr).toContain("is not a JSON object. Fix: Synthesize again.");
    for (const backend of ["{", "[]", "1"]) {
      expect((await stage("--backend", backend)).stderr).toContain("Fix: Pass the backend block of cdk.tf.json.");
    }
    expect((await stage("--lock-file", join(folder, "none"))).stderr).toContain(
      "does not exist. Fix: Name the lock file",
    );
    mkdirSync(join(folder, "out"));
    writeFileSync(join(folder, "out", "file"), "");
    expect((await stage()).stderr).toContain("is not empty. Fix: Name a new folder.");
    expect(readdirSync(join(folder, "out"))).toEqual(["file"]);
  });
});
