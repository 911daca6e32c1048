import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { HtmlRenderer, Parser } from "commonmark";
import type { AdoptDocument } from "../../../../src/cli/commands/adopt/document";
import { adoptMarkdown, coloredPatch, unifiedDiff, writeCopies } from "../../../../src/cli/commands/adopt/outputs";
import { type Colors, colorsFor } from "../../../../src/cli/terminal/colors";
import { callCli } from "../../../support/cli/call-cli";

type AdoptedObject = AdoptDocument["objects"][number];

function documentOf(objects: readonly AdoptedObject[]): AdoptDocument {
  return {
    written: false,
    notVerified: "With --stacks, the program does not run.",
    files: [],
    patch: "",
    patchRoot: ".",
    comments: [],
    objects,
  };
}

const checkout = { stack: "shop", address: "clickstack_dashboard.checkout" };

describe("the pull request description of a patch", () => {
  test("lists each adopted prop, and each other change with its line and reason", () => {
    const notAdopted = [
      { prop: "name", file: "main.ts", line: 12, reason: "The value comes from a variable." },
      { prop: "", reason: "The object was deleted on the server." },
    ];
    const text = adoptMarkdown(documentOf([{ ...checkout, adopted: ["tags", "tiles.errors.name"], notAdopted }]));
    expect(text).toBe(`<!-- cdk-clickstack:adopt -->
### ClickStack adopt: changes of 1 object, 1 with changes that are not adopted

Users changed these objects on the server since the last apply. The patch takes the changes into the code. The patch is not verified: the plan of this pull request or merge request must not contain these changes anymore.

- \`clickstack_dashboard.checkout\` in shop
  - \`tags\`
  - \`tiles.errors.name\`

**Not adopted.** The next apply reverts these changes. To keep one, edit the code.

- \`clickstack_dashboard.checkout\` in shop
  - \`name\` in \`main.ts:12\`: The value comes from a variable.
  - The object was deleted on the server.
`);
  });

  test("reports that there is nothing to adopt", () => {
    expect(adoptMarkdown(documentOf([]))).toContain("### ClickStack adopt: no changes to adopt\n");
  });

  test("contains names of users only as plain text", () => {
    const hostile = "tiles.`x` ](https://evil.example) @team <img src=x>\n\u202e--> # Title";
    const obstacle = { prop: hostile, file: hostile, line: 1, reason: hostile };
    const text = adoptMarkdown(
      documentOf([{ ...checkout, stack: hostile, adopted: [hostile], notAdopted: [obstacle] }]),
    );
    expect(text).not.toContain("\u202e");
    const html = new HtmlRenderer().render(new Parser().parse(text));
    expect(html.match(/<(?:a|img|h[124-6])\b/g)).toBeNull();
    expect(html.replaceAll(/<code>.*?<\/code>/gs, "")).not.toContain("@team");
  });

  test("mentions a comment next to an adopted value", () => {
    const document = documentOf([{ ...checkout, adopted: ["name"], notAdopted: [] }]);
    expect(adoptMarkdown({ ...document, comments: [{ file: "main.ts", line: 3 }] })).toMatch(
      /- `name`\n\nThe comment in `main\.ts:3` is next to an adopted value and may be out of date\.\n$/,
    );
  });

  test("stays below the maximum length of a comment, and counts the objects that are not shown", () => {
    const many = Array.from({ length: 2000 }, (_, index) => ({
      ...{ stack: "shop", address: `clickstack_dashboard.board_${index}`, notAdopted: [] },
      adopted: ["name", "tiles.errors.name"],
    }));
    const text = adoptMarkdown(documentOf(many));
    expect(text.length).toBeLessThan(65_536);
    expect(text).toMatch(/\d+ more objects are not shown: the text would be too long\.\n$/);
  });
});

test.each([
  [["--write", "--stacks", "cdktf.out"], "--write and --stacks exclude each other, because --write runs the program"],
  [["--write", "--copies", "copies"], "--write and --copies exclude each other."],
  [["--output", "adopt.html"], "Name a file with the extension .patch, .md, .json."],
  [["--stacks", "nowhere"], "The folder nowhere does not exist."],
])("the options of adopt in %j are refused with one error", async (words, message) => {
  const { exitCode, stderr } = await callCli(["adopt", ...words]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(message);
});

test("a patch is printed with the colors of a diff on a terminal, and without colors in a pipe", () => {
  const patch = "--- a/main.ts\t\n+++ b/main.ts\t\n@@ -1,2 +1,2 @@\n same\n-old\n+new\n";
  const named = Object.fromEntries(
    ["bold", "cyan", "green", "red", "dim", "underline", "yellow"].map((name) => [
      name,
      (text: string) => `${name}(${text})`,
    ]),
  ) as unknown as Colors;
  expect(coloredPatch(patch, named)).toBe(
    "bold(--- a/main.ts\t)\nbold(+++ b/main.ts\t)\ncyan(@@ -1,2 +1,2 @@)\n same\nred(-old)\ngreen(+new)\n",
  );
  expect(coloredPatch(patch, colorsFor({ isTTY: false }, {}))).toBe(patch);
});

test("copies of the edited files keep their line ends, their byte order mark and their relative paths", () => {
  const folder = mkdtempSync(join(tmpdir(), "clickstack-copies-"));
  try {
    const files = [
      { path: "main.ts", original: '\ufeffa();\r\nb("x");\r\n', edited: '\ufeffa();\r\nb("y");\r\n' },
      { path: "../shared/my boards.ts", original: "c(1)", edited: "c(2)" },
    ];
    const project = join(folder, "packages", "shop");
    for (const { path, original } of files) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), original);
    }
    const paths = files.map(({ path }) => path);
    const document = { ...documentOf([]), files: paths, patch: unifiedDiff(project, files), patchRoot: ".." };
    writeCopies(join(folder, "copies"), document, project);
    expect(readFileSync(join(folder, "copies", "shop", "main.ts"), "utf8")).toBe(files[0]?.edited);
    expect(readFileSync(join(folder, "copies", "shared", "my boards.ts"), "utf8")).toBe("c(2)");
    expect(readFileSync(join(project, "main.ts"), "utf8")).toBe(files[0]?.original);
    writeFileSync(join(project, "main.ts"), "other();\n");
    expect(() => writeCopies(join(folder, "copies"), document, project)).toThrow(
      "main.ts changed while the command ran. Fix: Run the command again.",
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
