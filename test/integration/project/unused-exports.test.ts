import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(__dirname, "..", "..", "..");

/**
 * Files that are checked, except for the package's entry points, a framework's substitutes and code that is generated whole.
 */
const CHECKED = /^(src|scripts|test\/support)\//;
const USED_OUTSIDE =
  /^src\/(index|checks|emulator\/index|generated\/declared-types)\.ts$|\.cdktn\.ts$|^(src|test\/support)\/plugin\/protocol\//;

/** Names that only the package's declaration files need: they show the base classes of exported classes. */
const NAMED_IN_DECLARATIONS = ["ExistingObjectClass", "FindById", "FindByName", "NamedLookUp", "OwnStack"];

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.ts", "*.tsx", "*.js", "*.mjs"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(ROOT, file)));

const words = new Map(
  files.map((file) => [file, new Set(readFileSync(join(ROOT, file), "utf8").match(/[A-Za-z_$][\w$]*/g))] as const),
);

/** The names that a file declares and exports. A name that another file has by chance counts as used. */
function exportsOf(file: string): readonly string[] {
  const declared = readFileSync(join(ROOT, file), "utf8").matchAll(
    /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|interface|type|enum) ([\w$]+)/gm,
  );
  return [...declared].flatMap(([, name]) => name ?? []);
}

test("every export of a file is used in another file", () => {
  const unused = files
    .filter((file) => CHECKED.test(file) && file.endsWith(".ts") && !USED_OUTSIDE.test(file))
    .flatMap((file) => exportsOf(file).map((name) => [file, name] as const))
    .filter(([, name]) => !NAMED_IN_DECLARATIONS.includes(name))
    .filter(([file, name]) => !files.some((other) => other !== file && words.get(other)?.has(name)));
  expect(unused.map(([file, name]) => `${file}: ${name}`)).toEqual([]);
});
