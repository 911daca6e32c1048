import { renameSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { type AdoptProject, adoptProjects, MAIN } from "../support/cli/adopt-project";

const TSX = createRequire(__filename).resolve("tsx/cli");

describe("a program whose dashboards were edited in the UI", () => {
  let project: AdoptProject;
  adoptProjects((each) => {
    project = each;
  });

  test("gets a patch that git accepts, and no file is written without --write", async () => {
    await project.edit("dashboards", "Checkout", (body) => Object.assign(body, { name: "Shop" }));
    const printed = await project.cli("adopt");
    expect(printed.exitCode).toBe(2);
    expect(printed.stderr).toContain(
      "To write the patch to main.ts, run the command again with --write. The plan of a copy of the project confirms the patch.",
    );
    const checked = await project.cli("adopt", "--check");
    expect(checked).toMatchObject({ exitCode: 2, stdout: "" });
    expect(checked.stderr).toContain("Can adopt clickstack_dashboard.checkout:\n  name\n");
    expect(project.read("main.ts")).toBe(MAIN);
    project.write("adopt.patch", printed.stdout);
    project.git("apply", "adopt.patch");
    expect(project.read("main.ts")).toBe(MAIN.replace('"Checkout",', '"Shop",'));
    const dirty = await project.cli("adopt", "clickstack_dashboard.slow", "--write");
    expect(dirty).toMatchObject({ exitCode: 0, stdout: "" });
    expect((await project.cli("adopt", "clickstack_dashboard.missing")).stderr).toContain(
      "error: The code declares no clickstack_dashboard.missing. Fix: Name addresses as the drift report shows them.",
    );
  });

  test("stays unchanged if the new program fails, has uncommitted changes, or is a symbolic link", async () => {
    const failing = `${MAIN}if (checkout.node.id === "checkout" && readFileSync("main.ts", "utf8").includes("Sh" + "op")) {\n  throw new Error("broken");\n}\n`;
    project.write("main.ts", failing);
    await project.edit("dashboards", "Checkout", (body) => Object.assign(body, { name: "Shop" }));
    const uncommitted = await project.cli("adopt", "--write");
    expect(uncommitted).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("main.ts has uncommitted changes."),
    });
    const failed = await project.cli("adopt", "--write", "--allow-dirty");
    expect(failed).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("Error: broken") });
    expect(failed.stderr).toContain("The patch was not adopted, and all files were restored.");
    expect(project.read("main.ts")).toBe(failing);
    renameSync(project.path("main.ts"), project.path("real.ts"));
    symlinkSync("real.ts", project.path("main.ts"));
    project.write(
      "cdktf.json",
      JSON.stringify({
        app: `${process.execPath} --preserve-symlinks-main --preserve-symlinks ${TSX} main.ts`,
      }),
    );
    const linked = await project.cli("adopt", "--write", "--allow-dirty");
    expect(linked.stdout).toBe("");
    expect(project.read("real.ts")).toBe(failing);
  });
});
