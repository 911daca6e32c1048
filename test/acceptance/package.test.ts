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
import { join } from "node:path";
import packageJson from "../../package.json";
import { VERSION } from "../../src/version";
import { startEmulator } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { ServingProcess } from "../support/run-process";
import { SearchedFolder } from "../support/searched-folder";
import { packedPackage } from "../support/user-project";

const ROOT = join(__dirname, "..", "..");

const PROGRAM = `
import { Alert, above, ClickStackProvider, count, Dashboard, Source, tile, Webhook } from "cdk-clickstack";
import { App, LocalBackend, TerraformStack } from "cdktf";

const app = new App();
const stack = new TerraformStack(app, "demo");
new LocalBackend(stack, { path: "terraform.tfstate" });
new ClickStackProvider(stack, "clickstack");
const checkout = new Dashboard(stack, "checkout", {
  name: "Checkout",
  tiles: { errors: tile.line({ source: Source.byName(stack, "Logs"), select: [count({ where: "level:error" })] }) },
});
new Alert(stack, "errors", { on: checkout.tile("errors"), when: above(1), every: "5m", notify: [Webhook.byName(stack, "Slack oncall")] });
app.synth();
`;

const EXPECTED_FILES = [
  /^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
  /^dist\/.+\.(js|d\.ts|js\.licenses\.txt)$/,
  /^dist\/cli\/[a-z-]+\.wasm$/,
  /^dist\/provider\/executables\.sha256$/,
  /^dist\/agents\.md$/,
  /^dist\/ci\/.+\.ya?ml$/,
  /^dist\/emulator\/page\/.+\.(html|css|svg)$/,
  /^docs\/(?!internals\/|architecture|releasing).+\.(md|tf|json|svg)$/,
];

describe("the published package", () => {
  let folder: string;
  let tarball: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "clickstack-package-"));
    tarball = packedPackage();
    const { cdktf, constructs } = packageJson.devDependencies;
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "an-empty-project", private: true }));
    npm(folder, "install", "--no-audit", "--no-fund", tarball, `cdktf@${cdktf}`, `constructs@${constructs}`);
    // The test uses the compiler of this project, because its installation takes as long as all other packages.
    mkdirSync(join(folder, "node_modules", "@types"), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", "@types", "node"), join(folder, "node_modules", "@types", "node"));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("contains only built JavaScript, types, documentation and licenses", () => {
    const files = execFileSync("tar", ["-tzf", tarball], { cwd: folder, encoding: "utf8" })
      .trim()
      .split("\n")
      .map((file) => file.replace(/^package\//, ""));
    const odd = files.filter((file) => !EXPECTED_FILES.some((expected) => expected.test(file)));
    expect(odd).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining([
        "CHANGELOG.md",
        "docs/index.md",
        "docs/guides/cli.md",
        "dist/agents.md",
        "dist/index.js",
        "dist/index.d.ts",
        "dist/provider/terraform-provider-clickstack.js",
        "dist/cli/cdk-clickstack.js",
        "dist/checks.js",
        "dist/checks.d.ts",
        "dist/emulator/index.js",
        "dist/emulator/index.d.ts",
        "dist/testing/index.js",
        "dist/testing/index.d.ts",
        "dist/emulator/page/index.html",
        "dist/emulator/page/page.js",
        "dist/emulator/page/page.css",
      ]),
    );
    expect(files.some((file) => file.startsWith("test/") || file.includes(".test."))).toBe(false);
  });

  test.each([
    ["provider/terraform-provider-clickstack.js", ["@bufbuild/protobuf", "undici", "zod"]],
    ["cli/cdk-clickstack.js", ["commander", "undici", "yaml", "zod"]],
    ["emulator/index.js", ["express", "express-rate-limit", "zod"]],
    ["emulator/page/page.js", ["preact"]],
    ["testing/index.js", ["d3-array"]],
    ["cli/run-typescript.js", ["sucrase"]],
    ["cli/render-template.js", ["handlebars"]],
  ])("contains the licenses of the packages in %s next to it", (bundle, bundled) => {
    const file = join(folder, "node_modules", "cdk-clickstack", "dist", `${bundle}.licenses.txt`);
    const sections = readFileSync(file, "utf8").split(/^-{80}$/m);
    const headings = sections.map((section) => section.trim().split("\n")[0] ?? "");
    expect(headings).toEqual(expect.arrayContaining(bundled.map((name) => `${name} ${installedVersion(name)}`)));
    const packages = sections.slice(1).filter((section) => !section.includes("Notices in source files"));
    // The shortest license, ISC, has 700 characters.
    expect(packages.filter((section) => !/^License: \S/m.test(section) || section.length < 700)).toEqual([]);
  });

  test("contains the command line", () => {
    const printed = execFileSync(join(folder, "node_modules", ".bin", "cdk-clickstack"), ["--version"], {
      encoding: "utf8",
    });
    expect(printed.trim()).toBe(VERSION);
  });

  test.each(["its class", "its command"])(
    "serves the emulator's page when the emulator is started by %s",
    async (from) => {
      const program = `new (require("cdk-clickstack/emulator").Emulator)().start().then(({ openSource }) => console.log(JSON.stringify({ openSource })))`;
      const command = join(folder, "node_modules", ".bin", "cdk-clickstack");
      await using emulator =
        from === "its class"
          ? new ServingProcess(process.execPath, ["-e", program], { cwd: folder })
          : new ServingProcess(command, ["emulator", "--json"], { cwd: folder });
      const { openSource } = JSON.parse(await emulator.firstLine());
      const page = await fetch(openSource.endpoint);
      const script = await fetch(`${openSource.endpoint}/ui/page/page.js`);
      expect(page.status).toBe(200);
      expect(script.status).toBe(200);
      expect(await page.text()).toContain("<title>ClickStack emulator</title>");
    },
  );

  test("can be type-checked, synthesized and applied in an empty cdktf project, and the next plan is empty", async () => {
    writeFileSync(join(folder, "main.ts"), PROGRAM);
    const options = {
      strict: true,
      module: "Node16",
      moduleResolution: "Node16",
      target: "ES2022",
      types: ["node"],
      skipLibCheck: false,
    };
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { ...options, skipLibCheck: true }, files: ["main.ts"] }),
    );
    execFileSync(process.execPath, [join(ROOT, "node_modules", "typescript", "bin", "tsc")], {
      cwd: folder,
      stdio: "pipe",
    });
    execFileSync(process.execPath, ["main.js"], { cwd: folder, env: { ...process.env, CHECKPOINT_DISABLE: "1" } });
    const workingDirectory = join(folder, "cdktf.out", "stacks", "demo");
    expect(existsSync(workingDirectory)).toBe(true);

    await using emulator = await startEmulator();
    const environment = environmentFor(emulator.endpoints);
    const stack = new SearchedFolder(workingDirectory, environment);
    try {
      expect(await stack.run("init")).toMatchObject({ exitCode: 0, stderr: "" });
      expect(await stack.run("apply", "-auto-approve")).toMatchObject({ exitCode: 0, stderr: "" });
      expect(await stack.run("plan", "-detailed-exitcode")).toMatchObject({ exitCode: 0, stderr: "" });
    } finally {
      stack.remove();
    }
  });

  test("imports no module that exists only in the folder of this project", () => {
    expect(
      readdirSync(join(folder, "node_modules")).filter((name) =>
        ["undici", "express", "commander", "@grpc"].includes(name),
      ),
    ).toEqual([]);
  });
});

function installedVersion(name: string): string {
  return JSON.parse(readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8")).version;
}

function npm(cwd: string, ...args: string[]): string {
  return execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}
