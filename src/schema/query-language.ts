import * as z from "zod";

/** The languages of a where clause. */
export const queryLanguage = z.enum(["sql", "lucene"]);
