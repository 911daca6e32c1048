const { existsSync, readFileSync } = require("node:fs");
const { dirname, join, resolve, sep } = require("node:path");

/**
 * Chooses the unit tests: those that run within jest's own process. All others are recognized by where they are (FOLDERS) or by what they,
 * or the helpers below test/ and scripts/ that they import, import (MODULES). jest.unit.config.js names this file as its filter.
 */

/** Whole runs of the product, and thousands of generated cases. */
const FOLDERS = ["acceptance", "faults", "fuzz", "leaks", "soak"];

const MODULES = [
  // Other programs: the provider as a process, the built package, a browser, a database.
  /^(node:)?child_process$/,
  /^playwright-core$/,
  // Terraform or OpenTofu.
  /\/src\/cli\/engine\/(find-)?engine$/,
  // Checks run after an apply, by a script that the build makes and synthesis places.
  /\/src\/checks$/,
];

/** A server. The tests of the emulator itself are unit tests; others that need it send it whole plans and applies. */
const EMULATOR = /\/src\/emulator(\/|$)/;

const TEST_FOLDER = resolve(__dirname, "..", "..", "test");
const TYPES = /\bimport type\b[^;]*;/g;
const IMPORTED = /(?:^(?:import|export)\b[^;"]*|\b(?:import|require)\(\s*)"([^"]+)"/gm;

/** @type {(testFiles: readonly string[]) => { readonly filtered: readonly string[] }} */
module.exports = (testFiles) => ({ filtered: testFiles.filter((file) => isUnitTest(file)) });

/** @type {(file: string, testFolder?: string) => boolean} */
function isUnitTest(file, testFolder = TEST_FOLDER) {
  const isBelow = (folder) => file.startsWith(join(testFolder, folder) + sep);
  if (FOLDERS.some(isBelow)) return false;
  const refused = isBelow("emulator") ? MODULES : [...MODULES, EMULATOR];
  return !withHelpers(file, testFolder)
    .flatMap(importsOf)
    .some((name) => refused.some((pattern) => pattern.test(name)));
}

/** A test file with the files of the tests and the scripts that it imports, directly or through one another. */
function withHelpers(file, testFolder) {
  const found = new Set([file]);
  for (const each of found) for (const helper of helpersOf(each, testFolder)) found.add(helper);
  return [...found];
}

function helpersOf(file, testFolder) {
  const folders = [testFolder, resolve(testFolder, "..", "scripts")];
  return importsOf(file)
    .filter((name) => name.startsWith("."))
    .map((name) => resolve(dirname(file), name))
    .flatMap((path) => [path, `${path}.ts`, join(path, "index.ts")])
    .filter((path) => path.endsWith(".ts") && folders.some((folder) => path.startsWith(folder + sep)))
    .filter((path) => existsSync(path));
}

/** What a file loads. Imports of types alone load nothing. */
function importsOf(file) {
  const text = readFileSync(file, "utf8").replace(TYPES, "");
  return [...text.matchAll(IMPORTED)].map(([, name]) => name);
}

module.exports.isUnitTest = isUnitTest;
