import { ClientError, type ClientSettings, resolveSettings, type SettingsArguments } from "../../client";
import { type Client, createClient } from "../../resources/client";
import { VERSION } from "../../version";
import { CommandError } from "../terminal/exit";

/** Runs work with a client of some settings, and closes its connections. */
export async function usingClient<T>(
  settings: Omit<ClientSettings, "userAgent">,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = createClient({ ...settings, userAgent: USER_AGENT });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

export const USER_AGENT = `cdk-clickstack/${VERSION}`;

/**
 * Throws a `CommandError` that names missing settings or the server's error.
 * @param args settings that are not in the environment.
 */
export async function withServer<T>(
  work: (client: Client, settings: Omit<ClientSettings, "userAgent">) => Promise<T>,
  args: SettingsArguments = {},
): Promise<T> {
  const resolved = resolveSettings(args, process.env);
  if (!resolved.ok) {
    const problems = resolved.problems.map(({ summary, detail }) => `${summary}. ${detail}`);
    throw new CommandError(`The server cannot be reached. ${problems.join(" ")}`);
  }
  const { settings } = resolved;
  return usingClient(settings, (client) => work(client, settings)).catch((error: unknown) => {
    // The client's errors contain the reason and the fix. A stack trace does not help a user.
    throw error instanceof ClientError ? new CommandError(error.message) : error;
  });
}
