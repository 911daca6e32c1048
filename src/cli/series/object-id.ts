/** An id that the server gave; a reference that is not resolved yet is none. */
export const ID = /^[0-9a-f]{24}$/i;
