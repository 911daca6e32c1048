const opening: Record<string, string> = { ")": "(", "]": "[" };

/** Why the database or the parser would refuse a where clause, or undefined: open quotes and brackets. */
export function whereProblem(where: string): string | undefined {
  const unquoted = where.replace(/"[^"]*"|'[^']*'/g, "");
  if (/["']/.test(unquoted)) return "Unterminated string in where clause";
  const open: string[] = [];
  for (const [bracket] of unquoted.matchAll(/[()[\]]/g)) {
    const partner = opening[bracket];
    if (partner === undefined) open.push(bracket);
    else if (open.pop() !== partner) return `Unexpected "${bracket}" in where clause`;
  }
  return open.length > 0 ? `Expected a closing bracket for "${open.join("")}" in where clause` : undefined;
}
