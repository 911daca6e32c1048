import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { codeBlocks } from "./markdown-blocks";
import type { UserProject } from "./user-project";

const ROOT = join(__dirname, "..", "..");
const SECTION = /^## (.+)$/;

/** Sections of a guide and their blocks of code, which tests follow in a project. */
export class Guide {
  readonly #lines: readonly string[];
  readonly #blocks;

  /** @param page path in the repository */
  constructor(page: string) {
    this.#lines = readFileSync(join(ROOT, page), "utf8").split("\n");
    this.#blocks = codeBlocks().filter((block) => block.page === page);
  }

  /** Headings of the sections that contain code. */
  get recipes(): readonly string[] {
    return [...new Set(this.#blocks.map(({ place }) => this.#sectionOf(place)))];
  }

  /** Returns the steps of a section, in order. */
  steps(section: string): readonly Step[] {
    const steps = this.#blocks.filter(({ place }) => this.#sectionOf(place) === section);
    if (steps.length === 0) {
      throw new Error(`The section "${section}" contains no code.`);
    }
    return steps.map(({ language, text }) => ({ language, text }));
  }

  #sectionOf(place: string): string {
    const line = Number(place.split(":").at(-1));
    const heading = this.#lines.slice(0, line).findLast((text) => SECTION.test(text));
    return SECTION.exec(heading ?? "")?.[1] ?? "";
  }
}

/** A block of code: a program that a user writes to `main.ts`, or commands that a user pastes into a shell. */
export interface Step {
  readonly language: string;
  readonly text: string;
}

/**
 * Does the same as a user with a step. The user answers every prompt with yes. Returns the output of commands.
 * @param actual texts of this test that replace the example addresses and ids of the page
 */
export async function follow(
  project: UserProject,
  step: Step | undefined,
  actual: Readonly<Record<string, string>> = {},
): Promise<string> {
  if (step === undefined) {
    throw new Error("The recipe has no such step.");
  }
  const text = Object.entries(actual).reduce((found, [example, value]) => replaced(found, example, value), step.text);
  if (step.language === "typescript") {
    project.write({ "main.ts": text });
    return "";
  }
  return stripVTControlCharacters(await project.runWithPrompts(text));
}

function replaced(text: string, example: string, value: string): string {
  if (!text.includes(example)) {
    throw new Error(`The step does not contain ${example}.`);
  }
  return text.replaceAll(example, value);
}
