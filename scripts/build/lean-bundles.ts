import type { Plugin } from "esbuild";

/** undici contains two HTTP parsers. Node 20 and bun run the faster one on every supported processor. */
const PARSER = /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp-wasm\.js$/;

/** Tables of Asian encodings, with which express could read request bodies. The API uses UTF-8. */
const ENCODINGS = /[\\/]iconv-lite[\\/]encodings[\\/]dbcs-data\.js$/;

/** Source maps of templates, which handlebars writes only for precompiled templates. handlebars works without them. */
const TEMPLATE_MAPS = /[\\/]handlebars[\\/]node_modules[\\/]source-map[\\/]source-map\.js$/;

/** Removes code from a bundle that never runs in the bundle. The sources import the packages normally. */
export const lean: Plugin = {
  name: "lean",
  setup({ onLoad, onResolve }) {
    // Its package does not declare that an unused bundle can be omitted. The tests of users draw no Markdown.
    onResolve({ filter: /^marked$/ }, () => ({ path: require.resolve("marked"), sideEffects: false }));
    onLoad({ filter: PARSER }, () => ({ contents: 'module.exports = require("./llhttp_simd-wasm.js");' }));
    onLoad({ filter: ENCODINGS }, () => ({ contents: "module.exports = {};" }));
    onLoad({ filter: TEMPLATE_MAPS }, () => ({ contents: "module.exports = {};" }));
  },
};

/** The emulator is a separate script in the package, which the command line loads. */
export const emulatorBeside: Plugin = {
  name: "separate-emulator",
  setup({ onResolve }) {
    onResolve({ filter: /\/emulator$/ }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "../emulator/index.js", external: true } : undefined,
    );
  },
};
