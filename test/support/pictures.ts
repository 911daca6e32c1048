import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import type { Json } from "./emulator/support";

const FOLDER = join(__dirname, "..", "fixtures", "page");

/** Pictures of failed comparisons. */
const DIFFERENCES = join(__dirname, "..", "..", "build", "picture-differences");

/**
 * Shares of pixels that may differ, for the whole picture and for each cell of it. Browsers of other versions draw the
 * edges of letters and lines differently. A moved, missing or cut-off element changes most pixels of a cell.
 */
const TOLERANCE = { picture: 0.005, cell: 0.12, cellSize: 16, threshold: 0.05 };

/** Style of the pages in comparisons: a font from npm instead of the machine's fonts, and no animations. */
export const STILL = `
${[400, 600, 700].map(fontFace).join("\n")}
* { font-family: "Compared" !important; animation: none !important; transition: none !important; caret-color: transparent !important; }
`;

function fontFace(weight: number): string {
  const file = require.resolve(`@fontsource/roboto/files/roboto-latin-${weight}-normal.woff2`);
  const data = readFileSync(file).toString("base64");
  return `@font-face { font-family: "Compared"; font-weight: ${weight}; src: url("data:font/woff2;base64,${data}") format("woff2"); }`;
}

/** The comparison runs in the browser, which decodes pictures fast. */
const PIXELMATCH = readFileSync(require.resolve("pixelmatch"), "utf8").replace("export default function", "function");

/**
 * Compares a page with its reference picture in `test/fixtures/page`. Returns the differences, or undefined. Writes the
 * reference if it is missing or UPDATE_PICTURES is set.
 */
export async function pictureProblem(page: Page, name: string): Promise<string | undefined> {
  await page.evaluate("document.fonts.ready.then(() => true)");
  const taken = await page.screenshot({ fullPage: true, animations: "disabled" });
  const file = join(FOLDER, `${name}.png`);
  if (process.env.UPDATE_PICTURES || !existsSync(file)) {
    write(file, taken);
    return undefined;
  }
  const pictures = [readFileSync(file), taken].map((picture) => picture.toString("base64"));
  const script = `${PIXELMATCH}\n(${compare.toString()})(${JSON.stringify(pictures)}, ${JSON.stringify(TOLERANCE)}, pixelmatch)`;
  const problem = (await page.evaluate(script)) as string | null;
  if (problem === null) {
    return undefined;
  }
  const actual = join(DIFFERENCES, `${name}.png`);
  write(actual, taken);
  return `${name} ${problem}. Compare ${file} with ${actual}.`;
}

/** Runs in the browser. Returns the differences, or null. The types of tests have no DOM. */
async function compare(pictures: readonly string[], tolerance: typeof TOLERANCE, match: Json): Promise<string | null> {
  const { OffscreenCanvas, createImageBitmap, fetch } = globalThis as Json;
  const [expected, actual] = await Promise.all(
    pictures.map(async (picture) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      context.drawImage(bitmap, 0, 0);
      return context.getImageData(0, 0, bitmap.width, bitmap.height);
    }),
  );
  const { width, height } = expected;
  if (actual.width !== width || actual.height !== height) {
    return `has ${actual.width} x ${actual.height} pixels instead of ${width} x ${height}`;
  }
  const mask = new Uint8ClampedArray(width * height * 4);
  const options = { threshold: tolerance.threshold, diffMask: true };
  const pixels = match(expected.data, actual.data, mask, width, height, options);
  const counts = new Map<string, number>();
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    // Different pixels are opaque in the mask.
    if (mask[pixel * 4 + 3] !== 0) {
      const [x, y] = [pixel % width, pixel / width].map(
        (at) => Math.floor(at / tolerance.cellSize) * tolerance.cellSize,
      );
      counts.set(`x ${x}, y ${y}`, (counts.get(`x ${x}, y ${y}`) ?? 0) + 1);
    }
  }
  const cells = [...counts].filter(([, count]) => count / tolerance.cellSize ** 2 > tolerance.cell);
  const isAlike = pixels / (width * height) <= tolerance.picture && cells.length === 0;
  const places = cells.slice(0, 5).map(([place]) => place);
  return isAlike ? null : `differs in ${pixels} pixels (${places.join("; ")})`;
}

function write(file: string, data: Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, data);
}
