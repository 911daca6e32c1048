import { attributeName } from "../../src/declaration/field";
import { literalFields, type ObjectShape } from "../../src/declaration/shape";

/**
 * Which of several objects an attribute holds, as its author chooses it: the tile `line`, or a `line` with `config_type
 * = "sql"`.
 */
export interface Kind {
  /** The attribute that selects it, such as `display_type`. */
  readonly attribute: string;
  /** Its value, such as `line`. */
  readonly value: string;
  /** What has to be set beside it, such as `config_type = "sql"`; "" for nothing. */
  readonly condition: string;
}

/** The kind that an object is by its literal fields; undefined for an object that has none. */
export function kindOfObject(object: ObjectShape): Kind | undefined {
  const [selecting, ...others] = Object.entries(literalFields(object)).flatMap(([name, value]) => {
    const field = object.fields[name];
    return field ? [{ attribute: attributeName(field), value: String(value) }] : [];
  });
  const condition = others.map(({ attribute, value }) => `${attribute} = "${value}"`).join(" and ");
  return selecting && { ...selecting, condition };
}

export function isSameKind(one: Kind, other: Kind): boolean {
  return one.attribute === other.attribute && one.value === other.value && one.condition === other.condition;
}

/** Kinds by what has to be set beside them, in their order. */
export function byCondition(kinds: readonly Kind[]): ReadonlyMap<string, readonly Kind[]> {
  const groups = new Map<string, Kind[]>();
  for (const kind of kinds) {
    groups.set(kind.condition, [...(groups.get(kind.condition) ?? []), kind]);
  }
  return groups;
}

/** "`line`, `table`, and for `line` with `config_type = "sql"`", as it goes on after "for". */
export function kindsText(kinds: readonly Kind[]): string {
  return [...byCondition(kinds)]
    .map(([condition, group]) => {
      const values = group.map(({ value }) => `\`${value}\``).join(", ");
      return condition === "" ? values : `${values} with \`${condition}\``;
    })
    .join(", and for ");
}
