import { areAlike, type DrawnChange, type DrawnDashboard, drawnDashboard, marked } from "../../drawing";
import { alertsOn, type Board, type Contents } from "../contents/contents";
import type { Reading } from "../contents/read-contents";

/** One dashboard to show: as it is, or before and after a plan where the two differ. */
export interface Picture {
  /** The stack, file or server that it comes from. */
  readonly source: string;
  /** Its address in the configuration, or its id on the server. */
  readonly address: string;
  readonly change: "none" | "added" | "removed" | "changed";
  /** Absent when it is added, and where there is no change to show. */
  readonly before?: DrawnDashboard;
  /** Absent when it is removed. */
  readonly after?: DrawnDashboard;
}

/** The pictures of everything that was read, in its order; what a plan removes comes last. */
export function picturesOf({ name, before, after }: Reading): readonly Picture[] {
  const now = drawings(after);
  if (!before) return [...now].map(([address, drawing]) => ({ source: name, address, change: "none", after: drawing }));
  const then = drawings(before);
  const removed = [...then].filter(([address]) => !now.has(address));
  return [
    ...[...now].map(([address, drawing]) => changed(name, address, then.get(address), drawing)),
    ...removed.map(([address, drawing]) => changed(name, address, drawing, undefined)),
  ];
}

/** What to draw of a picture: a pair only where something differs. */
export function drawn({ change, before, after }: Picture): DrawnDashboard | DrawnChange {
  if (before && after) return { before, after };
  const one = after ?? before ?? { title: "", sections: [] };
  return change === "none" ? one : { ...one, title: `${one.title} (${change})` };
}

/** The heading of a picture. */
export function titleOf({ before, after }: Picture): string {
  return (after ?? before)?.title ?? "";
}

function drawings(contents: Contents): ReadonlyMap<string, DrawnDashboard> {
  const draw = (board: Board) =>
    drawnDashboard(board.fields, { alerts: alertsOn(board, contents), sourceName: contents.sourceName });
  return new Map(contents.dashboards.map((board) => [board.address, draw(board)]));
}

function changed(source: string, address: string, before?: DrawnDashboard, after?: DrawnDashboard): Picture {
  const sides = { ...(before && { before }), ...(after && { after }) };
  if (!before || !after) return { source, address, change: before ? "removed" : "added", ...sides };
  if (areAlike(before, after)) return { source, address, change: "none", after };
  return { source, address, change: "changed", ...marked(before, after) } as Picture;
}
