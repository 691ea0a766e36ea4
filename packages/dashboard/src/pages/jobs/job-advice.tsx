import type { Job } from '@utpid/client'
import type { JSX } from 'preact'
import { may } from '../../data/api/session.ts'
import { linkTo } from '../../routing/place.ts'
import { AdviceList } from '../../ui/advice-list.tsx'
import { Panel } from '../../ui/panel.tsx'

const MAX_LINKS = 10

/** The advice for the records of an import, with links to the reports of its suppliers. */
export function JobAdvice({ job }: { readonly job: Job }): JSX.Element | null {
  const { advice = [], suppliers = [], dryRun } = job
  // A dry run creates no suppliers, so their reports may not exist.
  const linked = dryRun === true || !may('registry:read') ? [] : suppliers
  if (advice.length === 0 && linked.length === 0) return null
  return (
    <Panel title="Most helpful next steps">
      <div class="stack">
        {advice.length === 0 ? <p class="dim">Nothing stands out in this import.</p> : <AdviceList advice={advice} />}
        {linked.length > 0 && (
          <p>
            {linked.length === 1 ? 'Report of the supplier: ' : 'Reports of the suppliers: '}
            {linked.slice(0, MAX_LINKS).map((id, at) => (
              <span key={id}>
                {at > 0 && ', '}
                <a href={linkTo(['suppliers', id])}>{id}</a>
              </span>
            ))}
            {linked.length > MAX_LINKS && (
              <>
                {' '}
                and <a href="#/suppliers">more</a>
              </>
            )}
            .
          </p>
        )}
      </div>
    </Panel>
  )
}
