import { existsSync } from "node:fs";
import { ConfinedFolder, UnsafePathError } from "../confined-folder";
import { systemErrorCode } from "../staged-file";
import { VERSION } from "../version";
import { visible } from "../visible";
import {
  LOCK_FILE,
  type LockedProvider,
  lockedProviders,
  type RequiredProvider,
  readLockFile,
  withLockedProvider,
  withNote,
  withoutLockedProvider,
} from "./lock-file";
import { hashOfContents, includesOwnHash, launcherFiles, packageHash } from "./package-files";
import { placedFolder, REGISTRY_HOSTS } from "./place-provider";
import { PROVIDER_SOURCE, thisPlatform } from "./provider-executable";

/** Reason why `init` would refuse a provider or the lock file was not written, and the fix. */
interface LockProblem {
  readonly message: string;
  readonly fix: string;
}

/** Returns the entries of the provider in the lock file of a working directory, one per registry host. */
export function readLockEntries(folder: string) {
  const own = lockedProviders(readLockFile(folder) ?? "").filter(
    ({ address }) => sourceOf(address) === PROVIDER_SOURCE,
  );
  return own.map(({ address, version, hashes }) => ({ host: hostOf(address), version, hashes }));
}

function hostOf(address: string): string {
  return address.split("/")[0] ?? "";
}

/** Returns an address without its host. */
function sourceOf(address: string): string {
  return address.slice(hostOf(address).length + 1);
}

/** Returns the reason why the lock file refuses the placed provider, such as an upgrade or another placement. */
export function findLockProblem(folder: string): LockProblem | undefined {
  for (const { host, version, hashes } of readLockEntries(folder)) {
    if (version !== VERSION) {
      const message = `${LOCK_FILE} selects version ${visible(version)} of the provider; this package has ${VERSION}.`;
      return { message, fix: 'Synthesize again. In plain HCL, run "init -upgrade", and commit the lock file.' };
    }
    const placed = placedFolder(folder, host, thisPlatform());
    if (existsSync(placed) && !hashes.includes(packageHash(placed))) {
      return otherFile(host);
    }
  }
  return undefined;
}

function otherFile(host: string): LockProblem {
  return {
    message: `${LOCK_FILE} knows version ${VERSION} of the provider by the hash of another file, such as that of another platform, a whole executable instead of a launcher, or the registry's.`,
    fix: `Delete the entry "${host}/${PROVIDER_SOURCE}" from ${LOCK_FILE} and run "init".`,
  };
}

interface LockRequest {
  /**
   * Hashes of the placed packages of all platforms. Undefined if the engine installs the provider from another
   * location, such as a mirror, whose packages have other hashes.
   */
  readonly hashes: readonly string[] | undefined;
  /** True if the program asks for whole executables, so that the engine must not accept a launcher. */
  readonly refusesLauncher: boolean;
  readonly required: readonly RequiredProvider[];
  /** True if the CLI of cdktf or cdktn runs the program. */
  readonly isRunByCli: boolean;
}

/**
 * Writes the provider's entry into the lock file of a stack, so that `init` selects the placed version and accepts its
 * hash after every upgrade. Entries of other providers stay the same. The file is only written if it changes.
 * @returns reasons why `init` or a deployment would fail
 */
export function lockProvider(folder: string, request: LockRequest): readonly LockProblem[] {
  const { hashes, required } = request;
  const found = readLockFile(folder) ?? "";
  const problems = otherVersions(found, required);
  let text = found;
  for (const host of hostsFor(found)) {
    const isUnknown = hashes !== undefined && hasUnknownHash(text, host, hashes);
    if (isUnknown) {
      problems.push(otherFile(host));
    } else {
      text = withOwnEntry(text, host, request);
    }
  }
  if (request.isRunByCli) {
    text = withNote(text, unnamedProviders(text, required));
  }
  const failed = text === found ? undefined : writeLockFile(folder, text);
  return failed ? [...problems, failed] : problems;
}

/**
 * Returns the registry hosts whose entries belong into a lock file. An engine fails for an entry of the other engine's
 * host. So a file that one engine wrote gets only the entries of this engine.
 */
