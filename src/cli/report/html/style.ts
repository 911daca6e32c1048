import { Markup } from "./markup";

/** The report's look: light or dark as the reader's system is, from 390 pixels wide. */
export const STYLE = new Markup(`
:root { color-scheme: light dark; --text: #1c2024; --dim: #5b6470; --back: #ffffff; --card: #f6f7f9; --line: #dde1e6;
  --good: #10703c; --good-back: #e3f5e9; --bad: #b42318; --bad-back: #fdeceb; --warn: #8a5a00; --link: #0b57d0; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e8eb; --dim: #9aa4b0; --back: #14171a; --card: #1d2125; --line: #333a42;
  --good: #6fd39a; --good-back: #16301f; --bad: #ff9b92; --bad-back: #3b1a17; --warn: #f0b94a; --link: #8ab4f8; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 1.25rem 0 .5rem; }
p { margin: .25rem 0; } ul { margin: .25rem 0; padding-left: 1.25rem; }
code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { margin: .25rem 0; padding: .5rem; background: var(--back); border: 1px solid var(--line); border-radius: .25rem; white-space: pre-wrap; }
.dim { color: var(--dim); } .conclusion { font-size: 1.1rem; }
.dangers { border: 1px solid var(--bad); border-radius: .5rem; background: var(--bad-back); padding: .5rem 1rem; margin: 1rem 0; }
.dangers h2 { margin: 0; color: var(--bad); }
details { border: 1px solid var(--line); border-radius: .5rem; background: var(--card); margin: .5rem 0; }
summary { padding: .5rem .75rem; cursor: pointer; overflow-wrap: anywhere; }
summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: .5rem; }
summary strong { font-weight: 600; } .verb { color: var(--dim); }
.fields { width: 100%; border-collapse: collapse; border-top: 1px solid var(--line); table-layout: fixed; }
.fields th, .fields td { text-align: left; vertical-align: top; padding: .35rem .75rem; border-bottom: 1px solid var(--line); font-weight: 400; overflow-wrap: anywhere; }
.fields tr:last-child > * { border-bottom: 0; } .fields thead th { color: var(--dim); font-size: .8rem; }
.before { color: var(--bad); } .after { color: var(--good); } .added, .create { color: var(--good); } .removed, .delete, .replace, .error { color: var(--bad); }
.warning, .update { color: var(--warn); } .sign { display: inline-block; width: 1.2em; font-weight: 700; }
.address { display: block; color: var(--dim); padding: 0 .75rem .5rem; }
.layout { margin: .5rem .75rem; } .drawing { overflow-x: auto; padding: .5rem; } .drawing > svg { display: block; max-width: none; } .drawing:focus-visible { outline: 2px solid var(--link); }
.diagnostic { border-left: 4px solid currentcolor; padding: .25rem .75rem; margin: .5rem 0; background: var(--card); }
.diagnostic > * { color: var(--text); }
@media (max-width: 40rem) {
  .fields thead { display: none; } .fields, .fields tbody, .fields tr, .fields th, .fields td { display: block; width: 100%; }
  .fields tr { border-bottom: 1px solid var(--line); padding: .35rem 0; } .fields tr:last-child { border-bottom: 0; }
  .fields th, .fields td { border: 0; padding: .1rem .75rem; }
  .fields td[data-label]::before { content: attr(data-label) " "; color: var(--dim); font-size: .8rem; }
}`);
