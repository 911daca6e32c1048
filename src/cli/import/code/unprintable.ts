/**
 * What must not stand as it is in a literal: control characters, halves of characters, what editors take for the end of a line, and what
 * turns the direction of reading, so that code would not be what it seems.
 */
export const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\ufeff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
