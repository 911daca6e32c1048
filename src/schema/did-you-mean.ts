import { distance } from "fastest-levenshtein";

/** A sentence that offers the candidate nearest to what was written, or "" when none is near. */
export function didYouMean(written: string, candidates: readonly string[]): string {
  const nearest = candidates
    .map((candidate) => ({ candidate, edits: distance(written.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits)[0];
  if (!nearest || nearest.edits >= written.length || nearest.edits > Math.max(2, written.length / 3)) return "";
  return ` Did you mean "${nearest.candidate}"?`;
}
