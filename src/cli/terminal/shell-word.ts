/** Returns a path as a word of a command that the user pastes. cmd.exe supports only double quotes. */
export function shellWord(path: string): string {
  if (process.platform === "win32") {
    return /^[\w./\\:@+-]+$/.test(path) && !path.startsWith("-") ? path : `"${path}"`;
  }
  return /^[\w./@+-]+$/.test(path) && !path.startsWith("-") ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
