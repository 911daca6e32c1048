import { ownValue, setOwn } from "../../own-values";
import { numberFromText } from "../wire/numbers";
import type { ExactJson, ExactJsonObject } from "./exact-json";
import type { AttributePath } from "./path";
import { itemType, MAX_VALUE_DEPTH, type Type, typeFromJson } from "./type";
import { DynamicValue, type Value } from "./value";
import { ValueError } from "./value-codec";

/**
 * Returns the value of a type from JSON, as in a state file. Attributes that the type does not have are dropped, and
 * missing ones are null. Primitives are converted as Terraform converts them. A lone surrogate, which only a JSON
 * escape can express, becomes a replacement character, as in Terraform. Throws a ValueError for values that cannot be
 * converted.
 */
export function valueFromJson(type: Type, json: ExactJson | undefined): Value {
  return new JsonReader().value(type, json);
}

class JsonReader {
  /** Current path. It is a stack, because a copy for every attribute would take longer than the decoding. */
  readonly #path: AttributePath[number][] = [];

  value(type: Type, json: ExactJson | undefined): Value {
    if (json === null || json === undefined) {
      return null;
    }
    if (this.#path.length > MAX_VALUE_DEPTH) {
      throw this.#refusal(`a value is nested more than ${MAX_VALUE_DEPTH} levels deep`);
    }
    if (type === "dynamic") {
      return this.#dynamic(json);
    }
    if (typeof type === "string") {
      return this.#primitive(type, json);
    }
    if ("map" in type) {
      return this.#map(type.map, json);
    }
    if ("object" in type) {
      return this.#object(type.object, json);
    }
    if (!Array.isArray(json)) {
      throw this.#refusal("a list is expected");
    }
    if ("tuple" in type) {
      return type.tuple.map((inner, index) => this.#at(index, inner, json[index]));
    }
    const item = itemType(type);
    return json.map((element: ExactJson, index) => this.#at(index, item, element));
  }

  #at(step: AttributePath[number], type: Type, json: ExactJson | undefined): Value {
    this.#path.push(step);
    const value = this.value(type, json);
    this.#path.pop();
    return value;
  }

  #primitive(type: "string" | "number" | "bool", json: ExactJson): Value {
    if (typeof json === "object") {
      throw this.#refusal(`a ${type} is expected`);
    }
    if (type === "string") {
      return String(json).toWellFormed();
    }
    if (type === "bool") {
      if (json === true || json === "true") {
        return true;
      }
      if (json === false || json === "false") {
        return false;
      }
      throw this.#refusal("a bool is expected");
    }
    try {
      return numberFromText(String(json));
    } catch {
      throw this.#refusal("a number is expected");
    }
  }

  #object(attributes: Readonly<Record<string, Type>>, json: ExactJson): Value {
    if (!isExactJsonObject(json)) {
      throw this.#refusal("an object is expected");
    }
    const object: Record<string, Value> = {};
    for (const [name, type] of Object.entries(attributes)) {
      setOwn(object, name, this.#at(name, type, ownValue(json, name)));
    }
    return object;
  }

  #map(inner: Type, json: ExactJson): Value {
    if (!isExactJsonObject(json)) {
      throw this.#refusal("a map is expected");
    }
    const map: Record<string, Value> = {};
    for (const [key, element] of Object.entries(json)) {
      setOwn(map, key.toWellFormed(), this.#at({ key }, inner, element));
    }
    return map;
  }

  /** A dynamic value is written as `{"type": ..., "value": ...}`. */
  #dynamic(json: ExactJson): Value {
    if (!isExactJsonObject(json)) {
      throw this.#refusal("a value with its type is expected");
    }
    const type = typeFromJson(ownValue(json, "type"));
    if (!type) {
      throw this.#refusal("a Terraform type is expected", "type");
    }
    return new DynamicValue(type, this.#at("value", type, ownValue(json, "value")));
  }

  #refusal(message: string, ...below: AttributePath): ValueError {
    return new ValueError(message, [...this.#path, ...below]);
  }
}

export function isExactJsonObject(json: ExactJson | undefined): json is ExactJsonObject {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
