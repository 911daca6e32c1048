import { createSpinner } from "nanospinner";
import { visible } from "../../visible";
import { say } from "./output";

/** What takes less than this is not announced. */
const PATIENCE_MS = 1000;

/** Runs work, and says on standard error what is being done once it takes longer than a second: a spinner on a terminal, else one plain line. */
export async function withProgress<T>(title: string, work: (say: (text: string) => void) => Promise<T>): Promise<T> {
  const indicator = process.stderr.isTTY ? new Spinner(title) : new Line(title);
  const timer = setTimeout(() => indicator.start(), PATIENCE_MS);
  try {
    return await work((text) => indicator.say(text));
  } finally {
    clearTimeout(timer);
    indicator.end();
  }
}

class Line {
  constructor(private readonly title: string) {}

  start(): void {
    say(`${this.title} ...\n`);
  }

  say(_: string): void {}

  end(): void {}
}

class Spinner {
  readonly #spinner = createSpinner("", { stream: process.stderr });
  #text: string;
  #started = false;

  constructor(title: string) {
    this.#text = title;
  }

  start(): void {
    this.#started = true;
    this.#spinner.start({ text: this.#text });
  }

  say(text: string): void {
    // The spinner writes by itself, and what it is told may be a name.
    this.#text = visible(text);
    if (this.#started) this.#spinner.update({ text });
  }

  end(): void {
    if (this.#started) this.#spinner.clear().reset();
  }
}
