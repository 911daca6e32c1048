export function shellWord(path: string): string {
  return /^[\w./@+-]+$/.test(path) && !path.startsWith("-") ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
