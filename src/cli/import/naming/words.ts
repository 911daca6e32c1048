/** The words of a name in plain lower-case letters and digits: `Checkout: Größe` is `checkout`, `grosse`. */
export function wordsOf(name: string): readonly string[] {
  const plain = name
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "");
  return plain.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

/** `too-many-errors`, cut after whole words at a length that file systems and readers bear. Empty where a name has no letters to use. */
export function kebab(name: string): string {
  let text = "";
  for (const word of wordsOf(name)) {
    const longer = text === "" ? word : `${text}-${word}`;
    if (longer.length > LONGEST && text !== "") break;
    text = longer;
  }
  return text.slice(0, LONGEST);
}

const LONGEST = 50;

/** `too-many-errors` is `tooManyErrors`. */
export function camel(text: string): string {
  return wordsOf(text)
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");
}
