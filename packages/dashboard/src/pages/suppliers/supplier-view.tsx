import type { Answers } from '@utpid/client'
import type { JSX } from 'preact'
import { api } from '../../data/api/api.ts'
import { may } from '../../data/api/session.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import { linkTo } from '../../routing/place.ts'
import { AdviceList } from '../../ui/advice-list.tsx'
import { Button } from '../../ui/button.tsx'
import { Figures } from '../../ui/charts/figures.tsx'
import { When } from '../../ui/marks.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { count, countryName, percent, words } from '../../ui/show-values.ts'
import { Empty, Failure, Loading } from '../../ui/states.tsx'
import { FieldEffects } from './field-effects.tsx'
import { ImportTrend } from './import-trend.tsx'
import { LastImport } from './last-import.tsx'
import { LinkBars } from './link-bars.tsx'
import './suppliers.css'

type Report = Answers['supplierReport']

/** Page of one supplier: its report and its imports. */
export function SupplierView({ id }: { readonly id: string }): JSX.Element {
  const asked = useRequest((signal) => api.supplierReport(id, { signal }), id)
  const { data, error, isLoading, refresh } = asked
  return (
    <PageFrame
      title={data?.name ?? id}
      about={
        <>
          Report of the supplier <code>{id}</code>
          {data !== undefined && (
            <>
              , counted <When at={data.generatedAt} />
            </>
          )}
        </>
      }
      actions={
        <>
          <a href="#/suppliers">All suppliers</a>
          <a href={linkTo(['registry'], { supplier: id })}>Products</a>
          <Button isSmall isBusy={isLoading} onPress={refresh}>
            Count again
          </Button>
        </>
      }
    >
      {error !== undefined && <Failure error={error} onRetry={refresh} />}
      {data === undefined && error === undefined && (
        <>
          <Loading label="Counting the records" />
          <p class="dim small">
            All records of the supplier are counted. This takes some seconds for a large supplier.
          </p>
        </>
      )}
      {data !== undefined && <ReportView report={data} />}
    </PageFrame>
  )
}

function ReportView({ report }: { readonly report: Report }): JSX.Element {
  const { supplier, records, byCountry, byCategory, fields, habits, lastImport, advice, change } = report
  const isEmpty = records.records === 0
  return (
    <>
      {isEmpty ? (
        <Empty title="This supplier has no active records">
          {may('registry:write') && <a href="#/jobs/import">Import a feed</a>}
        </Empty>
      ) : (
        <>
          <RecordFigures records={records} />
          {habits !== undefined && <Habits habits={habits} />}
        </>
      )}
      <Panel title="Most helpful next steps">
        {advice.length === 0 ? (
          <p class="dim">Nothing stands out in the records and the last import.</p>
        ) : (
          <AdviceList advice={advice} />
        )}
      </Panel>
      {lastImport !== undefined && <LastImport summary={lastImport} />}
      {!isEmpty && (
        <div class="grid">
          <Panel title="By country">
            <LinkBars
              label="Records by country"
              groups={byCountry}
              nameOf={(name) => (name === 'other' ? 'Other countries' : countryName(name))}
            />
          </Panel>
          <Panel title="By category">
            <LinkBars
              label="Records by category"
              groups={byCategory}
              nameOf={(name) => (name === 'other' ? 'other or none' : words(name))}
            />
          </Panel>
        </div>
      )}
      {!isEmpty && <FieldEffects fields={fields} />}
      <ImportTrend supplier={supplier} change={change} />
    </>
  )
}

/** Habits of the supplier that differ from the usual ones. */
function Habits({ habits }: { readonly habits: NonNullable<Report['habits']> }): JSX.Element {
  const { severalCodes, coordinateErrorMeters } = habits
  return (
    <p class="dim">
      Learned from its records:{' '}
      {[
        ...(severalCodes > 0 ? [`${percent(severalCodes)} of them have another code for the same product`] : []),
        ...(coordinateErrorMeters > 0 ? [`coordinates are up to ${count(coordinateErrorMeters)} m wrong`] : []),
      ].join('; ')}
      . Confidences take this into account.
    </p>
  )
}

function RecordFigures({ records }: { readonly records: Report['records'] }): JSX.Element {
  const { records: total, linked, alone, own, doubtful } = records
  return (
    <Figures
      label="Records now"
      figures={[
        { label: 'Active records', value: count(total) },
        {
          label: 'Linked',
          value: count(linked),
          about: `${percent(linked / total)} share a product with other suppliers`,
        },
        { label: 'Alone', value: count(alone), about: 'the only record of their product' },
        { label: 'Own duplicates', value: count(own), about: 'share a product only with own records' },
        {
          label: 'Doubtful',
          value: count(doubtful),
          about: doubtful === 0 ? 'no open alert' : <a href="#/review">Review the alerts</a>,
        },
      ]}
    />
  )
}
