/** Returns a text as an SQL literal. */
export function sqlText(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
