import type { ApiKeyRecord } from "../../api";

const NEWBORN = " (new generation)";
const EARLIER = " (earlier generation)";

/** The keys of one rotated key. Its name, and what follows it on the server, tells what each is. */
export interface Generations {
  /** With the name itself: the generation in use, or somebody else's key. */
  readonly live: readonly ApiKeyRecord[];
  /** Created and in no state yet, unless the create was the last thing that happened: nobody has ever used it. */
  readonly newborn: readonly ApiKeyRecord[];
  /** Replaced by a newer one. Only a destroy of its resource gives a key this name. */
  readonly earlier: readonly ApiKeyRecord[];
}

/** The name of a generation until the one before it is replaced. */
export function newbornName(name: string): string {
  return name + NEWBORN;
}

/** The name of a generation that a newer one has replaced. */
export function earlierName(name: string): string {
  return name + EARLIER;
}

/** The declared name of a generation, whatever it is called on the server. */
export function declaredName(name: string): string {
  const suffix = [NEWBORN, EARLIER].find((each) => name.endsWith(each));
  return suffix === undefined ? name : name.slice(0, -suffix.length);
}

export function isNewbornName(name: string): boolean {
  return name.endsWith(NEWBORN);
}

/** The generations of the key with this name. A newborn that was used is in use: its secret has reached somebody. */
export function generationsOf(keys: readonly ApiKeyRecord[], name: string): Generations {
  const named = (wanted: string) => keys.filter((key) => key.name === wanted);
  const newborn = named(newbornName(name));
  return {
    live: [...named(name), ...newborn.filter(({ usedAt }) => usedAt)],
    newborn: newborn.filter(({ usedAt }) => !usedAt),
    earlier: named(earlierName(name)),
  };
}

/** Whether a key has stopped working for good. @param now epoch milliseconds by the server's clock */
export function hasExpired({ expireAt }: ApiKeyRecord, now: number): boolean {
  return typeof expireAt === "string" && expireAt !== "" && Date.parse(expireAt) <= now;
}
