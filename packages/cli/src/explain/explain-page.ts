import { bitsText, type Cell, Html, html, PAGE_STYLE, pageTable, waterfallChart } from '@utpid/evaluation'
import { repairText } from '../match-text.ts'
import { confidenceText } from '../number-text.ts'
import {
  comparedRecords,
  type ExplainedPair,
  outcomeText,
  sideText,
  silentComparisons,
  thresholdMarks,
  weightSteps,
} from './explained-pair.ts'
import { keepingText, linkText, reasonText } from './reason-text.ts'

/** Why two are one product or not, as one HTML document that fetches nothing and needs no scripts. */
export function explainPage(explained: ExplainedPair): string {
  const { a, b, pair, path, weakest, keptBy, reasons, repairs } = explained
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
svg { max-width: 480px; }
ol, ul { padding-left: 1.3em; max-width: 68ch; }
li { margin: 6px 0; overflow-wrap: anywhere; }
h1, td, .card { overflow-wrap: anywhere; }
.card h2 { font-size: 1.05rem; margin: 0; }
table, table.named { table-layout: fixed; }
table.named :is(th, td):nth-child(n) { min-width: 0; }
th:nth-child(-n + 2) { width: 19%; } th:nth-child(3) { width: 12%; }
@media (max-width: 560px) {
  table { font-size: 0.75rem; line-height: 1.4; }
  th, td { padding: 6px 4px; }
}
</style>
</head>
<body>
<main>
<header>
<h1>${outcome}</h1>
</header>
<div class="grid-of">
<section class="card"><h2><span class="soft">a</span> ${sideText(a)}</h2></section>
<section class="card"><h2><span class="soft">b</span> ${sideText(b)}</h2></section>
</div>
${reasons.length === 0 ? html`` : html`<h2>What keeps them apart</h2><ol>${reasons.map(reasonItem)}</ol>`}
${path.length === 0 ? html`` : html`<h2>What joins them</h2><ol>${path.map((link) => pathItem(linkText(link), path.length > 1 && link === weakest))}</ol>`}
${keptBy.length === 0 ? html`` : html`<h2>What people said</h2><ul>${keptBy.map((each) => html`<li>${keepingText(each)}</li>`)}</ul>`}
${repairs.length === 0 ? html`` : html`<h2>What was put right first</h2><ul>${repairs.map((repair) => html`<li>${repairText(repair)}</li>`)}</ul>`}
${pair === null ? html`` : pairSection(explained)}
<p class="meta">Judged by model ${explained.model}.</p>
</main>
</body>
</html>
`.text
}

function reasonItem(reason: ExplainedPair['reasons'][number]): Html {
  const { sentence, lines } = reasonText(reason)
  return html`<li>${sentence}${lines.map((line) => html`<div class="note">${line}</div>`)}</li>`
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
    .map(({ name, level, bits, input, record }): Cell[] => [
      name,
      level.replaceAll('_', ' '),
      bitsText(bits),
      input ?? '',
      record ?? '',
    ])
  const silent = silentComparisons(pair)
  const compared = comparedRecords(explained)
  return html`<h2>Confidence ${confidence}${compared === undefined ? '' : ` of ${compared}`}</h2>
<p>Every comparison adds or takes bits: one bit more doubles the odds that two records are one product. They add up to ${bitsText(pair.weight)} bits. From a confidence of ${explained.thresholds.review} on a person is asked, from ${explained.thresholds.match} on the machine links.${pair.vetoed ? ' A veto outweighs everything else.' : ''}</p>
<section class="card">${waterfallChart(label, steps, marks)}</section>
${pageTable(columns, [['before any', '', bitsText(pair.prior), '', ''], ...rows, ['all together', pair.vetoed ? 'capped by a veto' : '', bitsText(pair.weight), '', '']], 'How the two compare')}
${silent.length === 0 ? html`` : html`<p class="note">Nothing to compare: ${silent.join(', ')}.</p>`}`
}
