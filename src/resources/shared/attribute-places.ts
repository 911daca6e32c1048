import { type Attribute, type AttributePath, type ObjectValue, objectsIn, type Value } from "../../plugin";
import { remember } from "../../remember";

type Attributes = Readonly<Record<string, Attribute>>;

interface PlacedValue {
  readonly path: AttributePath;
  readonly value: Value;
}

/** Returns a function that finds every attribute of this name in an object, at any depth. */
export function attributesNamed(name: string) {
  const placesIn: (attributes: Attributes) => readonly (readonly [string, Attribute])[] = remember(
    (attributes: Attributes) =>
      Object.entries(attributes).filter(([own, { nested }]) =>
        nested ? placesIn(nested.attributes).length > 0 : own === name,
      ),
  );
  const valuesIn = (object: ObjectValue, attributes: Attributes, path: AttributePath = []): readonly PlacedValue[] =>
    placesIn(attributes).flatMap(([own, { nested }]) => {
      const value = object[own] ?? null;
      const here = [...path, own];
      return nested
        ? objectsIn(nested.nesting, value).flatMap(([way, inner]) =>
            valuesIn(inner, nested.attributes, [...here, ...way]),
          )
        : [{ path: here, value }];
    });
  return valuesIn;
}
