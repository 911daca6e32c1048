import { isLoopback } from "../../../../client/settings";
import { CommandError } from "../../../terminal/exit";

export interface DatabaseSettings {
  /** Name of the option with the address. Default: the environment variable. */
  readonly addressName?: string;
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

export const URL_VARIABLE = "CLICKHOUSE_URL";
const USER_VARIABLE = "CLICKHOUSE_USER";
const PASSWORD_VARIABLE = "CLICKHOUSE_PASSWORD";

/**
 * Returns the database that the environment or an option names, or undefined. Throws a `CommandError` for an address that
 * cannot be used. No message contains the address, because it can contain credentials.
 */
export function databaseSettings(
  env: Readonly<Record<string, string | undefined>>,
  option?: { readonly name: string; readonly address: string },
): DatabaseSettings | undefined {
  const address = (option?.address ?? env[URL_VARIABLE])?.trim();
  if (!address) {
    return undefined;
  }
  const name = option ? `The option ${option.name}` : `The environment variable ${URL_VARIABLE}`;
  const invalid = (problem: string, fix: string) => new CommandError(`${name} ${problem}. Fix: ${fix}`);
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
    throw invalid("is not an http address", "Set it to one such as https://HOST:8443.");
  }
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") {
    throw invalid("contains a user or a password", `Set ${USER_VARIABLE} and ${PASSWORD_VARIABLE} instead.`);
  }
  if (url.search !== "" || url.hash !== "") {
    throw invalid("contains ? or #", "Remove the parameters: the queries set their own.");
  }
  if (url.pathname !== "/") {
    throw invalid("contains a path", "Remove the path: the sources name their databases.");
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw invalid(
      "is a plain http address of another machine, so others on the network could read the password",
      "Use https, usually with the port 8443, or a tunnel to this machine.",
    );
  }
  const user = env[USER_VARIABLE]?.trim() || "default";
  const password = env[PASSWORD_VARIABLE] ?? "";
  return { url: url.origin, user, password, ...(option && { addressName: option.name }) };
}
