import type { Answers } from '@utpid/client'
import type { JSX } from 'preact'
import { BarList } from '../../ui/charts/bar-list.tsx'
import { count, percent } from '../../ui/show-values.ts'

type Group = Answers['supplierReport']['byCountry'][number]

interface LinkBarsProps {
  readonly label: string
  readonly groups: readonly Group[]
  readonly nameOf: (name: string) => string
}

/** Bars of records by group. The left part of each bar is the linked records. */
export function LinkBars({ label, groups, nameOf }: LinkBarsProps): JSX.Element {
  const most = Math.max(1, ...groups.map(({ records }) => records))
  return (
    <div class="stack">
      <BarList
        label={label}
        rows={groups.map(({ name, records, linked }) => ({
          name,
          label: nameOf(name),
          share: records / most,
          part: linked / records,
          value: (
            <>
              {count(records)} · {percent(linked / records)}
              <span class="hidden-text"> linked</span>
            </>
          ),
        }))}
      />
      <p class="dim small">Records, and the share that is linked to other suppliers: the left part of the bar.</p>
    </div>
  )
}
