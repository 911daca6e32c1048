import * as z from "zod";
import { log } from "./source/log";
import { metric } from "./source/metric";
import { promql } from "./source/promql";
import { session } from "./source/session";
import { trace } from "./source/trace";

/** A source that tiles, filters and saved searches query (docs/internals/api-behavior.md 3.13). */
export const source = z.union([log, trace, metric, session, promql]);

export type SourceDeclaration = z.input<typeof source>;
