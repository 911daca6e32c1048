interface SavedQueryFields {
  savedQuery?: string | null;
  savedQueryLanguage?: string | null;
}

/** The language to store, or undefined to leave what is stored (docs/internals/api-behavior.md 4.1, 4.2). */
export function resolveLanguage({ savedQuery, savedQueryLanguage }: SavedQueryFields): string | null | undefined {
  if (savedQuery === null) return null;
  if (savedQueryLanguage !== undefined) return savedQueryLanguage;
  return savedQuery ? "lucene" : undefined;
}
