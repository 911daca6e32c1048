import { mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProcessResult, ServingProcess } from "../run-process";
import { BUILT_CLI } from "./run-cli";

const ROOT = join(__dirname, "..", "..", "..");

/** Program of a project, in the form that Node runs without a compiler. `body` has the constructs of the package. */
function programOf(body: string): string {
  return `
const { App, TerraformStack } = require(${JSON.stringify(require.resolve("cdktf"))});
const { Alert, above, ClickStackProvider, count, Dashboard, quantile, Source, tile, Webhook } = require(${JSON.stringify(join(ROOT, "dist", "index.js"))});
const app = new App();
const stack = new TerraformStack(app, "shop");
new ClickStackProvider(stack, "clickstack");
const logs = Source.byName(stack, "Logs");
${body}
app.synth();
`;
}

/** Creates a project whose program has some statements. */
export function watchedProject(body: string): string {
  const folder = mkdtempSync(join(tmpdir(), "watched-"));
  writeFileSync(join(folder, "cdktf.json"), JSON.stringify({ language: "typescript", app: "node main.js" }));
  saveProgram(folder, body);
  return folder;
}

/** Saves other statements in one step, so that the preview never runs a part of the program. */
export function saveProgram(folder: string, body: string): void {
  const draft = `${folder}.js`;
  writeFileSync(draft, programOf(body));
  renameSync(draft, join(folder, "main.js"));
}

/** The built command line with `preview --watch`, and the reader of its page. */
export class WatchedPreview implements AsyncDisposable {
  readonly #events: AsyncIterator<Uint8Array>;

  static async start(
    folder: string,
    environment: Readonly<Record<string, string | undefined>>,
    words: readonly string[] = [],
  ): Promise<WatchedPreview> {
    const command = new ServingProcess(process.execPath, [BUILT_CLI, "preview", "--watch", ...words], {
      cwd: folder,
      environment,
    });
    const [address = ""] = (await command.firstLine()).split(" ");
    const { body } = await fetch(`${address}events`);
    if (!body) {
      throw new Error("The page has no events.");
    }
    return new WatchedPreview(command, address, body[Symbol.asyncIterator]());
  }

  private constructor(
    readonly command: ServingProcess,
    readonly address: string,
    events: AsyncIterator<Uint8Array>,
  ) {
    this.#events = events;
  }

  /** Returns the page as soon as it matches and the condition is met. Each event announces a new version. */
  async pageWith(pattern: RegExp, isMet: () => boolean = () => true): Promise<string> {
    for (;;) {
      const page = await (await fetch(this.address)).text();
      if (pattern.test(page) && isMet()) {
        return page;
      }
      const { done } = await this.#events.next();
      if (done) {
        throw new Error(`The page ended without ${pattern}: ${page}`);
      }
    }
  }

  end(signal: NodeJS.Signals): Promise<ProcessResult> {
    return this.command.end(signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end("SIGKILL");
  }
}
