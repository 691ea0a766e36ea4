import type { JSX } from 'preact'
import type { Lineage, LineageStep } from '../../data/product/lineage.ts'
import { ProductLink, When } from '../../ui/marks.tsx'

const STEP_LABELS: Readonly<Record<string, string>> = {
  minted: 'first seen',
  merged: 'merged into',
  unmerged: 'unmerged from',
  split: 'split from',
  deleted: 'deleted',
  retired: 'retired: no active record left',
  revived: 'came back',
}

/** The lineage of a UTPID as a tree. The UTPIDs merged into this UTPID are above, and its own history is below. */
export function LineageTree({ lineage }: { readonly lineage: Lineage }): JSX.Element {
  const { utpid, steps, mergedIds = [], into, aliases } = lineage
  return (
    <div class="lineage">
      {mergedIds.length > 0 && (
        <ul class="lineage-branches" aria-label="Merged into it">
          {mergedIds.map((each) => (
            <li key={each}>
              <ProductLink utpid={each} />
            </li>
          ))}
        </ul>
      )}
      <div class="lineage-node">
        <code>{utpid}</code> <span class="dim">{lineage.status}</span>
      </div>
      <ol class="lineage-steps">
        {steps.map((step) => (
          <li key={`${step.change} ${step.kind}`}>
            <Step step={step} />
          </li>
        ))}
        {into !== null && into !== utpid && (
          <li class="lineage-end">
            answers as <ProductLink utpid={into} />
          </li>
        )}
      </ol>
      {aliases.length > 0 && <p class="small dim">Also known as {aliases.map(({ alias }) => alias).join(', ')}.</p>}
    </div>
  )
}

function Step({ step: { kind, at, change, other } }: { readonly step: LineageStep }): JSX.Element {
  return (
    <>
      {STEP_LABELS[kind] ?? kind} {other !== undefined && <ProductLink utpid={other} />}{' '}
      <span class="dim small">
        <When at={at} />, change {change}
      </span>
    </>
  )
}