function hostsFor(text: string): readonly string[] {
  const hosts = lockedProviders(text).map(({ address }) => hostOf(address));
  const found = REGISTRY_HOSTS.filter((host) => hosts.includes(host));
  if (found.length > 0) {
    return found;
  }
  const isTofu = /tofu/i.test(process.env.TERRAFORM_BINARY_NAME ?? "");
  return REGISTRY_HOSTS.filter((host) => host.includes("opentofu") === isTofu);
}

/**
 * Returns true if an entry of the same version was not written for a placement of this package. Such hashes can belong
 * to a changed executable, which only the user may accept.
 */
function hasUnknownHash(text: string, host: string, placed: readonly string[]): boolean {
  const entry = ownEntry(text, host);
  if (entry?.version !== VERSION || placed.some((hash) => entry.hashes.includes(hash))) {
    return false;
  }
  return !includesOwnHash(entry.hashes);
}

/**
 * Returns the lock file with the entry of this version. Keeps the hashes of the same version, because machines can use
 * different placements. Without hashes, only removes an entry of another version, so that `init` selects the version
 * again.
 */
function withOwnEntry(
  text: string,
  host: string,
  { hashes, refusesLauncher }: Pick<LockRequest, "hashes" | "refusesLauncher">,
): string {
  const address = `${host}/${PROVIDER_SOURCE}`;
  const entry = ownEntry(text, host);
  const same = entry?.version === VERSION ? entry : undefined;
  if (hashes === undefined) {
    return same ? text : withoutLockedProvider(text, address);
  }
  const refused = refusesLauncher ? hashOfContents(launcherFiles(thisPlatform())) : undefined;
  const kept = same?.hashes.filter((hash) => hash !== refused) ?? [];
  if (
    same?.constraints !== undefined &&
    kept.length === same.hashes.length &&
    hashes.every((hash) => kept.includes(hash))
  ) {
    return text;
  }
  const all = [...new Set([...kept, ...hashes])].sort();
  const constraints = same?.constraints ?? VERSION;
  return withLockedProvider(text, { address, version: VERSION, constraints, hashes: all });
}

function ownEntry(text: string, host: string): LockedProvider | undefined {
  return lockedProviders(text).find(({ address }) => address === `${host}/${PROVIDER_SOURCE}`);
}

/** Returns the providers whose addresses the CLIs of cdktf and cdktn look for and do not find in the lock file. */
function unnamedProviders(text: string, required: readonly RequiredProvider[]): readonly RequiredProvider[] {
  const named = lockedProviders(text).filter(({ constraints }) => constraints !== undefined);
  return required.filter(({ address }) => !named.some((entry) => entry.address === address));
}

/** Matches an exact version, which the constructs of other providers require. */
const EXACT_VERSION = /^=?\s*v?(\d+\.\d+\.\d[\w.+-]*)$/;

/** Finds other providers that the lock file selects in another version than the program requires. */
function otherVersions(text: string, required: readonly RequiredProvider[]): LockProblem[] {
  const locked = lockedProviders(text);
  return required.flatMap(({ address, constraints }) => {
    const source = sourceOf(address);
    const version = EXACT_VERSION.exec(constraints)?.[1];
    const entry = locked.find((each) => sourceOf(each.address) === source);
    if (source === PROVIDER_SOURCE || version === undefined || entry === undefined || entry.version === version) {
      return [];
    }
    const message = `${LOCK_FILE} selects version ${visible(entry.version)} of ${source}; the program requires ${version}.`;
    return [{ message, fix: 'Run "init -upgrade" in the stack, which asks the registry for the provider.' }];
  });
}

/** Returns the problem if the file cannot be written. The engine can still use an existing file. */
function writeLockFile(folder: string, text: string): LockProblem | undefined {
  try {
    new ConfinedFolder(folder).write(LOCK_FILE, text);
    return undefined;
  } catch (error) {
    const code = systemErrorCode(error);
    if (!(error instanceof UnsafePathError) && code === undefined) {
      throw error;
    }
    const reason =
      error instanceof UnsafePathError ? "It is a link, which is not followed" : `The system reports ${code}`;
    return {
      message: `${LOCK_FILE} has no entry for this version of the provider, and it cannot be written. ${reason}.`,
      fix: `Replace ${LOCK_FILE} with a file in a folder that can be written, and synthesize again.`,
    };
  }
}
