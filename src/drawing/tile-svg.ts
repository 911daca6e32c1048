import type { DrawnAlert, DrawnTile } from "./drawn-dashboard";
import { sketch } from "./sketch";
import { escaped, fitted } from "./svg-text";

const PADDING = 10;
const LINE = 16;
const BADGE = 20;

/** Where a tile is drawn, in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One tile. Whatever has no room is left out, never drawn over a neighbour; the tool tip says all of it. */
export function tileSvg(tile: DrawnTile, { x, y, width, height }: Box): string {
  const inner = Math.max(0, width - 2 * PADDING);
  const texts = [
    `<text class="cs-title" x="${PADDING}" y="19">${escaped(fitted(tile.title, inner, 13))}</text>`,
    changeLabel(tile, width),
    ...(height >= 44 ? [kindLine(tile, inner)] : []),
  ];
  const room = { top: 44, bottom: height - PADDING };
  const badges = badgesOf(tile.alerts, room, inner);
  const chart = chartOf(tile, inner, { top: room.top + badges.height + 4, bottom: room.bottom });
  return [
    `<svg x="${x}" y="${y}" width="${width}" height="${height}">`,
    `<title>${escaped(toolTip(tile))}</title>`,
    `<rect class="cs-tile${tile.change ? ` cs-tile-${tile.change}` : ""}" x="1" y="1" width="${width - 2}" height="${height - 2}" rx="6"/>`,
    ...texts,
    chart,
    badges.svg,
    "</svg>",
  ].join("");
}

/** Everything about a tile as one text. */
export function toolTip({ title, kind, query, alerts, change }: DrawnTile): string {
  return [title, change, kind, query, ...alerts.map(alertLine)].filter((part) => part).join("\n");
}

export function alertLine({ name, condition }: DrawnAlert): string {
  return name ? `Alert ${name}: ${condition}` : `Alert: ${condition}`;
}

function kindLine({ kind, query }: DrawnTile, width: number): string {
  const rest = width - kind.length * 6.8 - 8;
  return (
    `<text class="cs-small" x="${PADDING}" y="${19 + LINE}"><tspan class="cs-kind">${escaped(fitted(kind, width, 11))}</tspan>` +
    `<tspan dx="8">${escaped(fitted(query, rest, 11))}</tspan></text>`
  );
}

function changeLabel({ change }: DrawnTile, width: number): string {
  if (!change || width < 120) return "";
  return `<text class="cs-small cs-change-${change}" x="${width - PADDING}" y="19" text-anchor="end">${change}</text>`;
}

interface Room {
  readonly top: number;
  readonly bottom: number;
}

/** A badge for each alert while there is room, the rest as a count; in a flat tile a count at its edge. */
function badgesOf(
  alerts: readonly DrawnAlert[],
  { top, bottom }: Room,
  width: number,
): { svg: string; height: number } {
  if (alerts.length === 0) return { svg: "", height: 0 };
  const fitting = Math.floor((bottom + 6 - top) / BADGE);
  if (fitting < 1) return { svg: badge(countText(alerts.length), Math.max(2, bottom - 8), width), height: 0 };
  const shown =
    alerts.length <= fitting
      ? alerts.map(badgeText)
      : [...alerts.slice(0, fitting - 1).map(badgeText), countText(alerts.length - fitting + 1)];
  return {
    svg: shown.map((text, index) => badge(text, top + index * BADGE, width)).join(""),
    height: shown.length * BADGE,
  };
}

const countText = (count: number): string => (count === 1 ? "1 alert" : `${count} alerts`);
const badgeText = ({ name, condition }: DrawnAlert): string => (name ? `${condition} · ${name}` : condition);

function badge(text: string, y: number, width: number): string {
  const shown = fitted(text, width - 30, 11);
  const length = Math.min(width, [...shown].length * 6.6 + 30);
  return (
    `<g transform="translate(${PADDING} ${y})"><rect class="cs-badge" x=".5" y=".5" width="${Math.round(length)}" height="17" rx="8.5"/>` +
    `<path class="cs-badge-text" d="M8 12.5h8l-1.2-1.6V8a2.8 2.8 0 0 0-5.6 0v2.9zM11 13.5h2v.8h-2z"/>` +
    `<text class="cs-badge-text" x="20" y="12.8">${escaped(shown)}</text></g>`
  );
}

function chartOf(tile: DrawnTile, width: number, { top, bottom }: Room): string {
  const height = bottom - top;
  if (height < 16 || width < 24) return "";
  const drawing = tile.chart ? tile.chart(width, height) : sketch(tile.kind, width, height);
  return drawing && `<svg x="${PADDING}" y="${top}" width="${width}" height="${height}">${drawing}</svg>`;
}
