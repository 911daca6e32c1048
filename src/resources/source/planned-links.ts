import type { DeclaredFields } from "../../declaration/field";
import { remember } from "../../remember";
import type { Session } from "../shared/session";

/** Changed links of planned sources by the id of the source: the field, and its value or null for none. */
export const plannedLinksOf = remember<Session, Map<string, Readonly<Record<string, string | null>>>>(() => new Map());

/** Notes the links that an update of a source changes. Plans of links that contradict them report it. */
export function notePlannedLinks(session: Session, prior: DeclaredFields, declared: DeclaredFields): void {
  const names = [...Object.keys(prior), ...Object.keys(declared)].filter((name) => name.endsWith("SourceId"));
  const changed = names.filter((name) => (prior[name] || null) !== (declared[name] || null));
  const linkOf = (name: string) =>
    typeof declared[name] === "string" && declared[name] !== "" ? declared[name] : null;
  plannedLinksOf(session).set(String(prior.id), Object.fromEntries(changed.map((name) => [name, linkOf(name)])));
}
