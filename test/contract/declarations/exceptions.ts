import type { Disagreement } from "./contract";

/** An intended difference between the provider's validation and the server's. */
interface Exception {
  readonly reason: string;
  readonly covers: (disagreement: Disagreement) => boolean;
}

type Condition = Partial<Record<"type" | "path" | "change" | "message", RegExp>>;

const exception =
  (refusedBy: Disagreement["refusedBy"]) =>
  (reason: string, condition: Condition): Exception => ({
    reason,
    covers: (disagreement) =>
      disagreement.refusedBy === refusedBy &&
      Object.entries(condition).every(([name, pattern]) => pattern.test(disagreement[name as keyof Condition])),
  });

/** The server accepts the change. The provider refuses it for the given reason. */
const stricter = exception("provider");

/** The provider accepts the change, because it cannot know the reason why the server refuses it. */
const looser = exception("server");

const ANY_ID = /(blank|other text|white space|control character|very long|upper case)/;

export const EXCEPTIONS: readonly Exception[] = [
  stricter("Servers return ids in lower case, so that another spelling is a change in every plan.", {
    change: /^in upper case$/,
    message: /Must be an id, as the server returns it/,
  }),
  looser("A newer server may know the value of an open enumeration. The provider warns.", {
    change: /^other (text|number)$/,
    message: /Invalid (enum value|literal value|input)|not accepted/,
  }),
  looser("A map of texts contains a number as a text, which an open enumeration and an id can be.", {
    path: /numberFormat\.(output|numericUnit)$|backgroundChart\.|onClick\.target\.id$/,
    change: /^other type$/,
    message: /^A value of another type$/,
  }),
  stricter("Servers remove white space around names, so that it is a change in every plan.", {
    path: /^(name|displayName)$/,
    change: /^with white space around$/,
  }),
  stricter("Tile keys belong to the provider. The server does not get them.", {
    type: /dashboard$/,
    path: /^tiles$/,
    change: /name$/,
  }),
  stricter("Servers drop operands without formulas, so that they are a change in every plan.", {
    path: /\.formulas|chartConfig\.formulas/,
    message: /show_operand_series/,
  }),
  stricter("A language has no effect without a query. Servers drop that of a chart.", {
    path: /^savedQuery$|^chartConfig\.where$/,
    message: /language/,
  }),
  stricter("Servers keep an upper bound that nothing uses, and no update removes it.", {
    type: /alert$/,
    path: /^thresholdType$/,
    message: /upper bound/,
  }),
  stricter("An alert that mails needs an address. The published document has no form for it.", {
    type: /alert$/,
    path: /emailRecipients/,
  }),
  stricter("An empty start, name or label is equal to an absent one. Authors leave it out.", {
    type: /alert$/,
    path: /^(scheduleStartAt|chartConfig\.name|tags\.\d+)$/,
    change: /^empty$/,
  }),
  stricter("Links without a declared link would manage nothing, and an empty one is equal to an absent one.", {
    type: /source_links$/,
    change: /^(removed|null|empty)$/,
  }),
  stricter("No other text is the id of a source. Servers do not look for the source.", {
    type: /source(_links)?$/,
    path: /SourceId$/,
    change: ANY_ID,
  }),
  stricter("The published document has no empty choice. Authors leave it out.", {
    type: /source$/,
    path: /^useTextIndexForImplicitColumn$/,
    change: /^empty$/,
  }),
  stricter("The published document allows whole numbers only.", {
    type: /source$/,
    path: /^durationPrecision$/,
    change: /^fraction$/,
  }),
  stricter("Databases, tables and columns have names. The published document has no form for them.", {
    type: /source$/,
    path: /^filterSettings\./,
    change: /^empty$/,
  }),
  stricter("An empty time is not sent. Authors leave it out.", {
    type: /source$/,
    path: /^materializedViews\.0\.minDate$/,
    change: /^empty$/,
  }),
  stricter("A connection without an http address cannot be queried. Servers accept any text.", {
    type: /connection$/,
    path: /^host$/,
  }),
  stricter("Look-ups find connections by name, and servers keep the stored password where it is empty.", {
    type: /connection$/,
    path: /^(name|password)$/,
    change: /^empty$/,
  }),
  stricter("An empty name in an invitation is equal to an absent one. Authors leave it out.", {
    type: /team_member$/,
    path: /^name$/,
    change: /^empty$/,
  }),
  stricter("A role without a name, or with a policy or permission that names nothing, grants nothing.", {
    type: /role$/,
    path: /^name$|^policies|^permissions/,
  }),
  stricter("Without a minimum a filter is not required, and servers drop the scope of the requirement.", {
    type: /dashboard$/,
    path: /minSelections$/,
    change: /^(removed|null|zero)$/,
  }),
  looser("Servers may know more intervals of charts.", {
    type: /source$/,
    path: /^minAutoGranularity$/,
    change: /^(in upper case|very long)$/,
  }),
  looser("Servers below 2.40 accept summaries, so that the provider only warns.", {
    path: /metricType$/,
    change: /^choice summary$/,
  }),
  looser("A map of texts stores the value as text, so that the server gets a text.", {
    path: /(numberFormat\.(currencySymbol|unit)|onClick\.target\.template)$/,
    change: /^other type$/,
  }),
  looser("The tile must exist on the dashboard. Only a plan can look.", {
    type: /alert$/,
    path: /^tileId$/,
    change: ANY_ID,
  }),
  looser("An imported webhook keeps its address where none is declared. Only a new one needs it.", {
    type: /webhook$/,
    path: /^url$/,
    change: /^(removed|null)$/,
  }),
  looser("Servers return filters of any form that were stored earlier, and accept a new one of few forms.", {
    type: /saved_search$/,
    path: /^filters\.\d+\.condition$/,
  }),
];
