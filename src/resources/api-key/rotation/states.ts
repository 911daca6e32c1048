import { isOneTimeName } from "../../../client";
import type { PrivateState } from "../../../plugin";
import type { ApiKeyRecord } from "../api";
import { markOf, nameOf } from "./generation-names";

/**
 * States of the keys that one rotated resource has on the server. A key's name shows its state:
 *
 * | State     | Name on the server                               | The key works until  |
 * |-----------|--------------------------------------------------|----------------------|
 * | pending   | `NAME (creating DIGITS)`, its temporary name | its declared expiry  |
 * | current   | `NAME`, or any name without a mark               | its declared expiry  |
 * | previous  | `NAME (previous generation DIGITS)`              | the end of overlap   |
 * | duplicate | as pending, made by a create that was sent twice | it is removed        |
 */
type GenerationState = "pending" | "current" | "previous" | "duplicate";

type GenerationEvent =
  /** The key gets its declared name, because no other key has it. */
  | "nameIsFree"
  /** Another key has the declared name. */
  | "nameIsTaken"
  /** The next generation exists. */
  | "replaced"
  /** The plan drops the generation, and its expiry is in the past. */
  | "droppedAfterOverlap"
  /** The plan drops the generation, but the server now shows a later expiry. */
  | "droppedDuringOverlap"
  /** The generation after this one is replaced as well, or the resource is destroyed. */
  | "successorEnded";

/** States after each event. An event that a row lacks does not change the state. */
const TRANSITIONS: Readonly<
  Record<GenerationState, Readonly<Partial<Record<GenerationEvent, GenerationState | "removed">>>>
> = {
  pending: { nameIsFree: "current", nameIsTaken: "pending", replaced: "previous" },
  current: { replaced: "previous" },
  previous: {
    nameIsFree: "current", // The replacement failed, so the key gets its name back.
    replaced: "previous",
    droppedAfterOverlap: "removed",
    droppedDuringOverlap: "previous",
    successorEnded: "removed",
  },
  duplicate: {
    replaced: "previous", // Only for a duplicate that stays, because it signs the requests of this run.
    droppedAfterOverlap: "removed",
    droppedDuringOverlap: "removed",
    successorEnded: "removed",
  },
};

export function nextState(state: GenerationState, event: GenerationEvent): GenerationState | "removed" {
  return TRANSITIONS[state][event] ?? state;
}

/** The key of a resource, with the private state that identifies the key's duplicates. */
export interface OwnKey {
  readonly id: string;
  readonly private: PrivateState;
}

/** Returns the state of a key on the server, relative to the key of the resource. */
export function generationStateOf(key: ApiKeyRecord, own: OwnKey): GenerationState {
  return isDuplicateCreate(key, own) ? "duplicate" : (markOf(nameOf(key)) ?? "current");
}

/** Returns true for a second key of the same create, whose response was lost before the create was sent again. */
export function isDuplicateCreate({ id, name }: ApiKeyRecord, own: OwnKey): boolean {
  // Users can edit a state by hand. A name that a user can give to a key proves nothing.
  return id !== own.id && typeof name === "string" && isOneTimeName(name) && name === own.private.createdAs;
}
