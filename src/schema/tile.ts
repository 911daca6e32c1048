import * as z from "zod";
import { optional, required } from "./field";
import { otherFields } from "./other-fields";
import { isPresent } from "./present";
import { type Rule, withRules } from "./rule";
import { tileConfig } from "./tile-config";

/** The dashboard grid's columns (docs/internals/api-behavior.md 4.4). */
export const GRID_COLUMNS = 24;

const tabNeedsContainer: Rule = {
  reads: ["tabId", "containerId"],
  check: ({ tabId, containerId }) =>
    isPresent(tabId) && !isPresent(containerId)
      ? "A tab is part of a container: name the container too, or leave the tab out."
      : undefined,
};

/** One tile of a dashboard (docs/internals/api-behavior.md 4.4). Its id belongs to the server and is kept by tile key. */
export const tile = withRules(
  z.object({
    name: required("The tile's title.", z.string()),
    x: required(
      "The first column, counted from 0.",
      z
        .number()
        .min(0)
        .max(GRID_COLUMNS - 1),
    ),
    y: required("The first row, counted from 0.", z.number().min(0)),
    w: required("Columns wide, of 24.", z.number().min(1).max(GRID_COLUMNS)),
    h: required("Rows high.", z.number().min(1)),
    containerId: optional("The container that holds the tile.", z.string().min(1).max(256)),
    tabId: optional("The tab of the container that holds the tile.", z.string().min(1).max(256)),
    config: required("What the tile shows.", tileConfig),
    otherFields: otherFields("tile"),
  }),
  tabNeedsContainer,
);

export type TileDeclaration = z.input<typeof tile>;
