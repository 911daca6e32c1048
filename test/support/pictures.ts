import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import pixelmatch from "pixelmatch";
import type { Page } from "playwright-core";
import { PNG } from "pngjs";

const FOLDER = join(__dirname, "..", "fixtures", "page");

/** Differences that are written for a failed comparison. */
const DIFFERENCES = join(__dirname, "..", "..", "build", "picture-differences");

/**
 * Share of pixels that may differ. Browsers of other versions draw the edges of letters and lines differently; a moved,
 * missing or cut element changes more.
 */
const MAX_SHARE = 0.01;

/** Style of the pages in comparisons: a font of npm instead of the machine's fonts, and nothing that moves. */
export const STILL = `
${[400, 600, 700].map(fontFace).join("\n")}
* { font-family: "Compared" !important; animation: none !important; transition: none !important; caret-color: transparent !important; }
`;

function fontFace(weight: number): string {
  const file = require.resolve(`@fontsource/roboto/files/roboto-latin-${weight}-normal.woff2`);
  const data = readFileSync(file).toString("base64");
  return `@font-face { font-family: "Compared"; font-weight: ${weight}; src: url("data:font/woff2;base64,${data}") format("woff2"); }`;
}

/**
 * Compares a page with its reference picture in `test/fixtures/page`. Returns what differs, or undefined. Writes the
 * reference if it is missing or UPDATE_PICTURES is set.
 */
export async function pictureProblem(page: Page, name: string): Promise<string | undefined> {
  await page.evaluate("document.fonts.ready.then(() => true)");
  const taken = await page.screenshot({ fullPage: true, animations: "disabled" });
  const file = join(FOLDER, `${name}.png`);
  if (process.env.UPDATE_PICTURES || !existsSync(file)) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, taken);
    return undefined;
  }
  const [expected, actual] = [PNG.sync.read(readFileSync(file)), PNG.sync.read(taken)];
  const { width, height } = expected;
  if (actual.width !== width || actual.height !== height) {
    write(`${name}-actual.png`, taken);
    return `${name} has ${actual.width} x ${actual.height} pixels instead of ${width} x ${height}.`;
  }
  const difference = new PNG({ width, height });
  const pixels = pixelmatch(expected.data, actual.data, difference.data, width, height, { threshold: 0.2 });
  if (pixels / (width * height) <= MAX_SHARE) {
    return undefined;
  }
  write(`${name}-actual.png`, taken);
  write(`${name}-difference.png`, PNG.sync.write(difference));
  return `${name} differs in ${pixels} pixels: ${join(DIFFERENCES, `${name}-difference.png`)}`;
}

function write(name: string, data: Buffer): void {
  const file = join(DIFFERENCES, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, data);
}
