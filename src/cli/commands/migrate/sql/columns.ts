import { tokensOf } from "../../../../declaration/sql-tokens";
import { splitColumns } from "../../../../split-columns";
import { argumentsAt } from "../../../../sql-arguments";
import { clausesOf, depthOf, isBlank, isComment } from "./clauses";

type ColumnKind = "time" | "number" | "text" | "unknown";

/** A column that a query returns. */
export interface SqlColumn {
  /** The alias, the name of the column, or the text of an expression without an alias. */
  readonly name: string;
  readonly expression: string;
  readonly hasAlias: boolean;
  readonly kind: ColumnKind;
}

/** Bounds of the work for hostile queries. Real queries have fewer levels and columns. */
const [MAX_LEVELS, MAX_COLUMNS] = [8, 1000];

/**
 * Beginnings of function names in lower case, by the kind of the result. For the keys of `PLACES`, the result has the
 * kind of an argument.
 */
const FUNCTIONS = Object.entries({
  number: `tounixtimestamp toyyyymm tohour tominute tosecond todayof toyear tomonth toquarter toweek toiso todecimal toint
    touint tofloat tobool count sum avg uniq median stddev var corr covar entropy age quantile( quantileif quantiletdigest
    quantileexact quantiletiming round floor ceil trunc abs length intdiv datediff date_diff rand log exp sqrt pow rank
    row_number dense_rank delta jsonextractint jsonextractuint jsonextractfloat isnull position plus minus multiply divide
    modulo bit arraysum arrayavg arraycount empty notempty $__interval_`,
  time: `tostartof tomonday tolastday todate parsedatetime fromunixtimestamp now today yesterday date_trunc datetrunc dateadd
    date_add datesub date_sub adddays addhours addminutes addseconds addmonths addweeks subtract timeslot totimezone
    makedate $__timeinterval $__fromtime $__totime`,
  text: `tostring tofixedstring touuid toipv concat lower upper substr replace extract trim format hex ipv
    jsonextractstring dictgetstring base64 domain path protocol arraystringconcat hostname totypename version( currentdatabase currentuser`,
  first: "any argm first_ last_ lagin leadin coalesce ifnull nullif assumenotnull tonullable ifnotfinite",
  firstOrNumber: "max min greatest least",
  second: "if multiif",
}).flatMap(([result, starts]) => starts.split(/\s+/).map((start) => ({ result, start })));

/** Index of the argument whose kind the result has. */
const PLACES: ReadonlyMap<string, number> = new Map(Object.entries({ first: 0, firstOrNumber: 0, second: 1 }));

/** Names of columns that are assumed to contain times. */
const TIMES = new Set("time timestamp timestamptime ts date datetime event_time event_date created_at".split(" "));

const OPERATORS = new Set(
  "+ - * / % | : = < > ! DIV MOD AND OR NOT IN LIKE ILIKE IS BETWEEN CASE WHEN THEN ELSE END".split(" "),
);

/** Tokens around the last word of an expression without an alias. */
const NO_ALIAS = new Set([...OPERATORS, ".", "$", "INTERVAL", "NULL"]);

/**
 * Returns the columns of the outermost query, which is the first of a union. Returns undefined if the query does not
 * name them, such as `SELECT *` from a table.
 */
export function queryColumns(sql: string): readonly SqlColumn[] | undefined {
  const tokens = tokensOf(sql).map((token) => (isComment(token) ? "" : token));
  // The argument of a time filter is a time.
  const times = tokens.flatMap((token, index) =>
    /^__(?:time|date)Filter/.test(token) ? (argumentsAt(tokens, index + 1)?.args ?? []) : [],
  );
  return read(tokens.join(""), 0, new Map(times.map((name) => [name, "time"])));
}

