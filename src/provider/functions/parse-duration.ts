import * as z from "zod";
import { duration, secondsOf } from "../../declaration/value-types";
import { FunctionArgumentError, type ProviderFunction } from "../../plugin";

const DURATION = duration();

/**
 * Returns the seconds of a duration, in the format that attributes of this provider use, such as `rotate_every` of a
 * key.
 */
export const parseDuration: ProviderFunction = {
  summary: "The seconds of a duration.",
  description:
    "Reads a duration in the format that the attributes of this provider use, such as `rotate_every` of a key or `interval` of an alert: a whole number with its unit, `s`, `m`, `h`, `d` or `w` for seconds to weeks.",
  parameters: [
    { name: "duration", type: "string", description: "A duration such as `90s`, `5m`, `72h`, `7d` or `2w`." },
  ],
  returns: "number",
  call([text]) {
    const { error } = DURATION.safeParse(text);
    if (error) {
      throw new FunctionArgumentError(0, `${z.treeifyError(error).errors.join(". ")}; it is ${JSON.stringify(text)}.`);
    }
    return secondsOf(String(text));
  },
};
