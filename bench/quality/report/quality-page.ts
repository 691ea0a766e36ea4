import { DEFAULT_MODEL, weightOfConfidence } from '@utpid/core/scoring'
import { confidenceText, type Html, html, waterfallChart } from '@utpid/evaluation'
import type { BenchRun } from '../../harness/run-bench.ts'
import { benchPage } from '../../page/bench-page.ts'
import type { Headline } from '../../page/row-sections.ts'
import type { QualityFindings } from '../findings/quality-findings.ts'
import { type ExamplePair, examplePairs } from './example-pairs.ts'
import { calibrationSection, familySection, matcherSection } from './set-sections.ts'
import { SHARE_STYLE } from './share-charts.ts'

/** Rows displayed at the top, with their meaning. */
const HEADLINES: readonly Headline[] = [
  { id: 'pairs.mean-f1', what: 'mean F1 on four sets of places that utpid was not trained on' },
  { id: 'pairs.overture.f1', what: 'F1 on places of 67 countries, without coordinates' },
  { id: 'pairs.feeds.f1', what: 'F1 on open feeds of hotels and their neighbours' },
  { id: 'blocking.as-given.recall', what: 'of true pairs are found among the candidates' },
  { id: 'registry.same-utpid', what: 'of the true pairs of Paris get one UTPID' },
  { id: 'registry.wrongly-joined', what: 'pairs of different hotels of Paris get one UTPID' },
]

export function qualityPage(run: BenchRun, { sets, families }: QualityFindings): string {
  return benchPage(run, {
    title: 'How well utpid matches',
    about:
      'Whether two records of two suppliers are one hotel, one sight or one airport. Measured on labelled pairs of real feeds, and compared with simple methods on the same pairs.',
    headlines: HEADLINES,
    style: SHARE_STYLE,
    measuredOn: `${run.valid ? 'validation' : 'test'} pairs`,
    sections: [matcherSection(sets), familySection(families), calibrationSection(sets), exampleSection(examplePairs())],
  })
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
