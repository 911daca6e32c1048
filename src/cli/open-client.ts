import { ClientError, type ClientSettings, resolveSettings, type SettingsArguments } from "../client";
import { type Client, createClient } from "../resources/client";
import { VERSION } from "../version";
import { CommandError } from "./frame/exit";

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

/** What this tool calls itself to servers. */
export const USER_AGENT = `cdk-clickstack/${VERSION}`;

/**
 * Runs work with the server that the environment names. Throws a `CommandError` that says what is missing, or what went wrong there.
 * @param args settings that the environment does not have.
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
    // The client's own errors say what went wrong and the fix; a stack trace says nothing to a user.
    throw error instanceof ClientError ? new CommandError(error.message) : error;
  });
}
