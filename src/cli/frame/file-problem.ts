/** Why a file or folder could not be used, and the fix, by the code of the operating system. */
const REASONS: ReadonlyMap<string, readonly [reason: string, fix: string]> = new Map([
  ["EACCES", ["permission is denied", "Let this user write there, or name another place."]],
  ["EPERM", ["permission is denied", "Let this user write there, or name another place."]],
  ["EROFS", ["it is on a disk that is mounted for reading only", "Name another place."]],
  ["ENOSPC", ["no space is left", "Free some, or name another place."]],
  ["EDQUOT", ["no space is left of what this user may use", "Free some, or name another place."]],
  ["EFBIG", ["it is larger than this disk allows", "Name another place."]],
  ["EISDIR", ["it is a folder", "Name a file."]],
  ["ENOTDIR", ["a part of its path is no folder", "Name another place."]],
  ["ENOENT", ["it is not there", "Make it, or name another."]],
  ["ENAMETOOLONG", ["its name is too long", "Give it a shorter one."]],
  ["ELOOP", ["its links lead in a circle", "Remove them, or name another place."]],
  ["EMFILE", ["too many files are open", "Close some, or raise the limit (ulimit -n)."]],
  ["ETXTBSY", ["it is running", "End it, and try again."]],
  ["EBUSY", ["something else uses it", "End that, and try again."]],
  ["EIO", ["the disk fails", "Check it, or name another place."]],
]);

interface SystemError {
  readonly code: string;
  readonly path?: string;
  readonly dest?: string;
}

/** Why the operating system refuses something; undefined for any other error. */
export function reasonOf(error: unknown): { readonly reason: string; readonly fix: string } | undefined {
  const [reason, fix] = (isSystemError(error) && REASONS.get(error.code)) || [];
  return reason !== undefined && fix !== undefined ? { reason, fix } : undefined;
}

/** What the operating system has against a file, in a sentence with the fix; undefined for any other error. */
export function fileProblem(error: unknown): string | undefined {
  const refused = reasonOf(error);
  if (!refused || !isSystemError(error)) return undefined;
  const place = error.dest ?? error.path;
  return place === undefined ? undefined : `${place} cannot be used: ${refused.reason}. ${refused.fix}`;
}

function isSystemError(error: unknown): error is SystemError {
  return typeof error === "object" && error !== null && "code" in error && typeof error.code === "string";
}
