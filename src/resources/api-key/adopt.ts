import { DependentDefault, type Fields, isPresent, type JsonValue } from "../../declaration/field";

/** Whether a declared key is one that exists already. */
export function isAdopted(key: Fields): boolean {
  return isPresent(key.adopt);
}

/** A key is created with what was declared; an adopted key keeps whatever was not declared. */
export function unlessAdopted(value: JsonValue): DependentDefault {
  return new DependentDefault(["adopt"], (key) => (isAdopted(key) ? undefined : value));
}
