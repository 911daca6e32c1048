/** One thing that is wrong with a declared value. */
export interface Issue {
  readonly message: string;
  readonly path: IssuePath;
}

/** The way from the declared object down: a string is a field's name (as declared), a number a list index. */
export type IssuePath = readonly (string | number | MapKey)[];

/** A step into a map, by the author's key. */
export interface MapKey {
  readonly key: string;
}
