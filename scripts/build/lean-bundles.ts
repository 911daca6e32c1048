import type { Plugin } from "esbuild";

/** undici's HTTP parser comes twice; Node 20 and bun run the faster one on every processor that they support. */
const PARSER = /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp-wasm\.js$/;

/** Tables of Asian encodings, which express could read request bodies in. The API has UTF-8. */
const ENCODINGS = /[\\/]iconv-lite[\\/]encodings[\\/]dbcs-data\.js$/;

/** Leaves out of a bundle what never runs in it. The sources import the packages as anybody does. */
export const lean: Plugin = {
  name: "lean",
  setup({ onLoad }) {
    onLoad({ filter: PARSER }, () => ({ contents: 'module.exports = require("./llhttp_simd-wasm.js");' }));
    onLoad({ filter: ENCODINGS }, () => ({ contents: "module.exports = {};" }));
  },
};

/** The emulator is a script of its own in the package, which the command line loads from there. */
export const emulatorBeside: Plugin = {
  name: "emulator-beside",
  setup({ onResolve }) {
    onResolve({ filter: /\/emulator$/ }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "../emulator/index.js", external: true } : undefined,
    );
  },
};
