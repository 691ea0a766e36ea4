import type { JSX } from 'preact'
import { bits, likelihood, words } from '../show-values.ts'
import { type Competition, stepsOf, type WaterfallStep } from './waterfall-steps.ts'

export interface Explanation {
  readonly signature: string
  readonly weight: number
  readonly prior: number
  readonly vetoed: boolean
  readonly competition: Competition | null
  readonly confidence?: number
  readonly comparisons: readonly {
    readonly name: string
    readonly level: string
    readonly bits: number
    readonly input: string | null
    readonly record: string | null
  }[]
}

/** Waterfall chart of a confidence: the prior, then the bits of each comparison. */
export function Waterfall({
  explanation,
  isLinked = false,
}: {
  readonly explanation: Explanation
  /** Whether the registry links the two records. If not, another part of the page shows the reasons. */
  readonly isLinked?: boolean
}): JSX.Element {
  const { steps, least, most } = stepsOf(explanation)
  const withoutEvidence = explanation.comparisons.filter((each) => each.bits === 0).map(({ name }) => words(name))
  return (
    <div class="stack">
      <table class="waterfall" aria-label="Explanation">
        <thead>
          <tr>
            <th scope="col">Evidence</th>
            <th scope="col" class="said">
              Values
            </th>
            <th scope="col" class="bits">
              Bits
            </th>
            <th scope="col">
              <span class="hidden-text">Running sum</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <tr key={step.name}>
              <th scope="row">
                {words(step.name)} <span class="what">{words(step.level)}</span>
              </th>
              <td class="said dim">{step.said}</td>
              <td class="bits">{bits(step.bits)}</td>
              <td class="lane">
                <Lane step={step} least={least} most={most} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Sum{explanation.vetoed ? ', with a veto' : ''}</th>
            <td class="said" />
            <td class="bits">{bits(explanation.weight)}</td>
            <td class="lane">
              {explanation.confidence === undefined
                ? ''
                : `${likelihood(explanation.confidence)} ${isLinked ? 'likely one product' : 'by this evidence alone'}`}
            </td>
          </tr>
        </tfoot>
      </table>
      {withoutEvidence.length > 0 && <p class="small dim">No evidence: {withoutEvidence.join(', ')}.</p>}
    </div>
  )
}

function Lane({
  step,
  least,
  most,
}: {
  readonly step: WaterfallStep
  readonly least: number
  readonly most: number
}): JSX.Element {
  const scale = (value: number): number => ((value - least) / (most - least || 1)) * 100
  const left = scale(Math.min(step.from, step.to))
  const width = Math.max(0.6, scale(Math.max(step.from, step.to)) - left)
  return (
    <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <line class="zero" x1={scale(0)} x2={scale(0)} y1="0" y2="10" vector-effect="non-scaling-stroke" />
      <rect class={step.bits >= 0 ? 'up' : 'down'} x={left} y="1.5" width={width} height="7" />
    </svg>
  )
}
