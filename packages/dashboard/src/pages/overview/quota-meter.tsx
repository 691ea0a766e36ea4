import type { Answers } from '@utpid/client'
import type { JSX } from 'preact'
import { Bar, When } from '../../ui/marks.tsx'
import { count } from '../../ui/show-values.ts'

const NEARLY = 0.8

/** The used share of the monthly calls. */
export function QuotaMeter({ quota }: { readonly quota: Answers['usage']['quota'] }): JSX.Element {
  if (quota === null) return <>calls per month</>
  const share = quota.limit === 0 ? 1 : quota.used / quota.limit
  return (
    <span class="stack">
      <Bar share={share} tone={share >= 1 ? 'bad' : share >= NEARLY ? 'warn' : ''} />
      <span>
        {count(quota.used)} of {count(quota.limit)} used, resets <When at={quota.resetsAt} />
      </span>
    </span>
  )
}
