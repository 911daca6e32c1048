import type { Page } from "playwright-core";
import type { Json } from "./emulator/support";

/**
 * Returns words that a line break splits in buttons, headings and navigation, a page that is wider than the screen, and
 * tiles whose button or badge is missing or cut off.
 */
export async function layoutProblems(page: Page): Promise<readonly string[]> {
  const searches = [brokenWords, wideElements, cutOffParts, tilesWithoutParts];
  const found = await Promise.all(
    searches.map((search) => page.evaluate(`(${search.toString()})()`) as Promise<readonly string[]>),
  );
  return found.flat();
}

/** Global objects of a browser, in which the functions below run. The types of tests have no DOM. */
type BrowserGlobals = Json;

function brokenWords(): readonly string[] {
  const { document: page, NodeFilter: filter } = globalThis as BrowserGlobals;
  const problems: string[] = [];
  for (const element of page.querySelectorAll("button, thead th, h1, h2, h3, h4, nav a, .badge, summary, label")) {
    const texts = page.createTreeWalker(element, filter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const { 0: word, index } of texts.currentNode.data.matchAll(/\S+/g)) {
        const range = page.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }: Json) => Math.round(top)));
        problems.push(...(lines.size > 1 ? [`broken word: ${word}`] : []));
      }
    }
  }
  return problems;
}

function wideElements(): readonly string[] {
  const { document: page, innerWidth } = globalThis as BrowserGlobals;
  const { scrollWidth } = page.documentElement;
  return scrollWidth > innerWidth ? [`wider than the screen: ${scrollWidth}`] : [];
}

function cutOffParts(): readonly string[] {
  const { document: page } = globalThis as BrowserGlobals;
  const parts = [...page.querySelectorAll(".card button, .card .badge")];
  const isCutOff = (part: Json) => {
    const { left, right, top, bottom, width, height } = part.getBoundingClientRect();
    const outer = part.closest(".card").getBoundingClientRect();
    const isInside = left >= outer.left && right <= outer.right && top >= outer.top && bottom <= outer.bottom;
    return part.getClientRects().length > 0 && (!isInside || width < 20 || height < 16);
  };
  return parts.filter(isCutOff).map((part) => `cut off in ${part.closest(".card").textContent}: ${part.textContent}`);
}

function tilesWithoutParts(): readonly string[] {
  const { document: page } = globalThis as BrowserGlobals;
  const shown = (card: Json, selector: string) =>
    [...card.querySelectorAll(selector)].some((part) => part.getClientRects().length > 0);
  const lacks = (card: Json) =>
    !shown(card, "button.edit") || (card.querySelector(".badge") !== null && !shown(card, ".badge"));
  return [...page.querySelectorAll(".card")].filter(lacks).map((card) => `no button or badge: ${card.textContent}`);
}
