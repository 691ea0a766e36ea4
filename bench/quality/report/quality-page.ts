import { DEFAULT_MODEL, weightOfConfidence } from '@utpid/core/scoring'
import { confidenceText, Html, html, PAGE_STYLE, waterfallChart } from '@utpid/evaluation'
import type { BenchRun } from '../../harness/run-bench.ts'
import { allRows, barsSection, type Headline, headlineCards, skippedSection } from '../../page/row-sections.ts'
import type { QualityFindings } from '../findings/quality-findings.ts'
import { type ExamplePair, examplePairs } from './example-pairs.ts'
import { QUALITY_STYLE } from './quality-style.ts'
import { calibrationSection, familySection, matcherSection } from './set-sections.ts'

/** Rows displayed at the top, with their meaning. */
const HEADLINES: readonly Headline[] = [
  { id: 'pairs.mean-f1', what: 'mean F1 on four sets of places that utpid was not trained on' },
  { id: 'pairs.overture.f1', what: 'F1 on places of 67 countries, without coordinates' },
  { id: 'pairs.feeds.f1', what: 'F1 on open feeds of hotels and their neighbours' },
  { id: 'blocking.as-given.recall', what: 'of true pairs are found among the candidates' },
  { id: 'registry.same-utpid', what: 'of the true pairs of Paris get one UTPID' },
  { id: 'registry.wrongly-joined', what: 'of the different hotels of Paris get one UTPID' },
]

/** Renders the report as one HTML document without external resources or scripts. */
export function qualityPage(run: BenchRun, { sets, families }: QualityFindings): string {
  const day = run.measuredAt.toISOString().slice(0, 10)
  const style = new Html(PAGE_STYLE + QUALITY_STYLE)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>utpid: quality of matching, ${day}</title>
<style>${style}</style>
</head>
<body>
<main>
<header>
<h1>How well utpid matches</h1>
<p class="soft">Whether two records of two suppliers are one hotel, one sight or one airport. Measured on labelled pairs of real feeds, and compared with simple methods on the same pairs.</p>
<p class="meta">${day} · commit ${run.commit.slice(0, 10)} · ${run.machine} · seed ${run.seed} · ${run.valid ? 'validation' : 'test'} pairs${run.isWhole ? '' : ' · a try, no result'}</p>
</header>
${headlineCards(run.rows, HEADLINES)}
${barsSection(run.rows)}
${matcherSection(sets)}
${familySection(families)}
${calibrationSection(sets)}
${exampleSection(examplePairs())}
${allRows(run.rows)}
${skippedSection(run.skipped)}
</main>
</body>
</html>
`.text
}

function exampleSection(examples: readonly ExamplePair[]): Html {
  const { thresholds } = DEFAULT_MODEL
  const marks = (['review', 'match'] as const).map((what) => ({
    what: `${what} ${thresholds[what]}`,
    bits: weightOfConfidence(thresholds[what]),
  }))
  const cards = examples.map(({ title, story, a, b, confidence, decision, vetoed, steps }) => {
    const outcome = `${decision}, confidence ${confidenceText(confidence)}${vetoed ? ' by veto' : ''}`
    return html`<section class="card"><h3>${title}</h3><p class="note">${story}</p><div class="pair">${a}<br>${b}</div><p><strong>${outcome}</strong></p>${waterfallChart(`${title}: ${outcome}`, steps, marks)}</section>`
  })
  return html`<h2>Why a pair scores as it does</h2>
<p>Every comparison adds or subtracts bits. One more bit doubles the odds that two records are one product. A veto outweighs everything else. These records are invented.</p>
<div class="grid-of">${cards}</div>`
}
