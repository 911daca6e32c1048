import { z } from "zod/v3";
import { custom } from "../validation";
import { builderConfig } from "./builder-config";
import { checkFormulas } from "./formula";
import { rawSqlConfig } from "./raw-sql-config";

type TileConfig = z.infer<typeof builderConfig> | z.infer<typeof rawSqlConfig>;

interface Chart {
  displayType: string;
  select?: unknown;
  asRatio?: boolean;
  formulas?: { expression: string }[];
}

const oneItem = "Number tiles support a single select item unless formulas are used (extra items are formula operands)";

/** Whether a config is written in SQL. Everything else is read as a builder config. */
export function isRawSql(config: unknown): boolean {
  return typeof config === "object" && config !== null && "configType" in config && config.configType === "sql";
}

const checkedBuilder = builderConfig.superRefine(checkBuilder);

const schemaOf = (config: unknown) =>
  isRawSql(config) ? rawSqlConfig.superRefine(ratioOfRawSql(config)) : checkedBuilder;

/** The config of a tile. Which of the two unions judges it is decided first, so that messages name the field. */
export const tileConfig = z
  .custom<TileConfig>()
  .superRefine((config, ctx) => {
    const result = schemaOf(config).safeParse(config);
    for (const issue of result.error?.issues ?? []) ctx.addIssue(issue);
  })
  .transform((config): TileConfig => schemaOf(config).parse(config));

const ratioNeedsTwo = { code: custom, message: "asRatio can only be used with exactly two select items" } as const;

/** A ratio is judged before the properties of other display types are dropped. */
export function ratioOfRawSql(config: unknown): (parsed: unknown, ctx: z.RefinementCtx) => void {
  return (_parsed, ctx) => {
    if (typeof config !== "object" || config === null || !("asRatio" in config) || config.asRatio !== true) return;
    if (!("select" in config) || !Array.isArray(config.select) || config.select.length !== 2)
      ctx.addIssue(ratioNeedsTwo);
  };
}

/** What concerns a chart as a whole. */
export function checkBuilder(config: Chart, ctx: z.RefinementCtx): void {
  const select = "select" in config && Array.isArray(config.select) ? config.select : [];
  if ("asRatio" in config && config.asRatio && select.length !== 2) ctx.addIssue(ratioNeedsTwo);
  checkFormulas(config, ctx);
  if (config.displayType !== "number" || select.length <= 1) return;
  if ("formulas" in config && (config.formulas ?? []).length > 0) return;
  ctx.addIssue({ code: custom, message: oneItem, path: ["select"] });
}
