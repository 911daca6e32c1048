import { readFileSync } from "node:fs";
import type { NativePackage } from "../../src/install/provider-executable";
import { VERSION } from "../../src/version";

/** Values from the specifications of the formats. */
const ELF_MACHINES = { x64: 62, arm64: 183 };
const MACH_O_CPUS = { x64: 0x01000007, arm64: 0x0100000c };
const PE_MACHINES = { x64: 0x8664, arm64: 0xaa64 };
const MACH_O_CODE_SIGNATURE = 0x1d;

/**
 * Returns the problems of an executable for another platform: its format, processor, C library or provider version.
 * macOS ends an arm64 executable without a signature, so the signature is checked too.
 */
export function problemsOf(file: string, target: NativePackage): readonly string[] {
  const bytes = readFileSync(file);
  const found = { ...formatOf(bytes), hasVersion: bytes.includes(`VERSION="${VERSION}"`) };
  const expected = { ...expectedFormat(target), hasVersion: true };
  return Object.entries(expected)
    .filter(([name, value]) => (found as Record<string, unknown>)[name] !== value)
    .map(([name, value]) => `${target.name}: ${name} is ${(found as Record<string, unknown>)[name]}, not ${value}.`);
}

interface Format {
  readonly format: "ELF" | "Mach-O" | "PE" | "unknown";
  readonly machine?: number;
  readonly libc?: "glibc" | "musl";
  readonly signed?: boolean;
}

function expectedFormat({ os, cpu, libc }: NativePackage): Format {
  if (os === "linux") {
    return { format: "ELF", machine: ELF_MACHINES[cpu], ...(libc && { libc }) };
  }
  if (os === "darwin") {
    return { format: "Mach-O", machine: MACH_O_CPUS[cpu], signed: true };
  }
  return { format: "PE", machine: PE_MACHINES[cpu] };
}

function formatOf(bytes: Buffer): Format {
  if (bytes.readUInt32BE(0) === 0x7f454c46) {
    return { format: "ELF", machine: bytes.readUInt16LE(18), libc: libcOf(bytes) };
  }
  if (bytes.readUInt32LE(0) === 0xfeedfacf) {
    return { format: "Mach-O", machine: bytes.readUInt32LE(4), signed: isSigned(bytes) };
  }
  const header = bytes.toString("latin1", 0, 2) === "MZ" ? bytes.readUInt32LE(0x3c) : undefined;
  if (header !== undefined && bytes.toString("latin1", header, header + 4) === "PE\0\0") {
    return { format: "PE", machine: bytes.readUInt16LE(header + 4) };
  }
  return { format: "unknown" };
}

/** Detects the C library from the loader that the file mentions. */
function libcOf(bytes: Buffer): "glibc" | "musl" {
  return bytes.subarray(0, 4096).includes("/ld-musl-") ? "musl" : "glibc";
}

function isSigned(bytes: Buffer): boolean {
  let offset = 32;
  for (let command = 0; command < bytes.readUInt32LE(16); command += 1) {
    if (bytes.readUInt32LE(offset) === MACH_O_CODE_SIGNATURE) {
      return true;
    }
    offset += bytes.readUInt32LE(offset + 4);
  }
  return false;
}
