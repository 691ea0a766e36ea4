import type { SupplierCode } from '@utpid/core'
import type { ExplainedSide, JoiningLink } from '@utpid/core/operations'
import { bitsText, type Cell, Html, html, PAGE_STYLE, pageTable, waterfallChart } from '@utpid/evaluation'
import { COMPETITION_NAME, competitionText, competitorText } from '../render/competition-text.ts'
import { repairText } from '../render/match-text.ts'
import { confidenceText } from '../text/number-text.ts'
import {
  comparedRecords,
  type ExplainedPair,
  outcomeText,
  sideText,
  thresholdMarks,
  unknownComparisons,
  weightSteps,
} from './explained-pair.ts'
import { curationText, linkText, reasonText } from './reason-text.ts'

/** Splits a text: every second part is a UTPID. */
const UTPID = /(\bUTP-[0-9A-Z]{5}-[0-9A-Z]{5}-[0-9A-Z])\b/

/** Explains why two sides are one product or not, as one HTML document without scripts and external resources. */
export function explainPage(explained: ExplainedPair): string {
  const { a, b, pair, path, weakest, curatedBy, reasons, repairs } = explained
  const style = new Html(PAGE_STYLE)
  const outcome = outcomeText(explained)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${outcome} ${sideText(a)}, ${sideText(b)}</title>
<style>${style}
main { max-width: 860px; }
.chart { max-width: 520px; } .chart svg { max-width: none; }
ol, ul { padding-left: 1.3em; max-width: 68ch; }
li { margin: 6px 0; overflow-wrap: anywhere; }
h1, td, .card { overflow-wrap: anywhere; }
.card h2 { font-size: 1.05rem; margin: 0; }
table, table.named { table-layout: fixed; }
table.named :is(th, td):nth-child(n) { min-width: 0; }
th:nth-child(-n + 2) { width: 19%; } th:nth-child(3) { width: 12%; }
tbody tr:last-child { font-weight: 600; }
/* Five columns of names are too narrow on a telephone: what was compared stands above what both say. */
@media (max-width: 560px) {
  table, tbody, td { display: block; }
  thead { position: absolute; clip-path: inset(50%); }
  tr { display: grid; grid-template-columns: 6.5em 1fr auto; gap: 2px 10px; padding: 8px 12px; border-top: 1px solid var(--rule); }
  tbody tr:first-child { border-top: 0; }
  td { padding: 0; border: 0; }
  td:nth-child(4), td:nth-child(5) { grid-column: 1 / -1; }
  td:is(:nth-child(4), :nth-child(5)):empty { display: none; }
  td:nth-child(4)::before { content: "a "; color: var(--soft); } td:nth-child(5)::before { content: "b "; color: var(--soft); }
}
</style>
</head>
<body>
<main>
<header>
<h1>${unbroken(outcome)}</h1>
</header>
<div class="grid-of">
<section class="card"><h2><span class="soft">a</span> ${sideOf(a)}</h2></section>
<section class="card"><h2><span class="soft">b</span> ${sideOf(b)}</h2></section>
</div>
${reasons.length === 0 ? html`` : html`<h2>Why they are not linked</h2><ol>${reasons.map(reasonItem)}</ol>`}
${path.length === 0 ? html`` : html`<h2>Why they are linked</h2><ol>${path.map((link) => pathItem(linkText(link), path.length > 1 && isSameLink(link, weakest)))}</ol>`}
${curatedBy.length === 0 ? html`` : html`<h2>Decisions of people</h2><ul>${curatedBy.map((each) => html`<li>${curationText(each)}</li>`)}</ul>`}
${repairs.length === 0 ? html`` : html`<h2>Repairs before the comparison</h2><ul>${repairs.map((repair) => html`<li>${repairText(repair)}</li>`)}</ul>`}
${pair === null ? html`` : pairSection(explained)}
<p class="meta">Model: ${explained.model}.</p>
</main>
</body>
</html>
`.text
}

/** Prevents line breaks inside a UTPID. */
function unbroken(text: string): Html {
  const parts = text
    .split(UTPID)
    .map((part, at) => (at % 2 === 1 ? html`<span class="whole">${part}</span>` : html`${part}`))
  return html`${parts}`
}

/** Isolates a name of a right-to-left script, so that it does not change the order of the surrounding text. */
function isolated(text: string | null): Cell {
  return text === null ? '' : html`<bdi>${text}</bdi>`
}

/** Shows one side, with its name separate from its source. */
function sideOf(side: ExplainedSide): Html {
  const { name } = side
  const text = sideText(side)
  return name === null || !text.startsWith(name) ? html`${text}` : html`<bdi>${name}</bdi>${text.slice(name.length)}`
}

function reasonItem(reason: ExplainedPair['reasons'][number]): Html {
  const { sentence, lines } = reasonText(reason)
  return html`<li>${sentence}${lines.map((line) => html`<div class="note">${line}</div>`)}</li>`
}

/** Compares by value: over HTTP the weakest link is a separate object, not the one in the path. */
function isSameLink(link: JoiningLink, weakest: JoiningLink | null): boolean {
  return weakest !== null && isSameCode(link.from, weakest.from) && isSameCode(link.to, weakest.to)
}

function isSameCode(one: SupplierCode, other: SupplierCode): boolean {
  return one.supplier === other.supplier && one.code === other.code
}

function pathItem(text: string, isWeakest: boolean): Html {
  return isWeakest ? html`<li>${text} <span class="soft">(the weakest link)</span></li>` : html`<li>${text}</li>`
}

function pairSection(explained: ExplainedPair): Html {
  const { pair } = explained
  if (pair === null) return html``
  const steps = weightSteps(pair)
  const marks = thresholdMarks(explained)
  const confidence = confidenceText(pair.confidence)
  const label = `The pair has ${bitsText(pair.weight)} bits, a confidence of ${confidence}: ${steps.map(({ what, bits }) => `${what} ${bitsText(bits)}`).join(', ')}.`
  const columns = [
    { title: 'compared' },
    { title: 'level' },
    { title: 'bits', isNumber: true },
    { title: 'a' },
    { title: 'b' },
  ]
  const rows = pair.comparisons
    .filter(({ level }) => level !== 'unknown')
    .map(({ name, level, bits, input, record }, at, said): Cell[] => {
      const before = said[at - 1]
      // Several comparisons use the names, which can be long. Show the names only once.
      const isAgain = input !== null && record !== null && before?.input === input && before.record === record
      const values = isAgain ? [html`<span class="soft">as above</span>`, ''] : [isolated(input), isolated(record)]
      return [name, level.replaceAll('_', ' '), bitsText(bits), ...values]
    })
  const { competition } = pair
  const competing: Cell[][] =
    competition === null
      ? []
      : [[COMPETITION_NAME, competitionText(competition), bitsText(competition.bits), '', competitorText(competition)]]
  const silent = unknownComparisons(pair)
  const compared = comparedRecords(explained)
  return html`<h2>Confidence ${confidence}${compared === undefined ? '' : ` of ${compared}`}</h2>
<p>Every comparison adds or subtracts bits: one more bit doubles the odds that two records are one product. The sum is ${bitsText(pair.weight)} bits. A confidence of ${explained.thresholds.review} or more goes to review by a person, ${explained.thresholds.match} or more is linked automatically.${pair.vetoed ? ' A veto outweighs everything else.' : ''}</p>
<section class="card chart">${waterfallChart(label, steps, marks)}</section>
${pageTable(columns, [['before any', '', bitsText(pair.prior), '', ''], ...rows, ...competing, ['all together', pair.vetoed ? 'capped by a veto' : '', bitsText(pair.weight), '', '']], 'How the two compare')}
${silent.length === 0 ? html`` : html`<p class="note">Nothing to compare: ${silent.join(', ')}.</p>`}`
}
