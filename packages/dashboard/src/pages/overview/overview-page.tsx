import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { may } from '../../data/api/session.ts'
import { SelectField } from '../../ui/field.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { RecentAlerts, RecentJobs } from './recent.tsx'
import { RegistryFigures } from './registry-figures.tsx'
import { UsageView } from './usage-view.tsx'

const RANGES: readonly (readonly [string, string])[] = [
  ['1', 'Last 24 hours'],
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
]

/** Overview of the registry and its usage. */
export function OverviewPage(): JSX.Element {
  const [days, setDays] = useState('1')
  return (
    <PageFrame
      title="Overview"
      actions={may('usage:read') && <SelectField label="Time" value={days} onInput={setDays} options={RANGES} />}
    >
      {may('registry:read') && <RegistryFigures />}
      {may('usage:read') && <UsageView days={Number(days)} />}
      <div class="grid">
        {may('registry:read') && <RecentAlerts />}
        {may('registry:batch', 'registry:write') && <RecentJobs />}
      </div>
    </PageFrame>
  )
}
