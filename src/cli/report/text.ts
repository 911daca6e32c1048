import type { Colors } from "../frame/output";
import { fieldLine } from "./field-changes";
import {
  type Action,
  type EngineDiagnostic,
  groupsByType,
  type ObjectChange,
  type Report,
  type SharedObject,
  type StackReport,
  type UnmanagedObject,
} from "./model";
import { reportedType } from "./reported-types";
import { SHARED_FIX, sharedProblem, sharedTitle } from "./stack-report";
import { conclusionOf, isRemark, signOf, titleOf, verbOf, verdictOf, visibleTexts } from "./wording";

export function textReport(report: Report, colors: Colors): string {
  return new TextReport(visibleTexts(report), colors).write();
}

class TextReport {
  readonly #lines: string[] = [];

  constructor(
    private readonly report: Report,
    private readonly colors: Colors,
  ) {}

  write(): string {
    for (const stack of this.report.stacks) this.#stack(stack);
    this.#unmanaged(this.report.unmanaged);
    this.#shared(this.report.shared);
    for (const problem of this.report.problems) this.#line(`${this.colors.red("error:")} ${problem}`, "");
    this.#line(this.colors.bold(conclusionOf(this.report)));
    return `${this.#lines.join("\n")}\n`;
  }

  #stack(stack: StackReport): void {
    const verdict = verdictOf(this.report.command, stack);
    this.#line(
      `${this.colors.bold(stack.name)} ${this.colors.dim(`(${stack.folder})`)}: ${stack.failed ? this.colors.red(verdict) : verdict}`,
    );
    for (const diagnostic of stack.diagnostics) this.#diagnostic(diagnostic);
    this.#risks(stack.objects);
    for (const { title, objects } of groupsByType(stack.objects)) {
      this.#line("", `  ${this.colors.underline(title)}`);
      for (const object of objects) this.#object(object);
    }
    this.#line("");
  }

  #risks(objects: readonly ObjectChange[]): void {
    const risky = objects.filter(({ risks }) => risks.length > 0);
    if (risky.length === 0) return;
    this.#line("", `  ${this.colors.red(this.colors.bold("Review carefully"))}`);
    for (const object of risky) {
      for (const { message } of object.risks)
        this.#line(`  ${this.colors.red("!")} ${object.noun} ${titleOf(object)}: ${message}`);
    }
  }

  #object(object: ObjectChange): void {
    const sign = this.#paint(object.action, signOf(object.action));
    this.#line(
      `  ${sign} ${this.colors.bold(titleOf(object))} ${verbOf(this.report.command, object.action)} ${this.colors.dim(object.address)}`,
    );
    for (const change of object.fields) this.#field(object, fieldLine(object, change));
  }

  #field(object: ObjectChange, { place, before, after, isPart, lines }: ReturnType<typeof fieldLine>): void {
    const { red, green } = this.colors;
    if (lines) {
      this.#line(`      ${place}`, ...lines.map((line) => `        ${line.startsWith("-") ? red(line) : green(line)}`));
    } else if (object.action === "create") {
      this.#line(`      ${place} ${green(after ?? "")}`);
    } else if (isPart && before === undefined) {
      this.#line(`      ${place} ${green("added")} ${after}`);
    } else if (isPart && after === undefined) {
      this.#line(`      ${place} ${red("removed")}`);
    } else {
      this.#line(`      ${place} ${red(quoted(before))} -> ${green(quoted(after))}`);
    }
  }

  #diagnostic({ severity, summary, detail, address, position }: EngineDiagnostic): void {
    const paint = severity === "error" ? this.colors.red : this.colors.yellow;
    const where = [address, position].filter((text) => text !== undefined).join(", ");
    this.#line(`  ${paint(`${severity}:`)} ${summary}${where === "" ? "" : this.colors.dim(` (${where})`)}`);
    for (const line of detail === "" ? [] : detail.split("\n")) this.#line(line === "" ? "" : `    ${line}`);
  }

  #unmanaged(objects: readonly UnmanagedObject[]): void {
    if (objects.length === 0) return;
    this.#line(`${this.colors.bold("On the server and in no state")}`);
    for (const object of objects)
      this.#line(`  ? ${reportedType(object.type).noun} ${titleOf(object)} ${this.colors.dim(object.id)}`);
    this.#line("");
  }

  #shared(objects: readonly SharedObject[]): void {
    if (objects.length === 0) return;
    this.#line(this.colors.red(this.colors.bold("Managed more than once")));
    for (const object of objects)
      this.#line(`  ${this.colors.red("!")} ${sharedTitle(object)} ${sharedProblem(object)} ${SHARED_FIX}`);
    this.#line("");
  }

  #paint(action: Action, text: string): string {
    if (action === "create" || action === "import") return this.colors.green(text);
    return action === "delete" || action === "replace" ? this.colors.red(text) : this.colors.yellow(text);
  }

  /** A name of several lines must not look like lines of the report. */
  #line(...lines: readonly string[]): void {
    this.#lines.push(...lines.map((line) => line.replaceAll("\n", "\\n")));
  }
}

/** As in Markdown, so that blanks at the ends can be seen. */
function quoted(text: string | undefined): string {
  if (text === undefined) return "";
  return isRemark(text) ? text : `\`${text}\``;
}

/** A text of sections that stays below a length: objects that do not fit are counted instead, and open sections are always closed. */
export class SizeLimitedText {
  #text = "";
  #closing: string[] = [];
  #omitted = 0;

  /** @param note says how many objects were left out. */
  constructor(
    private readonly longest: number,
    private readonly note: (count: number) => string,
  ) {}

  /** Adds text that is short; it is left out where nothing fits any more. */
  add(text: string): void {
    if (this.#fits(text)) this.#text += text;
  }

  /** Adds what stands for one object, or counts it. After the first that does not fit none is added, so that none seems unchanged. */
  addObject(text: string): void {
    if (this.#omitted === 0 && this.#fits(text)) this.#text += text;
    else this.#omitted += 1;
  }

  open(text: string, closing: string): void {
    const fits = this.#omitted === 0 && this.#fits(text + closing);
    if (fits) this.#text += text;
    this.#closing.push(fits ? closing : "");
  }

  close(): void {
    this.#text += this.#closing.pop() ?? "";
  }

  toString(): string {
    return this.#omitted > 0 ? this.#text + this.note(this.#omitted) : this.#text;
  }

  /** What must follow in any case has its place kept. */
  #fits(text: string): boolean {
    const reserved = this.#closing.join("").length + this.note(Number.MAX_SAFE_INTEGER).length;
    return this.#text.length + text.length + reserved <= this.longest;
  }
}
