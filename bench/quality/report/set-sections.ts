import { DEFAULT_MODEL } from '@utpid/core/scoring'
import { type Cell, countText, fractionText, type Html, html, pageTable, percentText } from '@utpid/evaluation'
import { legend } from '../../page/chart.ts'
import type { FamilyFinding, MatcherFinding, SetFinding } from '../findings/quality-findings.ts'
import { precisionRecallChart, reliabilityChart } from './share-charts.ts'

/** Minimum unsure pairs of a chart. With fewer, a dot would represent less than five pairs. */
const MIN_SHOWN_PAIRS = 50

/** Renders the quality of each matcher on each set, as a table and as a chart for each set. */
export function matcherSection(sets: readonly SetFinding[]): Html {
  const judged = sets.filter(({ judgesPrecision }) => judgesPrecision)
  const [first] = judged
  if (first === undefined) return html``
  const columns = [
    { title: 'set' },
    { title: 'pairs', isNumber: true },
    { title: 'the same', isNumber: true },
    ...first.matchers.map(({ what }) => ({ title: what, isNumber: true })),
  ]
  const rows = judged.map(({ what, pairs, positives, matchers }): Cell[] => {
    const best = Math.max(...matchers.map(({ f1 }) => f1 ?? 0))
    const cells = matchers.map(({ f1 }) => html`<span class="${f1 === best ? 'best' : ''}">${fractionText(f1)}</span>`)
    return [what, countText(pairs), countText(positives), ...cells]
  })
  return html`<h2>Which pairs are one product?</h2>
<p>F1 of every matcher on the same pairs. utpid is one model with one threshold for all sets. The other matchers are as strong as possible: for every set they use the distance scale and the threshold that are best on its training pairs. For a set without training pairs, these are the best on the measured pairs.</p>
${comparison(judged)}
${pageTable(columns, rows)}
${legend(first.matchers.map(entryOf))}
<p class="note">The charts start at one half on both axes. Each dot is a matcher at its own threshold. A yes-or-no matcher is a dot without a line.</p>
<div class="grid-of charts">${judged.map(setCard)}</div>
<details><summary>What the model of utpid, ${DEFAULT_MODEL.version}, was trained on</summary><p class="note">${DEFAULT_MODEL.provenance}</p></details>`
}

/** Lists the sets on which a simple method is better than utpid, so that readers need not search for them. */
function comparison(sets: readonly SetFinding[]): Html {
  const beaten = sets.flatMap(({ what, matchers: [ours, ...others] }) => {
    const best = others.toSorted((a, b) => (b.f1 ?? 0) - (a.f1 ?? 0))[0]
    if (ours === undefined || best === undefined || (best.f1 ?? 0) <= (ours.f1 ?? 0)) return []
    return [html`<li>${what}: ${best.what}, ${fractionText(best.f1)} against ${fractionText(ours.f1)}</li>`]
  })
  if (beaten.length === 0) return html`<p>On none of the ${sets.length} sets is another one better.</p>`
  return html`<p>On ${beaten.length} of the ${sets.length} sets another one is better:</p><ul>${beaten}</ul>`
}

function setCard({ what, note, pairs, matchers }: SetFinding): Html {
  return html`<section class="card"><h3>${what}</h3><p class="note">${note} ${countText(pairs)} pairs.</p>${precisionRecallChart(what, matchers)}</section>`
}

function entryOf({ id, what }: MatcherFinding): { name: string; mark: Html } {
  return { name: what, mark: html`<line class="line ${id}" x1="0" x2="30" y1="5" y2="5"/>` }
}

/** Renders whether confidences are calibrated. */
export function calibrationSection(sets: readonly SetFinding[]): Html {
  const judged = sets.filter(({ judgesPrecision }) => judgesPrecision)
  if (judged.length === 0) return html``
  return html`<h2>Does a confidence mean what it says?</h2>
<p>Each dot represents a tenth of the pairs that are neither a clear no nor a clear yes, or all pairs of one confidence if there are more. On the dashed line a confidence of 70 % means that 70 % of the pairs are one product. The lines through the dots are 95 % intervals. An interval that crosses the dashed line does not contradict the confidence. Sets differ in their share of true pairs, so no model is on the line everywhere.</p>
<div class="grid-of charts">${judged.map(calibrationCard)}</div>`
}

function calibrationCard(set: SetFinding): Html {
  const { what, unsurePairs, calibration, calibrationGap, falseAboveMatch } = set
  const above = falseAboveMatch === null ? 'there is no pair' : `${percentText(falseAboveMatch)} are wrong`
  const isShown = unsurePairs >= MIN_SHOWN_PAIRS
  const unsure = isShown
    ? `${countText(unsurePairs)} pairs between .05 and .99, ${fractionText(calibrationGap)} off in the mean.`
    : `${countText(unsurePairs)} pairs between .05 and .99: too few to tell.`
  return html`<section class="card"><h3>${what}</h3><p class="note">${unsure} From <code>match</code> on, ${above}.</p>${isShown ? reliabilityChart(what, calibration, calibrationGap) : html``}</section>`
}

/** Renders the pairs that are most easily joined wrongly. */
export function familySection(families: readonly FamilyFinding[]): Html {
  if (families.length === 0) return html``
  const rows = families.map(({ family, pairs, atPair, atMatch }) => [
    family.replaceAll('-', ' '),
    countText(pairs),
    percentText(atPair),
    percentText(atMatch),
  ])
  const columns = [
    { title: 'hard negatives' },
    { title: 'pairs', isNumber: true },
    { title: 'wrong at pair', isNumber: true },
    { title: 'wrong at match', isNumber: true },
  ]
  return html`<h2>Hard negatives</h2>
<p>Different hotels within 150 m of each other, and hotels of the same name in different places. A wrong match sends a traveller to the wrong hotel. The shares are of pairs at or above the threshold <code>pair</code>, and at or above <code>match</code>, from which the machine links.</p>
${pageTable(columns, rows)}`
}
