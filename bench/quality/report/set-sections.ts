import { DEFAULT_MODEL } from '@utpid/core'
import { type Cell, countText, fractionText, type Html, html, pageTable, percentText } from '@utpid/evaluation'
import type { FamilyFinding, MatcherFinding, SetFinding } from '../findings/quality-findings.ts'
import { precisionRecallChart } from './precision-recall-chart.ts'
import { reliabilityChart } from './reliability-chart.ts'

/** Unsure pairs of a set below which a dot would stand for less than five of them. */
const LEAST_SHOWN = 50

/** Which matcher is how good on which set, in one table and a chart for each set. */
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
<p>F1 of every matcher on the same pairs. utpid is one model with one threshold for all sets. Each of the others got, for every set, the distance scale and the threshold that are best on its training pairs, so that they are as strong as they can be; where a set has none, the best on the very pairs they are measured on.</p>
${comparison(judged)}
${pageTable(columns, rows)}
${legend(first.matchers)}
<p class="note">The charts begin at a half on both axes; the dots are where each matcher stands by its own threshold. A matcher that says no more than yes or no is a dot without a line.</p>
<div class="grid-of charts">${judged.map(setCard)}</div>
<details><summary>What the model of utpid, ${DEFAULT_MODEL.version}, was trained on</summary><p class="note">${DEFAULT_MODEL.provenance}</p></details>`
}

/** Says in words where a plain method is better: nobody should have to look for that. */
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

function legend(matchers: readonly MatcherFinding[]): Html {
  const entries = matchers.map(
    ({ id, what }) =>
      html`<li><svg viewBox="0 0 30 10" aria-hidden="true"><line class="line ${id}" x1="0" x2="30" y1="5" y2="5"/></svg>${what}</li>`,
  )
  return html`<ul class="legend">${entries}</ul>`
}

/** Whether a confidence means what it says. */
export function calibrationSection(sets: readonly SetFinding[]): Html {
  const judged = sets.filter(({ judgesPrecision }) => judgesPrecision)
  if (judged.length === 0) return html``
  return html`<h2>Does a confidence mean what it says?</h2>
<p>Each dot stands for a tenth of the pairs of a set that are neither a clear no nor a clear yes, or for all of one confidence where these are more. On the dashed line, of the pairs called 70 % sure, 70 % are one product. The lines through the dots are intervals of 95 %: one that crosses the dashed line says nothing against the confidence. Sets differ in how many of their pairs are the same, so that no model is on the line everywhere.</p>
<div class="grid-of charts">${judged.map(calibrationCard)}</div>`
}

function calibrationCard(set: SetFinding): Html {
  const { what, unsurePairs, calibration, calibrationGap, falseAboveMatch } = set
  const above = falseAboveMatch === null ? 'there is no pair' : `${percentText(falseAboveMatch)} are wrong`
  const isShown = unsurePairs >= LEAST_SHOWN
  const unsure = isShown
    ? `${countText(unsurePairs)} pairs between .05 and .99, ${fractionText(calibrationGap)} off in the mean.`
    : `${countText(unsurePairs)} pairs between .05 and .99: too few to tell.`
  return html`<section class="card"><h3>${what}</h3><p class="note">${unsure} From <code>match</code> on, ${above}.</p>${isShown ? reliabilityChart(what, calibration, calibrationGap) : html``}</section>`
}

/** What is wrongly joined most easily. */
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
<p>Different hotels within 150 m of each other, and hotels of one name in different places. Wrongly joined, a traveller stands before the wrong house. The shares are of the pairs called a match from the threshold <code>pair</code> on, and from <code>match</code>, by which the machine links.</p>
${pageTable(columns, rows)}`
}
