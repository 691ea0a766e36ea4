/** The style sheet of all pages: light and dark, from a width of 380 pixels, without external resources. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --card: #ffffff; --ink: #1d2430; --soft: #5c6675; --rule: #e2dfd6; --grid: #ece9e1;
  --for: #0b6e6e; --against: #c2452d; --ok: #1d7a3e; --fails: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171c; --card: #1c2027; --ink: #e8e6e1; --soft: #a2a9b4; --rule: #313741; --grid: #2a2f38;
    --for: #4fc7bd; --against: #f0836c; --ok: #6fd08f; --fails: #ff8a80;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 28px 16px 72px; }
h1 { font-size: clamp(1.7rem, 5vw, 2.5rem); line-height: 1.15; margin: 0 0 8px; letter-spacing: -0.02em; }
h2 { font-size: 1.45rem; margin: 56px 0 6px; letter-spacing: -0.01em; }
h3 { font-size: 1.05rem; margin: 0 0 2px; }
p { max-width: 68ch; margin: 8px 0; }
.soft, .note, .meta { color: var(--soft); }
.meta, .note { font-size: 0.875rem; }
.grid-of { display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr)); margin-top: 20px; align-items: start; }
.card { background: var(--card); border: 1px solid var(--rule); border-radius: 12px; padding: 16px; min-width: 0; }
.card .note { margin: 2px 0 8px; }
svg { display: block; width: 100%; height: auto; max-width: 420px; font: inherit; }
svg .step { fill: var(--ink); font-size: 12px; }
svg .bits { fill: var(--soft); font-size: 12px; }
svg .step, svg .mark-name { paint-order: stroke; stroke: var(--card); stroke-width: 5px; stroke-linejoin: round; }
svg .zero { stroke: var(--soft); stroke-dasharray: 2 3; } svg .mark { stroke: var(--soft); } svg .rule { stroke: var(--rule); }
svg .mark-name { fill: var(--soft); font-size: 11px; }
svg .for { fill: var(--for); } svg .against { fill: var(--against); } svg .total { fill: var(--ink); }
.wide { overflow-x: auto; margin-top: 16px; border: 1px solid var(--rule); border-radius: 12px; background: var(--card); }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 7px 12px; border-top: 1px solid var(--rule); vertical-align: top; }
thead th.number { white-space: normal; min-width: 5.6em; }
td:nth-child(2):not(.number) { min-width: 11em; } td:first-child { min-width: 4.5em; }
table.named td:first-child { min-width: 11em; }
thead th { border-top: 0; color: var(--soft); font-weight: 500; }
.number { text-align: right; white-space: nowrap; }
.best { font-weight: 700; }
.ok { color: var(--ok); font-weight: 600; } .fails { color: var(--fails); font-weight: 600; }
.pair { font-size: 0.9rem; margin: 10px 0; padding-left: 10px; border-left: 3px solid var(--rule); }
details { margin-top: 12px; } summary { cursor: pointer; font-weight: 600; padding: 6px 0; }
.whole { white-space: nowrap; }
@media (max-width: 560px) {
  h2 { margin-top: 44px; }
  table { font-size: 0.8rem; }
  th, td { padding: 6px; }
  thead th.number { min-width: 0; }
  td:nth-child(2):not(.number) { min-width: 7em; } td:first-child { min-width: 0; }
  table.named td:first-child { min-width: 8em; }
}
`
