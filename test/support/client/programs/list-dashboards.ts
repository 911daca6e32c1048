import { createClient } from "../../../../src/resources/client";

/** Lists the dashboards of ENDPOINT in a process with a separate environment, and prints the result in one line. */
async function main(): Promise<void> {
  const openSource = { endpoint: process.env.ENDPOINT ?? "", accessKey: "access-key-of-the-tests" };
  const client = createClient({ userAgent: "tests", openSource });
  try {
    process.stdout.write(`returned ${JSON.stringify(await client.dashboards.list())}\n`);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    process.stdout.write(`${code} ${message}\n`);
  } finally {
    await client.close();
  }
}

void main();
