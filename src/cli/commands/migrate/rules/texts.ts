import type { GrafanaRule } from "../input/rules";

/** Names in the templates of a rule. */
interface TemplateNames {
  /** Labels of the values. */
  readonly labels: readonly string[];
  /** Steps with the compared number. */
  readonly valueSteps: readonly string[];
}

type Add = (difference: string) => void;

/**
 * Annotations that become lines of the note. The summary becomes the title, and all others become lines of the message.
 */
const NOTES: ReadonlyMap<string, string> = new Map(
  Object.entries({ runbook_url: "Runbook", __dashboardUid__: "Dashboard in Grafana", __panelId__: "Panel in Grafana" }),
);

/** Returns the names, the message, the note and the tags of an alert. */
export function textsOf(rule: GrafanaRule, names: TemplateNames, isOpenSource: boolean, add: Add) {
  const { folder, group } = rule;
  const isFixed = ([, text]: readonly [string, string]) => text !== "" && !text.includes("{{");
  const labels = Object.entries({ ...rule.labels, folder, group }).filter(isFixed);
  if (!Object.entries(rule.labels).every(isFixed)) {
    add("Labels that are templates or empty are left out: an alert has only fixed tags.");
  }
  const tags = labels.map(([name, text]) => `${name}:${text}`);
  const isNote = (entry: readonly [string, string]) => NOTES.has(entry[0]) && isFixed(entry);
  const { summary: title = "", ...rest } = rule.annotations;
  const others = Object.entries(rest).filter(([, text]) => text !== "");
  const notes = others.flatMap((entry) => (isNote(entry) ? `${NOTES.get(entry[0])}: ${entry[1]}` : []));
  const lines = others.flatMap(([name, text]) => {
    const label = name === "description" ? "" : `${name}: `;
    return isNote([name, text]) ? [] : label + handlebars(text, rule, names, add);
  });
  const summary = handlebars(title, rule, names, add).trim();
  const fields = {
    ...(isOpenSource && { displayName: rule.title.trim(), tags: [...new Set(tags)] }),
    name: summary || (isOpenSource ? "" : literal(rule.title)),
    message: lines.join("\n").trim(),
    note: [...(isOpenSource ? [] : tags), ...notes].join("\n\n"),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value.length > 0));
}

/** A word with this start would be the name of a channel. */
const withoutMentions = (text: string) => text.replace(/(^|\s)(@[\w.-]+)/g, "$1($2)");

/** Returns a text that no server reads as a template or as a mention. */
function literal(text: string): string {
  return withoutMentions(text.replace(/\{\{+|\}\}+/g, ""));
}

/** Rewrites a Go template as a Handlebars template. Parts without an equivalent become text without braces. */
function handlebars(text: string, rule: GrafanaRule, names: TemplateNames, add: Add): string {
  let [depth, isBalanced] = [0, true];
  const parts = text.split(/(\{\{[^{}]*\}\})/).map((part, index) => {
    if (index % 2 === 0) {
      isBalanced &&= !/\{\{|\}\}/.test(part);
      // A backslash escapes the braces after it.
      return withoutMentions(part).replace(/\\$/, "\\\\");
    }
    const action = part.slice(2, -2).replace(/^-|-$/g, "").trim();
    const written = KEYWORDS.get(action) ?? condition(action, names) ?? expression(action, rule, names);
    depth += written?.startsWith("{{#") ? 1 : written === "{{/if}}" ? -1 : 0;
    isBalanced &&= depth >= (written === "{{else}}" ? 1 : 0);
    if (written === undefined) {
      add(`The template ${JSON.stringify(part)} has no equivalent. It becomes text.`);
    }
    return written ?? literal(action);
  });
  if (isBalanced && depth === 0) {
    return parts.join("");
  }
  add("A template has unbalanced braces or blocks. It becomes text.");
  return literal(text);
}

const KEYWORDS: ReadonlyMap<string, string> = new Map(Object.entries({ end: "{{/if}}", else: "{{else}}" }));

const FUNCTION = /^(?:humanize\w*|printf "[^"]*") /;
const FILTER = /^(?:humanize\w*|printf "[^"]*"|toString)$/;
const VALUE = /^(?:\$value|\.Value|(?:index +)?\$values[. ]"?(\w+)"?(?:\.Value)?)$/;
const LABEL = /^(?:(?:\$labels|\.Labels)\.(\w+)|index +(?:\$labels|\.Labels) +"([^"\\[\]{}]+)")$/;

function condition(action: string, names: TemplateNames): string | undefined {
  const [, term = "", text = ""] = /^if +eq +(\S+) +("[^"\\{}]*")$/.exec(action) ?? [];
  const path = pathOf(labelIn(term), names);
  return path && `{{#if (eq ${path} ${text})}}`;
}

/** Returns a value or a label in Handlebars; undefined for other expressions. */
function expression(action: string, rule: GrafanaRule, names: TemplateNames): string | undefined {
  const [first = "", ...filters] = action.split("|").map((part) => part.trim());
  const term = first.replace(FUNCTION, "").replace(/^\((.*)\)$/, "$1");
  const value = VALUE.exec(term);
  if (!filters.every((filter) => FILTER.test(filter))) {
    return undefined;
  }
  if (value) {
    return value[1] === undefined || names.valueSteps.includes(value[1]) ? "{{value}}" : undefined;
  }
  const label = labelIn(term);
  const path = pathOf(label, names);
  const fixed = new Map([["alertname", rule.title], ["grafana_folder", rule.folder], ...Object.entries(rule.labels)]);
  const text = fixed.get(label);
  return path ? `{{{${path}}}}` : text && !text.includes("{{") ? literal(text) : undefined;
}

function labelIn(term: string): string {
  const [, short, long = short ?? ""] = LABEL.exec(term) ?? [];
  return long;
}

/** Returns the path of a label of the values. A dot in its name makes an object. */
function pathOf(label: string, { labels }: TemplateNames): string | undefined {
  const steps = label.split(".").map((step) => (/^[a-z_]\w*$/i.test(step) ? step : `[${step}]`));
  return labels.includes(label) ? ["attributes", ...steps].join(".") : undefined;
}
