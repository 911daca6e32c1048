import * as z from "zod";
import { chartColor } from "./color";
import { optional, required } from "./field";
import { formula } from "./formula";
import { numberFormat } from "./number-format";
import { objectId } from "./object-id";
import { isPresent } from "./present";
import { queryLanguage } from "./query-language";
import { type Rule, withRules } from "./rule";
import { selectItem } from "./select-item";

const ratioOfTwo: Rule = {
  reads: ["asRatio", "select.size"],
  check: ({ asRatio, select }) =>
    asRatio === true && countOf(select) !== 2
      ? `A ratio divides one select item by another: it needs exactly two, here are ${countOf(select)}.`
      : undefined,
};

const ratioOrFormulas: Rule = {
  reads: ["asRatio", "formulas.size"],
  check: ({ asRatio, formulas }) =>
    asRatio === true && countOf(formulas) > 0
      ? "A ratio cannot be combined with formulas. Leave it out and use a formula such as A / B."
      : undefined,
};

const numberShowsOneValue: Rule = {
  reads: ["select.size", "formulas.size"],
  check: ({ select, formulas }) =>
    countOf(select) > 1 && countOf(formulas) === 0
      ? `A number tile shows one value, here are ${countOf(select)} select items. Keep one, or compute one value with a formula.`
      : undefined,
};

/** The server keeps this field only beside formulas, so that alone it would never settle (facts/api.md quirk 22). */
const operandsNeedFormulas: Rule = {
  reads: ["showOperandSeries", "formulas.size"],
  check: ({ showOperandSeries, formulas }) =>
    isPresent(showOperandSeries) && countOf(formulas) === 0
      ? "Only a chart with formulas has operands to show or hide, and the server drops it from others. Add a formula, or leave it out."
      : undefined,
};

const displayType = <const T extends string>(type: T) => required(`The kind of chart: \`${type}\`.`, z.literal(type));
const sourceId = () => required("The source to query.", objectId());
const select = () => required("The values to show.", z.array(selectItem).min(1).max(20));
const groupBy = () => optional("Splits the values by this expression.", z.string().max(10_000));
const asRatio = () =>
  optional("Shows the first select item divided by the second.", z.boolean(), { serverDefault: false });
const formulas = (most: number) =>
  optional("Series computed from the select items.", z.array(formula).max(most), { emptyIsAbsent: true });
const showOperandSeries = () => optional("Whether the select items are shown beside the formulas.", z.boolean());
const where = () => optional("Which events are shown.", z.string().max(10_000), { serverDefault: "" });
const whereLanguage = () => optional("The language of `where`.", queryLanguage(), { serverDefault: "lucene" });
const format = () => optional("How values are written.", numberFormat);

const timeSeries = {
  sourceId: sourceId(),
  select: select(),
  groupBy: groupBy(),
  asRatio: asRatio(),
  alignDateRangeToGranularity: optional("Widens the time range to whole buckets.", z.boolean()),
  fillNulls: optional("Fills empty buckets with zero.", z.boolean(), { serverDefault: true }),
  numberFormat: format(),
  seriesLimit: optional(
    "How many series are shown, largest first. 0 shows all; left out, the server's cap holds.",
    z.int().min(0),
  ),
  formulas: formulas(10),
  showOperandSeries: showOperandSeries(),
};

const line = withRules(
  z.object({
    displayType: displayType("line"),
    ...timeSeries,
    compareToPreviousPeriod: optional("Draws the period before as well.", z.boolean()),
    fitYAxisToData: optional("Lets the y axis begin at the smallest value instead of zero.", z.boolean()),
  }),
  ratioOfTwo,
  ratioOrFormulas,
  operandsNeedFormulas,
);

const stackedBar = withRules(
  z.object({ displayType: displayType("stacked_bar"), ...timeSeries }),
  ratioOfTwo,
  ratioOrFormulas,
  operandsNeedFormulas,
);

const table = withRules(
  z.object({
    displayType: displayType("table"),
    sourceId: sourceId(),
    select: select(),
    groupBy: groupBy(),
    having: optional("Which groups are shown: a condition on aggregated values.", z.string().max(10_000)),
    orderBy: optional("How rows are ordered.", z.string().max(10_000)),
    asRatio: asRatio(),
    numberFormat: format(),
    groupByColumnsOnLeft: optional("Puts the columns of `group_by` first.", z.boolean()),
    formulas: formulas(10),
    showOperandSeries: showOperandSeries(),
  }),
  ratioOfTwo,
  ratioOrFormulas,
  operandsNeedFormulas,
);

const backgroundChart = z.object({
  type: required("The shape: `line` or `area`.", z.enum(["line", "area"])),
  color: optional("The colour. Default: the tile's.", chartColor()),
});

const number = withRules(
  z.object({
    displayType: displayType("number"),
    sourceId: sourceId(),
    select: select(),
    numberFormat: format(),
    color: optional("The colour of the number.", chartColor()),
    backgroundChart: optional("A trend drawn behind the number.", backgroundChart),
    formulas: formulas(1),
  }),
  numberShowsOneValue,
);

const search = z.object({
  displayType: displayType("search"),
  sourceId: sourceId(),
  select: optional(
    "The columns to show, separated by commas. Left empty, the source's own. The API's `select` of a search tile.",
    z.string().max(10_000),
    { attributeName: "columns", serverDefault: "" },
  ),
  where: where(),
  whereLanguage: whereLanguage(),
});

const markdown = z.object({
  displayType: displayType("markdown"),
  markdown: optional("The text, in Markdown.", z.string().max(50_000), { serverDefault: "" }),
});

/** What a tile shows (facts/api.md 4.6). */
export const tileConfig = z.union([line, stackedBar, table, number, search, markdown]);

export type TileConfig = z.input<typeof tileConfig>;

/** The kinds of tile that an alert can watch; alerts on others vanish (facts/api.md 3.8). */
export const ALERTABLE_DISPLAY_TYPES: readonly string[] = ["line", "stacked_bar", "number"];

function countOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}
