/** Styles of the report in addition to those of every page: a colour for each engine. */
export const SPEED_STYLE = `
:root { --utpid: #0b6e6e; --utpid-whole: #5f7d2a; --flexsearch: #b4530a; --minisearch: #7a4fb0; --orama: #2f62b5; }
@media (prefers-color-scheme: dark) {
  :root { --utpid: #4fc7bd; --utpid-whole: #b5d479; --flexsearch: #f0a35e; --minisearch: #bd9bec; --orama: #83aef0; }
}
.figures { grid-template-columns: repeat(auto-fill, minmax(min(100%, 240px), 1fr)); align-items: stretch; }
.figure { font-size: 2.1rem; font-weight: 650; letter-spacing: -0.02em; line-height: 1.2; font-variant-numeric: tabular-nums; }
@media (max-width: 560px) {
  .figures { grid-template-columns: 1fr 1fr; gap: 10px; }
  .figures .card { padding: 12px; font-size: 0.875rem; line-height: 1.4; }
}
code { font: 0.92em ui-monospace, "DejaVu Sans Mono", monospace; }
.chart { margin-top: 12px; } .chart svg { max-width: 760px; margin: 0 auto; }
h3 { margin-top: 20px; } .grid-of h3 { margin-top: 0; }
svg .grid { stroke: var(--grid); }
svg .tick { fill: var(--soft); font-size: 11px; }
svg .axis { fill: var(--ink); font-size: 12px; }
svg .range { stroke-width: 2.5; stroke-opacity: 0.55; } svg .trend { fill: none; stroke-width: 2.4; }
svg .trend.far { stroke-dasharray: 5 4; }
svg .utpid { stroke: var(--utpid); } svg .utpid-whole { stroke: var(--utpid-whole); } svg .flexsearch { stroke: var(--flexsearch); } svg .minisearch { stroke: var(--minisearch); } svg .orama { stroke: var(--orama); }
svg circle.utpid { fill: var(--utpid); } svg circle.utpid-whole { fill: var(--utpid-whole); } svg circle.flexsearch { fill: var(--flexsearch); } svg circle.minisearch { fill: var(--minisearch); } svg circle.orama { fill: var(--orama); }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; padding: 0; margin: 14px 0 0; list-style: none; font-size: 0.875rem; }
.legend svg { display: inline-block; width: 12px; height: 12px; vertical-align: middle; margin-right: 6px; }
`
