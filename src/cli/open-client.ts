import { ClientError, resolveSettings } from "../client";
import { type Client, createClient } from "../resources/client";
import { VERSION } from "../version";
import { CommandError } from "./frame/exit";

/** Runs work with the server that the environment names, and closes the connections. `endpoint` is where dashboards and alerts live. Throws a `CommandError` that says what is missing. */
export async function withServer<T>(
  work: (client: Client, endpoint: string) => Promise<T>,
  environment = process.env,
): Promise<T> {
  const resolved = resolveSettings({}, environment);
  if (!resolved.ok) {
    const problems = resolved.problems.map(({ summary, detail }) => `${summary}. ${detail}`);
    throw new CommandError(`The server cannot be reached. ${problems.join(" ")}`);
  }
  const client = createClient({ ...resolved.settings, userAgent: `cdk-clickstack/${VERSION}` });
  try {
    const { openSource, managed } = resolved.settings;
    return await work(client, openSource?.endpoint ?? managed?.endpoint ?? "");
  } catch (error) {
    // The client's own errors say what went wrong and the fix; a stack trace says nothing to a user.
    throw error instanceof ClientError ? new CommandError(error.message) : error;
  } finally {
    await client.close();
  }
}
