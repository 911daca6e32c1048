import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/**
 * Starts an npm registry with the packages of a release. It redirects requests for other packages to the configured
 * registry of npm.
 */
export async function npmRegistry(folder: string): Promise<{ readonly address: string; [Symbol.dispose](): void }> {
  const npm = (...words: string[]) => execFileSync("npm", words, { encoding: "utf8", stdio: "pipe" }).trim();
  const others = npm("config", "get", "registry");
  const files = new Map(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file))]));
  const manifests = [...files.keys()].map((file) => {
    const text = execFileSync("tar", ["-xzOf", join(folder, file), "package/package.json"], { encoding: "utf8" });
    return { file, manifest: JSON.parse(text) as { name: string; version: string } };
  });
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "").slice(1);
    const archive = files.get(path);
    if (archive) {
      return response.end(archive);
    }
    const found = manifests.find(({ manifest }) => manifest.name === path);
    if (!found) {
      return response.writeHead(302, { location: others + path }).end();
    }
    const { file, manifest } = found;
    const integrity = `sha512-${createHash("sha512")
      .update(files.get(file) ?? "")
      .digest("base64")}`;
    const { version } = manifest;
    const versions = { [version]: { ...manifest, dist: { tarball: `${address}/${file}`, integrity } } };
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify({ name: manifest.name, "dist-tags": { latest: version }, versions }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
