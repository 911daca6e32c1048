import type { EngineDiagnostic } from "../../engine/diagnostics";
import { type CodeLine, fileLineText } from "../../project/code-lines";
import { visibleTexts } from "../../terminal/json-document";
import { digestLine } from "../changes/digest";
import { groupsByType } from "../changes/elsewhere";
import { type FieldLine, fieldLines } from "../changes/field-lines";
import type { ObjectChange, Report, SharedObject, StackReport } from "../changes/report-model";
import { SHARED_FIX, sharedProblem } from "../changes/stack-report";
import { adoptHint, conclusionOf, isRemark, risksIn, titleWithPlace, verbOf, verdictOf } from "../changes/wording";
import { bold, fenced, htmlText, inlineCode, prose } from "./markdown-text";

/** Maximum length of a comment on GitHub, in characters. GitLab accepts longer ones. */
export const MAX_COMMENT_LENGTH = 65_536;

/** Maximum number of fields of one object. More would hide the other objects. */
const MAX_FIELDS = 100;

/** Writes a report for the comment of a pull request. Equal reports result in equal texts. */
export function markdownReport(report: Report, maxLength = MAX_COMMENT_LENGTH): string {
  const { command, stacks, unmanaged, shared, problems } = visibleTexts(report);
  const text = new SizeLimitedText(
    maxLength,
    (count) =>
      `\n${count} more ${count === 1 ? "object is" : "objects are"} not shown: the comment would be too long. The job's log has ${count === 1 ? "it" : "them"}.\n`,
  );
  // The invisible line identifies the comment in later runs.
  const marker = `<!-- cdk-clickstack:${command} -->`;
  text.add(`${marker}\n### ClickStack ${command}: ${prose(conclusionOf(report).replace(/\.$/, ""))}\n`);
  if (command === "plan") {
    text.add(`\n${digestLine(report, maxLength)}\n`);
  }
  for (const problem of problems) {
    text.add(`\n> **error:** ${prose(problem)}\n`);
  }
  risks(text, stacks, shared);
  for (const stack of stacks) {
    stackSection(text, command, stack);
  }
  if (unmanaged.length > 0) {
    text.open(`\n<details><summary>On the server and in no state: ${unmanaged.length}</summary>\n\n`, "\n</details>\n");
    for (const object of unmanaged) {
      text.addObject(`- ${prose(object.noun)} ${bold(titleWithPlace(object))} ${inlineCode(object.id)}\n`);
    }
    text.close();
  }
  const hint = adoptHint(report);
  if (hint !== undefined) {
    text.add(`\n${hint.replace(/npx .*/, inlineCode)}\n`);
  }
  return text.toString();
}

function risks(text: SizeLimitedText, stacks: readonly StackReport[], shared: readonly SharedObject[]): void {
  const risky = stacks.flatMap(({ objects }) => risksIn(objects));
  if (risky.length + shared.length === 0) {
    return;
  }
  text.add("\n**Review carefully**\n\n");
  for (const [object, message] of risky) {
    text.addObject(`- :warning: ${prose(object.noun)} ${bold(titleWithPlace(object))}: ${prose(message)}\n`);
  }
  for (const object of shared) {
    const problem = sharedProblem(object, ({ stack, address }) => `${inlineCode(address)} in ${prose(stack)}`);
    text.addObject(`- :warning: ${prose(object.noun)} ${bold(titleWithPlace(object))} ${problem} Fix: ${SHARED_FIX}\n`);
  }
}

function stackSection(text: SizeLimitedText, command: Report["command"], stack: StackReport): void {
  text.add(`\n#### ${prose(stack.name)}: ${prose(verdictOf(command, stack))}\n`);
  for (const diagnostic of stack.diagnostics) {
    text.addObject(diagnosticBlock(diagnostic));
  }
  for (const { title, objects } of groupsByType(stack.objects)) {
    text.open(`\n<details><summary>${htmlText(title)}: ${objects.length}</summary>\n\n`, "\n</details>\n");
    for (const object of objects) {
      text.addObject(objectBlock(command, object));
    }
    text.close();
  }
}

function diagnosticBlock({ severity, summary, detail, address, position }: EngineDiagnostic): string {
  const where = [address, position].filter((each) => each !== undefined).map(inlineCode);
  const head = `\n**${severity}:** ${prose(summary)}${where.length > 0 ? ` (${where.join(", ")})` : ""}\n`;
  return detail === "" ? head : `${head}\n${fenced(detail, "")}\n`;
}

function objectBlock(command: Report["command"], object: ObjectChange): string {
  const changed = fieldLines(object);
  const lines = changed.slice(0, MAX_FIELDS).map(fieldItem);
  const rest = changed.length - lines.length;
  const more = rest > 0 ? [`  - and ${rest} more fields\n`] : [];
  const where = object.source === undefined ? "" : ` in ${sourceLink(object.source)}`;
  return `- ${bold(titleWithPlace(object))} ${verbOf(command, object)} ${inlineCode(object.address)}${where}\n${[...lines, ...more].join("")}`;
}

function sourceLink(source: CodeLine): string {
  const text = inlineCode(fileLineText(source));
  return source.url === undefined ? text : `[${text}](${source.url})`;
}

function fieldItem({ field, form, before, after, lines, remark }: FieldLine): string {
  const texts = {
    lines: "",
    value: ` ${valueCode(after)}`,
    added: ` added: ${valueCode(after)}`,
    removed: " removed",
    changed: ` ${valueCode(before)} → ${valueCode(after)}`,
  };
  const block = lines.length > 0 ? `\n${fenced(lines.join("\n"), "diff").replace(/^/gm, "    ")}\n\n` : "";
  return `  - ${prose(field)}${texts[form]}${remark}\n${block}`;
}

function valueCode(text = ""): string {
  return isRemark(text) ? text : inlineCode(text);
}

/** Text with a maximum length. Objects that do not fit are counted, and open sections are always closed. */
export class SizeLimitedText {
  #text = "";
  #closing: string[] = [];
  #omitted = 0;

  /** @param note text with the number of omitted objects. */
  constructor(
    private readonly maxLength: number,
    private readonly note: (count: number) => string,
  ) {}

  add(text: string): void {
    if (this.#fits(text)) {
      this.#text += text;
    }
  }

  /** Adds or counts an object. After the first that does not fit, none is added, so that none seems unchanged. */
  addObject(text: string): void {
    if (this.#omitted === 0 && this.#fits(text)) {
      this.#text += text;
    } else {
      this.#omitted += 1;
    }
  }

  open(text: string, closing: string): void {
    const fits = this.#omitted === 0 && this.#fits(text + closing);
    if (fits) {
      this.#text += text;
    }
    this.#closing.push(fits ? closing : "");
  }

  close(): void {
    this.#text += this.#closing.pop() ?? "";
  }

  toString(): string {
    return this.#omitted > 0 ? this.#text + this.note(this.#omitted) : this.#text;
  }

  /** Reserves space for required text at the end. */
  #fits(text: string): boolean {
    const reserved = this.#closing.join("").length + this.note(Number.MAX_SAFE_INTEGER).length;
    return this.#text.length + text.length + reserved <= this.maxLength;
  }
}
