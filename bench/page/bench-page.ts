import { Html, html, PAGE_STYLE } from '@utpid/evaluation'
import type { BenchRun } from '../harness/run-bench.ts'
import { allRows, barsSection, type Headline, headlineCards, skippedSection } from './row-sections.ts'

export interface PageParts {
  readonly title: string
  /** The subject, in one sentence. */
  readonly about: string
  readonly headlines: readonly Headline[]
  readonly style: string
  readonly sections: readonly Html[]
}

/** Renders a report as one HTML document without external resources or scripts. */
export function benchPage(run: BenchRun, { title, about, headlines, style, sections }: PageParts): string {
  const day = run.measuredAt.toISOString().slice(0, 10)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>utpid: ${title}, ${day}</title>
<style>${new Html(PAGE_STYLE + style)}</style>
</head>
<body>
<main>
<header>
<h1>${title}</h1>
<p class="soft">${about}</p>
<p class="meta">${day} · commit ${run.commit.slice(0, 10)} · ${run.machine} · seed ${run.seed}${run.isWhole ? '' : ' · a try, no result'}</p>
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
