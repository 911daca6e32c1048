/** Parser of search conditions that the ClickStack server uses. The package contains no types. */
declare module "@hyperdx/lucene" {
  /** Node of a condition: a term, a range, or up to two nodes with an operator. Empty without a condition. */
  export interface LuceneNode {
    readonly field?: string;
    readonly term?: string;
    readonly quoted?: boolean;
    readonly prefix?: string | null;
    readonly similarity?: number | null;
    readonly boost?: number | null;
    readonly proximity?: number | null;
    readonly term_min?: string;
    readonly term_max?: string;
    readonly left?: LuceneNode;
    readonly right?: LuceneNode;
    readonly start?: string;
    readonly operator?: string;
    readonly parenthesized?: boolean;
  }

  export function parse(query: string): LuceneNode;
}
