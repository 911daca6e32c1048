import fc from "fast-check";
import { lockedProviders, withLockedProvider, withNote, withoutLockedProvider } from "../../../src/install/lock-file";

const OURS = "registry.terraform.io/cdk-clickstack/clickstack";
const NULL = "registry.terraform.io/hashicorp/null";
const AWS = "registry.terraform.io/aaa/aws";

const entry = (address: string, version = "1.2.3", hashes = ["h1:abc="]) => `provider "${address}" {
  version     = "${version}"
  constraints = "${version}"
  hashes = [
${hashes.map((hash) => `    "${hash}",\n`).join("")}  ]
}
`;

const HEADER = `# This file is maintained automatically by "terraform init".
# Manual edits may be lost in future updates.
`;

const locked = (address = OURS, version = "1.2.3", hashes: readonly string[] = ["h1:abc="]) => ({
  address,
  version,
  constraints: version,
  hashes,
});

describe("an entry of a lock file", () => {
  test("is written into a new file in the same form as by Terraform or OpenTofu", () => {
    expect(withLockedProvider("", locked())).toBe(`${HEADER}\n${entry(OURS)}`);
    const forTofu = OURS.replace("registry.terraform.io", "registry.opentofu.org");
    expect(withLockedProvider("", locked(forTofu))).toBe(`${HEADER.replace("terraform", "tofu")}\n${entry(forTofu)}`);
  });

  test("is inserted in the engine's order, and all other text stays unchanged", () => {
    const before = `# a comment by hand\n\n${entry(AWS)}\n`;
    const after = `${entry(NULL, "3.2.4", ["h1:x=", "zh:00"])}# the end`;
    expect(withLockedProvider(before + after, locked())).toBe(`${before}${entry(OURS)}\n${after}`);
    expect(withLockedProvider(before, locked())).toBe(`${before}\n${entry(OURS)}`);
  });

  test("replaces its earlier version in any formatting", () => {
    const old = `provider   "${OURS}"  {\n\tversion="0.9.0"\n\n  hashes=["h1:old="]\n  }`;
    expect(withLockedProvider(`${entry(AWS)}\n${old}\n\n${entry(NULL)}`, locked())).toBe(
      `${entry(AWS)}\n${entry(OURS)}\n${entry(NULL)}`,
    );
  });

  test("keeps Windows line ends", () => {
    const windows = (text: string) => text.replaceAll("\n", "\r\n");
    expect(withLockedProvider(windows(entry(AWS)), locked())).toBe(windows(`${entry(AWS)}\n${entry(OURS)}`));
    expect(withLockedProvider(windows(entry(OURS, "0.9.0")), locked())).toBe(windows(entry(OURS)));
  });

  test("is removed together with the empty line next to it", () => {
    const text = `${HEADER}\n${entry(OURS)}\n${entry(NULL)}`;
    expect(withoutLockedProvider(text, OURS)).toBe(`${HEADER}\n${entry(NULL)}`);
    expect(withoutLockedProvider(text, NULL)).toBe(`${HEADER}\n${entry(OURS)}`);
    expect(withoutLockedProvider(text, AWS)).toBe(text);
  });
});

describe("comments and texts in a lock file", () => {
  test.each([
    ["a block comment", `/*\n${entry(OURS, "0.0.1")}*/\n`],
    ["line comments", `${entry(OURS, "0.0.1").replaceAll(/^/gm, "# ")}\n`],
    ["a block comment that does not end", `${entry(AWS)}/*\n${entry(OURS, "0.0.1")}`],
  ])("are not read as an entry, even if they look like one: %s", (_, text) => {
    expect(lockedProviders(text).some(({ address }) => address === OURS)).toBe(false);
  });

  test("hide no entry that follows text that looks like a comment", () => {
    const text = `provider "example.com/a/b" {\n  version = "1.0.0"\n  hashes = ["h1:/*"]\n}\n# it's "one\n${entry(OURS)}// */`;
    expect(lockedProviders(text).map(({ address, hashes }) => [address, ...hashes])).toEqual([
      ["example.com/a/b", "h1:/*"],
      [OURS, "h1:abc="],
    ]);
  });
});

describe("the comment for cdktf and cdktn in a lock file", () => {
  const required = [{ address: NULL, constraints: "~> 3.2, != 3.2.1" }];
  const note = `
/* Note for cdktf and cdktn: these providers need no "providers lock". "init" selects their versions.
provider "${NULL}" {
  constraints = "~> 3.2, != 3.2.1"
}
*/
`;

  test("lists providers at the end of the file, and can be replaced and removed completely", () => {
    const file = withLockedProvider("", locked());
    const noted = withNote(file, required);
    expect(noted).toBe(file + note);
    expect(lockedProviders(noted).map(({ address }) => address)).toEqual([OURS]);
    expect(withNote(noted, required)).toBe(noted);
    expect(withNote(noted, [])).toBe(file);
  });

  test("is the whole file if no entry can be written", () => {
    expect(withNote("", required)).toBe(HEADER + note);
  });

  test("omits names and constraints that would end the comment or a text", () => {
    const hostile = [
      { address: 'example.com/a/b" {}\n*/', constraints: "1.0.0" },
      { address: "example.com/a/*/", constraints: "1.0.0" },
      { address: AWS, constraints: '1.0.0"\n*/\nprovider "x' },
    ];
    expect(withNote(entry(AWS), hostile)).toBe(entry(AWS));
  });
});

test.each([
  ["empty lines in an entry", `provider "${AWS}" {${"\n".repeat(1_000_000)}  version = "1.0.0"\n}`],
  ["notes that do not end", `${entry(AWS, "1.0.0")}${"/* Note for cdktf and cdktn ".repeat(100_000)}`],
  ["entries that do not end", `${'provider "x" {\n'.repeat(100_000)}}\n${entry(AWS, "1.0.0")}`],
  ["quotes that do not end", `${'"\n'.repeat(500_000)}${entry(AWS, "1.0.0")}`],
])("a file of many %s is read in linear time", (_, text) => {
  expect(lockedProviders(withNote(text, [])).find(({ address }) => address === AWS)?.version).toBe("1.0.0");
});

test("an added entry changes no other characters, for any file", () => {
  const part = fc.oneof(
    fc.constantFrom(entry(AWS), entry(NULL), "/* a */", "# b", '"', "\n", "\r\n", "provider", "{", "}", "/*", "*/"),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join("");
      fc.pre(text !== "");
      const added = entry(OURS)
        .trimEnd()
        .replaceAll("\n", text.includes("\r\n") ? "\r\n" : "\n");
      const withoutLines = (each: string) => each.replaceAll(/[\r\n]/g, "");
      expect(withoutLines(withLockedProvider(text, locked()).replace(added, ""))).toBe(withoutLines(text));
    }),
  );
});
