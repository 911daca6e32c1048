import { attributeName } from "../../src/declaration/field";
import { literalFields, type ObjectShape } from "../../src/declaration/shape";

/**
 * One of the objects that an attribute can contain, as the author selects it: the tile `line`, or a `line` with
 * `config_type = "sql"`.
 */
export interface Kind {
  /** Attribute that selects it, such as `display_type`. */
  readonly attribute: string;
  /** Value of the attribute, such as `line`. */
  readonly value: string;
  /** Additional condition, such as `config_type = "sql"`, or "" without one. */
  readonly condition: string;
}

/** Returns the kind of an object by its literal fields, or undefined if it has none. */
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

/** Groups kinds by their additional condition, in their order. */
export function byCondition(kinds: readonly Kind[]): ReadonlyMap<string, readonly Kind[]> {
  const groups = new Map<string, Kind[]>();
  for (const kind of kinds) {
    groups.set(kind.condition, [...(groups.get(kind.condition) ?? []), kind]);
  }
  return groups;
}

/** Returns the kinds as text for use after "for": "`line`, `table`, and for `line` with `config_type = "sql"`". */
export function kindsText(kinds: readonly Kind[]): string {
  return [...byCondition(kinds)]
    .map(([condition, group]) => {
      const values = group.map(({ value }) => `\`${value}\``).join(", ");
      return condition === "" ? values : `${values} with \`${condition}\``;
    })
    .join(", and for ");
}
