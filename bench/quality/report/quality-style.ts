/** Styles of the report in addition to those of every page: a colour and a stroke for each matcher. */
export const QUALITY_STYLE = `
:root {
  --utpid: #0b6e6e; --trigrams: #b4530a; --jaro-winkler: #7a4fb0; --token-set: #2f62b5; --exact-name: #8a8f98; --other: #b3275f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --utpid: #4fc7bd; --trigrams: #f0a35e; --jaro-winkler: #bd9bec; --token-set: #83aef0; --exact-name: #8f96a1; --other: #f07fb0;
  }
}
.figures { grid-template-columns: repeat(auto-fill, minmax(min(100%, 280px), 1fr)); align-items: stretch; }
@media (max-width: 560px) {
  .figures { grid-template-columns: 1fr 1fr; gap: 10px; }
  .figures .card { padding: 12px; font-size: 0.875rem; line-height: 1.4; }
}
/* Charts of one row stand at one height, however much is written above them. */
.charts { align-items: stretch; }
.charts .card { display: flex; flex-direction: column; }
.charts .card > svg { margin-top: auto; } .charts .card:not(:has(svg)) { align-self: start; }
code { font: 0.92em ui-monospace, "DejaVu Sans Mono", monospace; }
.figure { font-size: 2.1rem; font-weight: 650; letter-spacing: -0.02em; line-height: 1.2; font-variant-numeric: tabular-nums; }
svg .grid { stroke: var(--grid); }
svg .tick { fill: var(--soft); font-size: 11px; }
svg .axis { fill: var(--ink); font-size: 12px; }
svg .line { fill: none; stroke-width: 1.6; stroke-linejoin: round; }
svg .line.utpid { stroke-width: 2.8; }
svg .diagonal { stroke: var(--soft); stroke-dasharray: 4 4; }
svg .interval { stroke: var(--utpid); stroke-opacity: 0.5; stroke-width: 2; }
.utpid { stroke: var(--utpid); } .trigrams { stroke: var(--trigrams); stroke-dasharray: 6 2; }
.jaro-winkler { stroke: var(--jaro-winkler); stroke-dasharray: 2 2; } .token-set { stroke: var(--token-set); stroke-dasharray: 8 3 2 3; }
.exact-name { stroke: var(--exact-name); } .other { stroke: var(--other); stroke-dasharray: 10 3; }
svg .dot { stroke: var(--card); stroke-width: 1.5; stroke-dasharray: none; }
svg .dot.utpid { fill: var(--utpid); } svg .dot.trigrams { fill: var(--trigrams); } svg .dot.jaro-winkler { fill: var(--jaro-winkler); }
svg .dot.token-set { fill: var(--token-set); } svg .dot.exact-name { fill: var(--exact-name); } svg .dot.other { fill: var(--other); }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; padding: 0; margin: 14px 0 0; list-style: none; font-size: 0.875rem; }
.legend svg { display: inline-block; width: 30px; height: 10px; vertical-align: middle; margin-right: 6px; }
`
