import type { GrafanaRule, Policy } from "../grafana";

/** Returns the contact points of a rule: those that it names, or those of the notification policies. */
export function receiversOf(
  rule: GrafanaRule,
  policies: readonly Policy[],
  labels: readonly string[],
  add: (difference: string) => void,
): readonly string[] {
  const named = rule.receiver === undefined ? rule.notifications : [rule.receiver];
  if (named.length > 0) {
    return named;
  }
  const fixed = new Map([...Object.entries(rule.labels), ["alertname", rule.title], ["grafana_folder", rule.folder]]);
  const isMet = ({ matchers, receiver = "" }: Policy): boolean => {
    const results = matchers.map((matcher) => matches(matcher, fixed, labels));
    if (results.includes(undefined) && !results.includes(false)) {
      add(`The policy of ${JSON.stringify(receiver)} depends on the query or on a pattern. It is ignored.`);
    }
    return results.every((each) => each === true);
  };
  const walk = ({ receiver, routes }: Policy, inherited?: string): readonly string[] => {
    const own = receiver ?? inherited;
    let isOpen = true;
    const found = routes.flatMap((route) => {
      const isTaken = isOpen && isMet(route);
      isOpen &&= !isTaken || route.continues;
      return isTaken ? walk(route, own) : [];
    });
    return found.length > 0 || own === undefined ? found : [own];
  };
  return policies.flatMap((policy) => walk(policy));
}

/** Compares a label of a rule with a matcher; undefined for a label of the query, or for a pattern with wildcards. */
function matches(
  [label, operator, value]: Policy["matchers"][number],
  fixed: ReadonlyMap<string, string>,
  labels: readonly string[],
): boolean | undefined {
  const own = fixed.get(label) ?? "";
  const isPattern = operator.endsWith("~");
  if ((!fixed.has(label) && labels.includes(label)) || (isPattern && /[^\w |/:@-]/.test(value) && value !== ".*")) {
    return undefined;
  }
  const isEqual = isPattern ? value === ".*" || value.split("|").includes(own) : own === value;
  return operator.startsWith("!") ? !isEqual : isEqual;
}
