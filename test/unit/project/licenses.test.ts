import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Metafile } from "esbuild";
import { bundledPackages, licensesText } from "../../../scripts/build/licenses";

describe("the list of packages in a bundle", () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "licenses-"));
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  test("contains packages with code in the output, each package once, sorted by name", () => {
    add("zod/package.json", manifest("zod", "4.0.0"), "zod/LICENSE", "Text of zod");
    add("accepts/package.json", manifest("accepts", "1.0.0"), "accepts/LICENSE.md", "Text of accepts");
    add("removed/package.json", manifest("removed", "1.0.0"), "removed/LICENSE", "Text of removed");
    const metafile = bundleOf({
      "own/main.js": 10,
      "node_modules/zod/a.js": 10,
      "node_modules/zod/b.js": 10,
      "node_modules/accepts/a.js": 10,
      "node_modules/removed/a.js": 0,
    });
    expect(bundledPackages(metafile, root)).toEqual([
      { name: "accepts", version: "1.0.0", license: "MIT", texts: ["Text of accepts"] },
      { name: "zod", version: "4.0.0", license: "MIT", texts: ["Text of zod"] },
    ]);
  });

  test("identifies a package by the manifest with a name, because nested manifests only set how files are loaded", () => {
    add("@scope/a/package.json", manifest("@scope/a", "1.0.0"), "@scope/a/LICENSE", "Text");
    add("@scope/a/dist/cjs/package.json", '{ "type": "commonjs" }');
    const metafile = bundleOf({ "node_modules/@scope/a/dist/cjs/a.js": 10 });
    expect(bundledPackages(metafile, root).map(({ name }) => name)).toEqual(["@scope/a"]);
  });

  test("can contain two versions of a package", () => {
    add("a/package.json", manifest("a", "2.0.0"), "a/LICENSE", "Text of 2");
    add("b/node_modules/a/package.json", manifest("a", "1.0.0"), "b/node_modules/a/LICENSE", "Text of 1");
    const metafile = bundleOf({ "node_modules/a/a.js": 10, "node_modules/b/node_modules/a/a.js": 10 });
    expect(bundledPackages(metafile, root).map(({ version, texts }) => [version, texts])).toEqual([
      ["1.0.0", ["Text of 1"]],
      ["2.0.0", ["Text of 2"]],
    ]);
  });

  test("contains the notices of a package next to its license", () => {
    add("a/package.json", manifest("a", "1.0.0"), "a/LICENSE", "The license", "a/NOTICE.txt", "The notice");
    expect(textsOf("node_modules/a/a.js")).toEqual(["The license", "The notice"]);
  });

  test("reads the license from the README if there is no license file", () => {
    const readme = "# A\n\n## License\n\n(The MIT License)\n\nCopyright (c) 2012 Ada\n\n## More\n\nOther text\n";
    add("a/package.json", manifest("a", "1.0.0"), "a/Readme.md", readme);
    expect(textsOf("node_modules/a/a.js")).toEqual(["(The MIT License)\n\nCopyright (c) 2012 Ada"]);
  });

  test("uses the standard text for a license without a text, with the known copyrights", () => {
    add(
      "a/package.json",
      manifest("a", "1.0.0", "(MIT AND BSD-3-Clause)"),
      "a/README.md",
      "# A\n\n## License\n\nMIT\n",
    );
    add("a/a.js", '"use strict";\n// Copyright 2008 Ada\n// All rights reserved.\nexports.a = 1;\n');
    const [author, header, mit, bsd] = textsOf("node_modules/a/a.js");
    expect(author).toBe("Copyright Ada");
    expect(header).toBe("// Copyright 2008 Ada\n// All rights reserved.");
    expect(mit).toMatch(/^Permission is hereby granted, free of charge/);
    expect(bsd).toMatch(/^Redistribution and use in source and binary forms/);
  });

  test("causes a build error if a license or its text is missing", () => {
    add("a/package.json", manifest("a", "1.0.0", "Unknown-1.0"), "a/a.js", "");
    expect(() => textsOf("node_modules/a/a.js")).toThrow("a 1.0.0 lacks the text of its license, Unknown-1.0.");
    add("a/package.json", JSON.stringify({ name: "a", version: "1.0.0" }));
    expect(() => textsOf("node_modules/a/a.js")).toThrow("a 1.0.0 names no license in its package.json.");
  });

  function textsOf(file: string): readonly string[] {
    return bundledPackages(bundleOf({ [file]: 10 }), root)[0]?.texts ?? [];
  }

  /** Writes files below node_modules: a path, its text, and so on. */
  function add(...pathsAndTexts: readonly string[]): void {
    for (let at = 0; at < pathsAndTexts.length; at += 2) {
      const file = join(root, "node_modules", pathsAndTexts[at] ?? "");
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, pathsAndTexts[at + 1] ?? "");
    }
  }
});

test("the license file of a bundle has one section per package and one section for the notices in source files", () => {
  const packages = [
    { name: "a", version: "1.0.0", license: "MIT", texts: ["The license", "The notice"] },
    { name: "b", version: "2.0.0", license: "ISC", texts: ["Another"] },
  ];
  const line = "-".repeat(80);
  expect(licensesText("main.js", packages, "/*! c */")).toBe(
    `Third-party software in main.js\n\n${line}\n\na 1.0.0\nLicense: MIT\n\nThe license\n\nThe notice\n\n${line}\n\n` +
      `b 2.0.0\nLicense: ISC\n\nAnother\n\n${line}\n\nNotices in source files\n\n/*! c */\n`,
  );
});

function manifest(name: string, version: string, license = "MIT"): string {
  return JSON.stringify({ name, version, license, author: { name: "Ada" } });
}

/** @param bytes size of each input in the output */
function bundleOf(bytes: Readonly<Record<string, number>>): Metafile {
  const inputs = Object.fromEntries(Object.entries(bytes).map(([path, bytesInOutput]) => [path, { bytesInOutput }]));
  return { inputs: {}, outputs: { "dist/main.js": { bytes: 0, inputs, imports: [], exports: [] } } };
}
