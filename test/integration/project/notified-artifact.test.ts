import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";

const KIT = join(__dirname, "..", "..", "..", "examples", "ci", "github", ".github", "workflows", "clickstack.yml");

interface Step {
  readonly name?: string;
  readonly run?: string;
}

const { jobs } = parse(readFileSync(KIT, "utf8")) as {
  readonly jobs: { readonly drift: { readonly steps: readonly Step[] } };
};
const script = jobs.drift.steps.find(({ name }) => name === "Fetch which drift was posted")?.run ?? "";

const digest = "0".repeat(64);
const own = JSON.stringify({ version: 1, webhook: digest, posted: { [digest]: { [digest]: digest } } });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clickstack-notified-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/**
 * Runs the step in the same way as the runner, with an artifact of this content. `unzip` fails for the content
 * `broken`.
 */
function fetched(content: string) {
  const command = (name: string, text: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  writeFileSync(join(folder, "content"), content);
  command("gh", `case "$*" in */zip) cat "${folder}/content" ;; *) echo 77 ;; esac`);
  command("unzip", 'cat "$2"; ! grep -qx broken "$2"');
  const { status, stdout } = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
    encoding: "utf8",
    env: { PATH: `${folder}:${process.env.PATH}`, RUNNER_TEMP: folder, GITHUB_REPOSITORY: "acme/shop" },
  });
  return { status, stdout, isKept: existsSync(join(folder, "notified.json")) };
}

describe("the nightly job of the GitHub kit", () => {
  test("continues with the artifact of the previous night", () => {
    expect(fetched(own)).toEqual({ status: 0, stdout: "", isKept: true });
  });

  test.each([
    ["a broken archive", "broken"],
    ["an empty file", ""],
    ["a file without JSON", "{"],
    ["a later version", own.replace('"version":1', '"version":2')],
    ["names instead of digests", own.replace(digest, "checkout")],
    ["another member", own.replace("{", '{"more":1,')],
    ["no posted drift", JSON.stringify({ version: 1, webhook: digest })],
  ])("posts all drift again if the artifact has %s", (_, content) => {
    expect(fetched(content)).toEqual({
      status: 0,
      stdout: "::warning::The artifact clickstack-notified is not usable. All drift is posted again.\n",
      isKept: false,
    });
  });
});
