import { Html, html, PAGE_STYLE } from '@utpid/evaluation'
import type { BenchRun } from '../harness/run-bench.ts'
import { allRows, barsSection, type Headline, headlineCards, skippedSection } from './row-sections.ts'

export interface PageParts {
  readonly title: string
  /** The subject, in one sentence. */
  readonly about: string
  readonly headlines: readonly Headline[]
  /** Styles in addition to those of every page: a colour for each matcher or engine. */
  readonly style: string
  /** Which data were measured. */
  readonly measuredOn?: string
  readonly sections: readonly Html[]
}

const STYLE = `
.figures { grid-template-columns: repeat(auto-fill, minmax(min(100%, 240px), 1fr)); align-items: stretch; }
.figure { font-size: 2.1rem; font-weight: 650; letter-spacing: -0.02em; line-height: 1.2; font-variant-numeric: tabular-nums; }
@media (max-width: 560px) {
  .figures { grid-template-columns: 1fr 1fr; gap: 10px; }
  .figures .card { padding: 12px; font-size: 0.875rem; line-height: 1.4; }
}
code { font: 0.92em ui-monospace, "DejaVu Sans Mono", monospace; }
svg .grid { stroke: var(--grid); }
svg .tick { fill: var(--soft); font-size: 11px; }
svg .axis { fill: var(--ink); font-size: 12px; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; padding: 0; margin: 14px 0 0; list-style: none; font-size: 0.875rem; }
.legend svg { display: inline-block; width: 30px; height: 10px; vertical-align: middle; margin-right: 6px; }
`

/** Renders a report as one HTML document without external resources or scripts. */
export function benchPage(run: BenchRun, { title, about, headlines, style, measuredOn, sections }: PageParts): string {
  const day = run.measuredAt.toISOString().slice(0, 10)
  const notes = [...(measuredOn === undefined ? [] : [measuredOn]), ...(run.isWhole ? [] : ['a try, no result'])]
  const facts = [day, `commit ${run.commit.slice(0, 10)}`, run.machine, `seed ${run.seed}`, ...notes]
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>utpid: ${title}, ${day}</title>
<style>${new Html(PAGE_STYLE + STYLE + style)}</style>
</head>
<body>
<main>
<header>
<h1>${title}</h1>
<p class="soft">${about}</p>
<p class="meta">${facts.join(' · ')}</p>
</header>
${headlineCards(run.rows, headlines)}
${barsSection(run.rows)}
${sections}
${allRows(run.rows)}
${skippedSection(run.skipped)}
</main>
</body>
</html>
`.text
}
