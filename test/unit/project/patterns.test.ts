import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, sep } from "node:path";
import { parse } from "@babel/parser";
import { isIdentifier, type Node, traverseFast } from "@babel/types";

const ROOT = join(__dirname, "..", "..", "..");

interface Checked {
  /** Patterns that the analyzer recheck found safe. */
  readonly safe: readonly string[];
  /**
   * Patterns for which recheck found no result within seconds or whose input has a size limit, with the reason for
   * their use.
   */
  readonly read: Readonly<Record<string, string>>;
  /** Patterns that code builds, with the reason why they take linear time. */
  readonly built: Readonly<Record<string, string>>;
}

const LIST = join(ROOT, "test", "fixtures", "patterns", "checked-patterns.json");
const checked = JSON.parse(readFileSync(LIST, "utf8")) as Checked;

const { literals, built } = patternsIn("src");

function patternsIn(folder: string) {
  const found = { literals: new Set<string>(), built: new Set<string>() };
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  for (const file of files.filter((each) => /\.tsx?$/.test(each))) {
    const text = readFileSync(join(ROOT, folder, file), "utf8");
    const add = (node: Node) => {
      if (node.type === "RegExpLiteral") {
        found.literals.add(`/${node.pattern}/${node.flags}`);
      } else if (
        (node.type === "NewExpression" || node.type === "CallExpression") &&
        isIdentifier(node.callee, { name: "RegExp" })
      ) {
        found.built.add(
          `${folder}/${file.split(sep).join("/")}: ${text.slice(node.start ?? 0, node.end ?? 0).replace(/\s+/g, " ")}`,
        );
      }
    };
    traverseFast(
      parse(text, { sourceType: "module", plugins: file.endsWith("x") ? ["typescript", "jsx"] : ["typescript"] }),
      add,
    );
  }
  return found;
}

/** Analyzes a pattern and returns texts that it reads in more than linear time. The analysis can take some seconds. */
function analyze(literal: string): string {
  process.env.RECHECK_SYNC_BACKEND = "pure";
  const { checkSync } = createRequire(__filename)("recheck") as {
    checkSync(
      source: string,
      flags: string,
      options: object,
    ): { status: string; complexity?: { summary: string }; attack?: { pattern: string } };
  };
  const end = literal.lastIndexOf("/");
  const { status, complexity, attack } = checkSync(literal.slice(1, end), literal.slice(end + 1), { timeout: 8000 });
  return status === "safe" ? "safe" : [status, complexity?.summary, attack?.pattern].filter(Boolean).join(", ");
}

test("every regular expression takes linear time, as an analyzer or a reviewer confirmed", () => {
  const known = new Set([...checked.safe, ...Object.keys(checked.read)]);
  const unknown = [...literals].filter((literal) => !known.has(literal));
  // Add a safe pattern to `safe`. Change another one, or add it to `read` with the reason.
  expect(unknown.map((literal) => [literal, analyze(literal)])).toEqual([]);
});

test("every regular expression that code builds has a comment about its linear time", () => {
  expect([...built].filter((each) => !Object.hasOwn(checked.built, each))).toEqual([]);
});

test("the list of checked regular expressions contains only expressions that the code uses", () => {
  expect([...checked.safe, ...Object.keys(checked.read)].filter((each) => !literals.has(each))).toEqual([]);
  expect(Object.keys(checked.built).filter((each) => !built.has(each))).toEqual([]);
});