function read(sql: string, level: number, times: Kinds): readonly SqlColumn[] | undefined {
  if (level > MAX_LEVELS) {
    return undefined;
  }
  const clauses = clausesOf(sql.trim());
  const textOf = (keyword: string) =>
    clauses.find((each) => each.keyword === keyword)?.text.slice(keyword.length) ?? "";
  const list = textOf("SELECT").replace(/^\s+DISTINCT\b/i, "");
  if (list === "") {
    const inner = bracketsOf(clauses[0]?.text ?? "")?.inner;
    return inner === undefined ? undefined : read(inner, level + 1, times);
  }
  const from = bracketsOf(textOf("FROM"));
  const inner = from && read(from.inner, level + 1, times);
  const known = new Map([...times, ...(inner ?? []).map(({ name, kind }) => [name, kind] as const)]);
  const columnOf = (item: string): SqlColumn => {
    const named = namedExpression(item);
    const inferred = kindOf(named.expression, known, 0);
    const kind = inferred === "unknown" && TIMES.has(named.name.toLowerCase()) ? "time" : inferred;
    known.set(named.name, kind);
    return { ...named, kind };
  };
  splitColumns(textOf("WITH")).forEach(columnOf);
  const items = splitColumns(list);
  if (items.length > MAX_COLUMNS) {
    return undefined;
  }
  const columns = items.map((item) => {
    if (item.endsWith("*")) {
      return item === "*" && !/,|\bjoin\b/i.test(from?.after ?? "") ? inner : undefined;
    }
    return /^(?:\w+\.)?(?:\*|COLUMNS\s*\()/i.test(item) ? undefined : [columnOf(item)];
  });
  return columns.includes(undefined) ? undefined : columns.flatMap((each) => each ?? []);
}

/** Returns the expressions in the brackets at the start of SQL, and the text after them. */
function bracketsOf(sql: string) {
  const tokens = tokensOf(sql.trim());
  const call = argumentsAt(tokens, 0);
  return call && { args: call.args, inner: call.args.join(", "), after: tokens.slice(call.end).join("") };
}

/** Returns an expression of a SELECT list, and the name of its column. */
export function namedExpression(item: string): Omit<SqlColumn, "kind"> {
  const tokens = tokensOf(item).filter((token) => !isComment(token));
  const words = tokens.filter((token) => !isBlank(token));
  const [ago = "", before = "", last = ""] = ["", "", "", ...words].slice(-3).map((word) => word.toUpperCase());
  const name = unquoted(words.at(-1) ?? "");
  const isAs = before === "AS" && /^[\w'"`]/.test(last);
  const isImplied = before !== "" && /^[A-Z_"`]/.test(last) && !NO_ALIAS.has(last) && ago !== "INTERVAL";
  if (isAs || (isImplied && (before === "END" || !NO_ALIAS.has(before)))) {
    const end = isAs
      ? tokens.findLastIndex((token) => token.toUpperCase() === "AS")
      : tokens.lastIndexOf(words.at(-1) ?? "");
    return { name, expression: tokens.slice(0, end).join("").trim(), hasAlias: true };
  }
  const isColumn = words.every((word, place) => (place % 2 === 1 ? word === "." : /^[\w"`]/.test(word)));
  return { name: isColumn ? name : item, expression: item, hasAlias: false };
}

/** Returns a name without the quotes around it. */
export function unquoted(name: string): string {
  return /^['"`]/.test(name) ? name.slice(1, -1).replace(/\\(.)/gs, "$1") : name;
}

type Kinds = ReadonlyMap<string, ColumnKind>;

function kindOf(expression: string, known: Kinds, level: number): ColumnKind {
  const brackets = bracketsOf(expression);
  if (level > MAX_LEVELS || (brackets && brackets.args.length > 1)) {
    return "unknown";
  }
  if (brackets?.after === "") {
    return kindOf(brackets.inner, known, level + 1);
  }
  const { operators, operands } = partsOf(expression);
  if (operators.length === 0) {
    return kindOfTerm(expression, known, level);
  }
  if (operators[0] === "CASE") {
    return kindOf(operands[operators.indexOf("THEN") + 1] ?? "", known, level + 1);
  }
  if (operators.at(-1) === ":") {
    return kindOfType(operands.at(-1) ?? "");
  }
  const isSum = operators.every((each) => each === "+" || each === "-");
  const times = isSum ? operands.filter((each) => kindOf(each, known, level + 1) === "time") : [];
  return operators.includes("|") ? "text" : times.length === 1 ? "time" : "number";
}

function kindOfTerm(term: string, known: Kinds, level: number): ColumnKind {
  if (/^['\d{]/.test(term)) {
    return term.startsWith("'") ? "text" : term.startsWith("{") ? kindOfType(term) : "number";
  }
  const open = term.indexOf("(");
  if (open < 0 && !term.startsWith("$__")) {
    const column = unquoted(tokensOf(term).at(-1) ?? "");
    return known.get(column) ?? (TIMES.has(column.toLowerCase()) ? "time" : "unknown");
  }
  const args = open < 0 ? [] : (bracketsOf(term.slice(open))?.args ?? []);
  return kindOfCall(open < 0 ? term : `${term.slice(0, open).trim()}(`, args, (arg) => kindOf(arg, known, level + 1));
}

function kindOfCall(call: string, args: readonly string[], kindOfArgument: (arg: string) => ColumnKind): ColumnKind {
  if (/^cast\($/i.test(call)) {
    return kindOfType(args.at(-1) ?? "");
  }
  const result = FUNCTIONS.find(({ start }) => call.toLowerCase().startsWith(start))?.result ?? "unknown";
  const place = PLACES.get(result);
  const kind = place === undefined ? (result as ColumnKind) : kindOfArgument(args[place] ?? "");
  return kind === "unknown" && result === "firstOrNumber" ? "number" : kind;
}

function kindOfType(type: string): ColumnKind {
  if (/Date/.test(type)) {
    return "time";
  }
  return /Int|Float|Decimal|Bool/i.test(type) ? "number" : /String|Enum|UUID|IPv/.test(type) ? "text" : "unknown";
}

/** Returns the operators outside of brackets, and the texts between them. */
function partsOf(expression: string) {
  const operators: string[] = [];
  const operands = [""];
  let depth = 0;
  for (const token of tokensOf(expression)) {
    depth += depthOf(token);
    if (depth === 0 && OPERATORS.has(token.toUpperCase())) {
      operators.push(token.toUpperCase());
      operands.push("");
    } else {
      operands.push(`${operands.pop()}${token}`);
    }
  }
  return { operators, operands: operands.map((each) => each.trim()) };
}
