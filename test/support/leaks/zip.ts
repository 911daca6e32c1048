import { inflateRawSync } from "node:zlib";

const DIRECTORY_ENTRY = 0x02014b50;
const END_OF_DIRECTORY = Buffer.from("504b0506", "hex");

/** Returns true if a file is an archive, such as a saved plan. */
export function isZip(file: Buffer): boolean {
  return file.subarray(0, 4).equals(Buffer.from("504b0304", "hex"));
}

/**
 * Returns the files in an archive, by name. Throws if it is incomplete or uses a method that Terraform does not use.
 */
export function unzip(file: Buffer): ReadonlyMap<string, Buffer> {
  const end = file.lastIndexOf(END_OF_DIRECTORY);
  if (end < 0) {
    throw new Error("The archive has no directory.");
  }
  const files = new Map<string, Buffer>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    if (file.readUInt32LE(at) !== DIRECTORY_ENTRY) {
      throw new Error("The archive's directory is broken.");
    }
    const [nameSize, extraSize, commentSize] = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = file.toString("utf8", at + 46, at + 46 + nameSize);
    files.set(name, contentOf(file, at));
    at += 46 + nameSize + extraSize + commentSize;
  }
  return files;
}

function contentOf(file: Buffer, entry: number): Buffer {
  const method = file.readUInt16LE(entry + 10);
  const size = file.readUInt32LE(entry + 20);
  const local = file.readUInt32LE(entry + 42);
  const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  const packed = file.subarray(start, start + size);
  if (method === 0) {
    return packed;
  }
  if (method === 8) {
    return inflateRawSync(packed);
  }
  throw new Error(`The archive uses the packing method ${method}.`);
}
