/** What a terminal would obey or a reader would not see: controls, changes of direction, letters of no width. */
const UNSEEN = /[\u007f-\u009f\u2028\u2029\p{Default_Ignorable_Code_Point}]/gu;

/** A name that somebody else chose, in quotes, as a message can show it: on one line, and every character seen. */
export function quoted(name: string): string {
  return JSON.stringify(name).replace(UNSEEN, escapeOf);
}

function escapeOf(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
