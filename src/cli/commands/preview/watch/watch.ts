import { existsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ClientError } from "../../../../client";
import { type Reading, readContents } from "../../../project/contents/read-contents";
import { isProject, ProgramError, readProject, runProgram } from "../../../project/project-program";
import { html, type Markup } from "../../../reports/formats/html-page";
import { drawingsHtml, pictureTitle, previewTitle } from "../../../reports/formats/pictures";
import {
  CommandError,
  type Ending,
  expectedFileProblem,
  inScratchFolder,
  unlessInterrupted,
} from "../../../terminal/exit";
import { printProse, say } from "../../../terminal/output";
import type { WatchFlags } from "../command";
import { type PreviewResult, selectPictures } from "../preview";
import { type HeldSeries, openSeries } from "./held-series";
import { LivePage } from "./live-page";
import { WatchedFiles } from "./watched-files";

/** Serves a page with the dashboards of some folders and draws it again after each save, until the user stops it. */
export async function watchPreview(paths: readonly string[], flags: WatchFlags): Promise<void> {
  const asked = paths.length > 0 ? paths : ["."];
  const missing = asked.find((path) => !existsSync(path));
  if (missing !== undefined) {
    throw new CommandError(`The file or folder ${missing} does not exist.`);
  }
  const series = openSeries(flags.last);
  if (flags.series && typeof series === "string") {
    throw new CommandError(series);
  }
  await inScratchFolder(tmpdir(), "cdk-clickstack-preview-", async (scratch) => {
    const subjects = asked.map((path, index) => {
      const isProgram = flags.synth && statSync(path).isDirectory() && isProject(path);
      return { path, outdir: isProgram ? join(scratch, String(index)) : undefined };
    });
    await unlessInterrupted((ending) => new WatchSession(subjects, flags, series).run(ending));
  });
}

class WatchSession {
  /** Last successful draw, with the names of its dashboards and the time of day. */
  #drawing: { readonly title: string; readonly body: Markup; readonly names: string; readonly at: string } | undefined;
  #isReadAgain = false;

  /** @param subjects paths to draw. `outdir` is the folder for the stacks of a project. */
  constructor(
    private readonly subjects: readonly { readonly path: string; readonly outdir: string | undefined }[],
    private readonly flags: WatchFlags,
    private series: HeldSeries | string,
  ) {}

  async run({ asked }: Ending): Promise<void> {
    const outputs = this.subjects.flatMap(({ path, outdir }) =>
      outdir ? [resolve(path, readProject(path).output)] : [],
    );
    const paths = this.subjects.map(({ path }) => path);
    const files = await WatchedFiles.open(paths, outputs);
    const page = await LivePage.open(this.flags.port, () => {
      this.#isReadAgain = true;
      files.request();
    }).catch(async (error: unknown) => {
      await Promise.all([files.close(), this.#closeSeries()]);
      throw error;
    });
    printProse(`${page.address} shows the dashboards and follows each save. Press Ctrl-C to stop.\n`);
    if (typeof this.series === "string") {
      say(`${this.series}\n`);
    }
    try {
      while (!asked.aborted) {
        await this.#drawUntilChange(page, files.next(asked));
      }
    } catch (error) {
      asked.throwIfAborted();
      throw error;
    } finally {
      await Promise.all([page.close(), files.close(), this.#closeSeries()]);
    }
  }

  async #drawUntilChange(page: LivePage, change: Promise<void>): Promise<void> {
    const stop = new AbortController();
    const changed = change.finally(() => stop.abort());
    // The draw may throw first. An unhandled rejection would then end the process.
    changed.catch(() => undefined);
    await this.#draw(page, stop.signal);
    await changed;
  }

  async #draw(page: LivePage, stop: AbortSignal): Promise<void> {
    if (this.#isReadAgain) {
      this.#isReadAgain = false;
      await this.#closeSeries();
      this.series = openSeries(this.flags.last);
    }
    try {
      const readings = await this.#readings(page);
      await this.#show(page, readings, stop);
      const asked = typeof this.series === "string" ? 0 : this.series.takeAsked();
      const note = asked === 0 ? "" : ` Sent ${asked === 1 ? "1 query" : `${asked} queries`} to the server.`;
      say(`${timeOfDay()} Drew ${this.#drawing?.names}.${note}\n`);
    } catch (error) {
      const problem = error instanceof CommandError ? error.message : expectedFileProblem(error);
      this.#showProblem(page, problem, error instanceof ProgramError ? error.output : "");
    }
  }

  /** Runs the programs one after another, and reads the stacks. */
  async #readings(page: LivePage): Promise<readonly Reading[]> {
    const paths: string[] = [];
    for (const { path, outdir } of this.subjects) {
      if (outdir !== undefined) {
        this.#publish(page, html`Running <code>${readProject(path).app}</code> ...`);
        sayOutput(await runProgram(path, outdir));
      }
      paths.push(outdir ?? path);
    }
    return readContents(paths, this.flags);
  }

  /** Draws the series of earlier queries immediately, and then those of new queries. */
  async #show(page: LivePage, readings: readonly Reading[], stop: AbortSignal): Promise<void> {
    const { series, flags } = this;
    if (typeof series === "string") {
      this.#showDrawing(page, selectPictures(readings, flags), series);
      return;
    }
    const held = await series.withHeld(selectPictures(await series.withIds(readings), flags));
    this.#showDrawing(page, held);
    if (held.isComplete) {
      return;
    }
    try {
      const pictures = selectPictures(await series.withIds(readings, stop), flags);
      this.#showDrawing(page, await series.withAll(pictures, stop));
    } catch (error) {
      // After a change the next draw uses the responses.
      if (stop.aborted) {
        return;
      }
      if (!(error instanceof ClientError)) {
        throw error;
      }
      this.#showDrawing(page, held, `Tiles of new queries are drawn without data. ${error.message}`);
    }
  }

  #showDrawing(page: LivePage, { pictures, remarks }: PreviewResult, note?: string): void {
    const at = timeOfDay();
    const notes = [...(note === undefined ? [] : [note]), ...remarks];
    const names = pictures.map(pictureTitle).join(", ");
    this.#drawing = { title: previewTitle(pictures), body: drawingsHtml(pictures, notes), names, at };
    this.#publish(page, html`Drawn at ${at}.`);
  }

  #showProblem(page: LivePage, problem: string, output: string): void {
    const at = timeOfDay();
    const last = this.#drawing && html`<p>The drawing below is from ${this.#drawing.at}.</p>`;
    const printed = output === "" ? undefined : html`<pre>${output}</pre>`;
    this.#publish(
      page,
      html`Failed at ${at}.`,
      html`<section role="alert" class="problem"><h2>The dashboards cannot be drawn</h2><p>${problem}</p>${printed}${last}</section>`,
    );
    say(`${at} ${problem}\n`);
    sayOutput(output);
  }

  #publish(page: LivePage, status: Markup, problem?: Markup): void {
    const origin =
      typeof this.series === "string"
        ? undefined
        : html` ${this.series.origin} <button type="button" id="read-again">Read the series again</button>`;
    page.show(
      this.#drawing?.title ?? "Preview",
      html`<p id="status" role="status" class="note">${status}${origin}</p>\n${problem}${this.#drawing?.body}`,
    );
  }

  async #closeSeries(): Promise<void> {
    if (typeof this.series !== "string") {
      await this.series.close();
    }
  }
}

function sayOutput(output: string): void {
  if (output !== "") {
    say(`${output}\n`);
  }
}

function timeOfDay(): string {
  return new Date().toTimeString().slice(0, 8);
}
