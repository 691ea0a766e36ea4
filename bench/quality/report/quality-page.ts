import { DEFAULT_MODEL, weightOfConfidence } from '@utpid/core'
import {
  type Cell,
  confidenceText,
  countText,
  fractionText,
  Html,
  html,
  PAGE_STYLE,
  pageTable,
  waterfallChart,
} from '@utpid/evaluation'
import type { Row } from '../../report/row.ts'
import type { BenchRun } from '../../report/run-bench.ts'
import type { QualityFindings } from '../quality-findings.ts'
import { type ExamplePair, examplePairs } from './example-pairs.ts'
import { QUALITY_STYLE } from './quality-style.ts'
import { calibrationSection, familySection, matcherSection } from './set-sections.ts'

/** Rows whose figures stand at the top, with what they mean. */
const HEADLINES: readonly { readonly id: string; readonly what: string }[] = [
  { id: 'pairs.mean-f1', what: 'mean F1 on four sets of places that utpid was not trained on' },
  { id: 'pairs.overture.f1', what: 'F1 on places of 67 countries, without coordinates' },
  { id: 'pairs.feeds.f1', what: 'F1 on open feeds of hotels and their neighbours' },
  { id: 'blocking.as-given.recall', what: 'of true pairs are found among the candidates' },
  { id: 'registry.same-utpid', what: 'of the true pairs of Paris get one UTPID' },
  { id: 'registry.wrongly-joined', what: 'of the different hotels of Paris get one UTPID' },
]

/** The whole report as one HTML document that fetches nothing and needs no scripts. */
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
<p class="soft">Whether two records of two suppliers are one hotel, one sight, one airport: measured on labelled pairs of real feeds, beside plain methods on the very same pairs.</p>
<p class="meta">${day} · commit ${run.commit.slice(0, 10)} · ${run.machine} · seed ${run.seed} · ${run.valid ? 'validation' : 'test'} pairs${run.isWhole ? '' : ' · a try, no result'}</p>
</header>
${headlineCards(run.rows)}
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

function headlineCards(rows: readonly Row[]): Html {
  const cards = HEADLINES.flatMap(({ id, what }) => {
    const row = rows.find((each) => each.id === id)
    return row === undefined
      ? []
      : [html`<div class="card"><div class="figure">${valueText(row)}</div><div class="soft">${what}</div></div>`]
  })
  return cards.length === 0 ? html`` : html`<div class="grid-of figures">${cards}</div>`
}

function barsSection(rows: readonly Row[]): Html {
  const barred = rows.filter(({ holds }) => holds !== null)
  const held = barred.filter(({ holds }) => holds).length
  if (barred.length === 0) return html``
  const cells = barred.map((row): Cell[] => [verdictOf(row), withCode(whatOf(row, rows)), valueText(row), barText(row)])
  const columns = [
    { title: '' },
    { title: 'what must hold' },
    { title: 'measured', isNumber: true },
    { title: 'bar', isNumber: true },
  ]
  return html`<h2>${held} of ${barred.length} bars hold</h2>
<p>Each bar was set before it was measured. What fails stands here as what holds does.</p>
${pageTable(columns, cells)}`
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
<p>Every comparison adds or takes bits: one bit more doubles the odds that two records are one product. A veto outweighs everything else. These records are invented.</p>
<div class="grid-of">${cards}</div>`
}

/** Every row of the run, by part, folded. */
function allRows(rows: readonly Row[]): Html {
  const parts = new Map<string, Row[]>()
  for (const row of rows) {
    const [part = ''] = row.id.split('.')
    parts.set(part, [...(parts.get(part) ?? []), row])
  }
  const columns = [
    { title: 'what' },
    { title: 'value', isNumber: true },
    { title: 'unit' },
    { title: 'bar' },
    { title: '' },
  ]
  const tables = [...parts].map(([part, list]) => {
    const cells = list.map((row): Cell[] => [
      withCode(row.what),
      valueText(row),
      row.unit,
      barText(row),
      verdictOf(row),
    ])
    return html`<details><summary>${part}: ${countText(list.length)} figures</summary>${pageTable(columns, cells)}</details>`
  })
  return html`<h2>Every figure</h2>${tables}`
}

function skippedSection(skipped: readonly string[]): Html {
  if (skipped.length === 0) return html``
  return html`<h2>Left out</h2><ul>${skipped.map((sentence) => html`<li>${sentence}</li>`)}</ul>`
}

function verdictOf({ holds }: Row): Html {
  if (holds === null) return html``
  return holds ? html`<span class="ok">holds</span>` : html`<span class="fails">fails</span>`
}

/** A row that goes on from the one before it (`... p99`), with what that one is about. */
function whatOf(row: Row, rows: readonly Row[]): string {
  if (!row.what.startsWith('... ')) return row.what
  const before = rows.slice(0, rows.indexOf(row)).findLast(({ what }) => !what.startsWith('... '))
  if (before === undefined) return row.what.slice(4)
  // Another figure of the same: of the mean there is no p99.
  return `${before.what.replace(/, (mean|p50)$/, '')}, ${row.what.slice(4)}`
}

/** Words in backticks, as a terminal shows them, are code on a page. */
function withCode(text: string): Html {
  const parts = text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
  return html`${parts}`
}

function barText({ bar, unit }: Row): string {
  const [relation = '', limit = ''] = bar?.split(' ') ?? []
  const sign = relation === '>=' ? '≥' : relation === '<=' ? '≤' : relation
  const number = unit === 'fraction' ? limit.replace(/^0\./, '.') : countText(Number(limit))
  return bar === null ? '' : `${sign} ${number}`
}

function valueText({ value, unit }: Row): string {
  if (value === null) return '–'
  if (unit === 'fraction') return value > 0 && value < 0.0005 ? 'under .001' : value === 0 ? '0' : fractionText(value)
  return Number.isInteger(value) ? countText(value) : value.toFixed(value < 10 ? 3 : 1)
}
