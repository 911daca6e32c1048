const vm = require("node:vm");
const asyncHooks = require("node:async_hooks");
const { TestEnvironment } = require("jest-environment-node");
const { installCommonGlobals } = require("jest-util");

/**
 * Compiled modules of this worker by file. All test files of the worker share them. Each test file still runs its
 * sources again.
 */
const compiled = new Map();

/**
 * The environment of this worker. A file with `@jest-environment node` has another environment, and compiles its
 * modules again.
 */
let shared;

const { compileFunction, createContext } = vm;

/**
 * Compiles a module for jest only once per worker. Without this, compiling takes a third of the time in which test
 * files load their imports.
 */
vm.compileFunction = (source, parameters, options) => {
  if (options?.parsingContext === undefined || options.parsingContext !== shared?.getVmContext()) {
    return compileFunction(source, parameters, options);
  }
  const { filename, parsingContext } = options;
  const head = `(function (${parameters.join(",")}) {`;
  const code = `${head}${source}\n})`;
  let entry = compiled.get(filename);
  if (entry?.code !== code) {
    entry = { code, script: new vm.Script(code, { filename, columnOffset: -head.length }) };
    compiled.set(filename, entry);
  }
  return entry.script.runInContext(parsingContext);
};

/**
 * Gives the next context an ordinary global object. The global object of jest is a proxy, which slows down every use of
 * `Object` or `Map`.
 */
const withOrdinaryGlobals = (options) => {
  vm.createContext = () => {
    vm.createContext = createContext;
    return createContext(vm.constants.DONT_CONTEXTIFY);
  };
  return options;
};

/**
 * Storages of the running test file. jest creates one storage per file and never disables it, and Node visits each
 * storage at every promise.
 */
const storages = new Set();

asyncHooks.AsyncLocalStorage = class extends asyncHooks.AsyncLocalStorage {
  constructor(...options) {
    super(...options);
    storages.add(this);
  }
};

/** The environment of jest for Node with one context for all test files of a worker. */
class SharedEnvironment extends TestEnvironment {
  #globals;

  constructor(...options) {
    super(...withOrdinaryGlobals(options));
    this.#globals = Object.getOwnPropertyDescriptors(this.global);
  }

  /** Removes the globals of the last test file and restores the ones that it changed. */
  restoreGlobals() {
    const { global } = this;
    for (const key of Reflect.ownKeys(global)) {
      if (!Object.hasOwn(this.#globals, key)) {
        Reflect.deleteProperty(global, key);
      }
    }
    for (const key of Reflect.ownKeys(this.#globals)) {
      Reflect.defineProperty(global, key, this.#globals[key]);
    }
    // The context gets a copy of the process object, with a copy of the environment variables, like a new context.
    const common = { Symbol: global.Symbol, Date: global.Date };
    installCommonGlobals(common, {});
    global.process = common.process;
  }

  async teardown() {
    for (const storage of storages) {
      storage.disable();
    }
    storages.clear();
    this.fakeTimersModern.dispose();
  }
}

/**
 * Returns the environment of this worker, so that costs do not grow with the number of test files, and so that the files
 * can share the packages that they import (`runtime.js`).
 */
module.exports = function Environment(...options) {
  if (shared) {
    shared.restoreGlobals();
  } else {
    shared = new SharedEnvironment(...options);
  }
  return shared;
};

/** Returns true for the environment that the test files of this worker share. */
module.exports.isShared = (environment) => environment === shared;
