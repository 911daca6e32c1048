import type { JsonObject } from "./json";

/** What every stored object has. Further fields come as the server sends them. */
export interface ApiRecord extends JsonObject {
  readonly id: string;
}
