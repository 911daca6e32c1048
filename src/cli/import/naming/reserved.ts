/** What TypeScript keeps for itself in modules under strict, and the globals that code beside may need. */
export const RESERVED_WORDS: readonly string[] = (
  "abstract any arguments as asserts async await boolean break case catch class const constructor continue debugger declare " +
  "default delete do else enum eval export extends false finally for from function get global globalThis if implements import in " +
  "infer instanceof interface is keyof let module namespace never new null number object of package private process protected " +
  "public readonly require return satisfies set static string super switch symbol this throw true try type typeof undefined " +
  "unique unknown using var void while with yield"
).split(" ");

/** Names that no file can have on Windows, whatever its ending. */
export const RESERVED_FILES: readonly string[] = ["con", "prn", "aux", "nul"].concat(
  [..."123456789"].flatMap((digit) => [`com${digit}`, `lpt${digit}`]),
);
