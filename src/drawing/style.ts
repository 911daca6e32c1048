/**
 * The colours of a drawing, light and dark as the reader prefers. A page with a strict content policy puts it into its own style sheet
 * and leaves it out of the drawing. Text has a contrast of 4.5 or more on its ground.
 */
export const DRAWING_STYLE = `
.cs-drawing{--cs-ground:#f4f6f8;--cs-tile:#ffffff;--cs-edge:#aeb7c2;--cs-text:#1c2430;--cs-muted:#55606e;--cs-faint:#dde3ea;
--cs-alert:#8a3b00;--cs-alert-ground:#fff0e0;--cs-bad:#b3261e;--cs-bad-ground:#b3261e22;--cs-added:#1a6b34;--cs-changed:#6b4a00;
--cs-s0:#2563c9;--cs-s1:#c2570c;--cs-s2:#1a7f53;--cs-s3:#9333a8;--cs-s4:#b3261e;--cs-s5:#0e7490;
font-family:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;max-width:100%;height:auto}
@media (prefers-color-scheme:dark){.cs-drawing{--cs-ground:#10151c;--cs-tile:#1a212b;--cs-edge:#4a5666;--cs-text:#e8edf3;--cs-muted:#a3afbd;
--cs-faint:#2a3441;--cs-alert:#ffc08a;--cs-alert-ground:#44270a;--cs-bad:#ff9a92;--cs-bad-ground:#ff9a9226;--cs-added:#7ddc9c;
--cs-changed:#f0c674;--cs-s0:#7fb0ff;--cs-s1:#ffab6b;--cs-s2:#6fd3a3;--cs-s3:#d79bea;--cs-s4:#ff9a92;--cs-s5:#67d3ea}}
.cs-ground{fill:var(--cs-ground)}.cs-column{stroke:var(--cs-faint);stroke-width:1}
.cs-tile{fill:var(--cs-tile);stroke:var(--cs-edge);stroke-width:1}
.cs-tile-added{stroke:var(--cs-added);stroke-width:2.5}.cs-tile-changed{stroke:var(--cs-changed);stroke-width:2.5;stroke-dasharray:7 3}
.cs-tile-removed{stroke:var(--cs-bad);stroke-width:2.5;stroke-dasharray:3 3}
.cs-change-added{fill:var(--cs-added)}.cs-change-changed{fill:var(--cs-changed)}.cs-change-removed{fill:var(--cs-bad)}
.cs-heading{fill:var(--cs-text);font-size:18px;font-weight:700}.cs-section{fill:var(--cs-text);font-size:14px;font-weight:600}
.cs-title{fill:var(--cs-text);font-size:13px;font-weight:600}.cs-small{fill:var(--cs-muted);font-size:11px}
.cs-kind{fill:var(--cs-muted);font-size:11px;font-weight:600}
.cs-badge{fill:var(--cs-alert-ground);stroke:var(--cs-alert);stroke-width:.75}.cs-badge-text{fill:var(--cs-alert);font-size:11px;font-weight:600}
.cs-overlap{fill:var(--cs-bad-ground);stroke:var(--cs-bad);stroke-width:1.5;stroke-dasharray:5 3}
.cs-gap{fill:none;stroke:var(--cs-muted);stroke-width:1;stroke-dasharray:2 4}.cs-flaw-text{fill:var(--cs-bad);font-size:11px;font-weight:600}
.cs-sketch{fill:none;stroke:var(--cs-faint);stroke-width:2}.cs-axis{stroke:var(--cs-edge);stroke-width:1}
.cs-number{fill:var(--cs-text);font-size:28px;font-weight:700}
.cs-threshold{stroke:var(--cs-alert);stroke-width:1.5;stroke-dasharray:6 3}.cs-firing{fill:var(--cs-bad-ground)}
.cs-series{fill:none;stroke-width:1.5}.cs-area{stroke:none}
`
  .replace(/\n/g, "")
  .trim();
