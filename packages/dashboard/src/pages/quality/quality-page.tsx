import type { Answers } from '@utpid/client'
import type { JSX } from 'preact'
import { api } from '../../data/api/api.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import { linkTo } from '../../routing/place.ts'
import { BarList } from '../../ui/charts/bar-list.tsx'
import { Figures } from '../../ui/charts/figures.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { count, countryName, percent, timeText, words } from '../../ui/show-values.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { AlertsOverTime } from './alerts-over-time.tsx'
import { Histogram } from './histogram.tsx'

type Stats = Answers['stats']

const MAX_COUNTRIES = 25

/** Page with the coverage and confidence of the registry. */
export function QualityPage(): JSX.Element {
  const asked = useRequest((signal) => api.stats({ by: ['country', 'supplier'] }, { signal }), 'stats')
  return (
    <PageFrame title="Quality" about="Coverage by country and supplier, and confidence of the products.">
      <Loaded asked={asked}>
        {(stats) =>
          stats.products.total === 0 ? (
            <Empty title="The registry is empty">
              <a href="#/jobs/import">Import a feed</a> to start.
            </Empty>
          ) : (
            <Quality stats={stats} />
          )
        }
      </Loaded>
    </PageFrame>
  )
}

function Quality({ stats }: { readonly stats: Stats }): JSX.Element {
  const { products, confidence, coverage } = stats
  const { country: countries = [], supplier: covering = [] } = coverage ?? {}
  return (
    <>
      <QualityFigures stats={stats} />
      <div class="grid">
        <Panel title="Confidence of products">
          <Histogram counts={confidence.histogram} />
        </Panel>
        <Panel title="Alerts over time">
          <AlertsOverTime />
        </Panel>
        <Panel title="Coverage by country">
          <BarList
            label="Products by country"
            rows={countries.slice(0, MAX_COUNTRIES).map(({ country, products: number, share }) => ({
              name: country,
              label: <a href={linkTo(['registry'], { country })}>{countryName(country)}</a>,
              share: number / (countries[0]?.products ?? 1),
              value: `${count(number)} · ${percent(share)}`,
            }))}
          />
          {countries.length > MAX_COUNTRIES && (
            <p class="dim small">and {countries.length - MAX_COUNTRIES} more countries</p>
          )}
        </Panel>
        <div class="stack loose">
          <Panel title="Coverage by supplier">
            <BarList
              label="Share of all products, by supplier"
              rows={covering.map(({ id, name, products: number, share }) => ({
                name: id,
                label: <a href={linkTo(['registry'], { supplier: id })}>{name}</a>,
                share,
                value: `${count(number)} · ${percent(share)}`,
              }))}
            />
          </Panel>
          <Panel title="The model">
            <ModelFacts stats={stats} />
          </Panel>
        </div>
      </div>
      <Panel title="By category">
        <BarList
          label="Products by category"
          rows={Object.entries(products.byCategory)
            .sort(([, a], [, b]) => b - a)
            .map(([category, number], _, all) => ({
              name: category,
              label: <a href={linkTo(['registry'], { type: category })}>{words(category)}</a>,
              share: number / (all[0]?.[1] ?? 1),
              value: count(number),
            }))}
        />
      </Panel>
    </>
  )
}

function QualityFigures({ stats }: { readonly stats: Stats }): JSX.Element {
  const { products, records, suppliers, confidence, duplicates } = stats
  const closed = closedAlerts(stats)
  return (
    <Figures
      label="Quality"
      figures={[
        {
          label: 'Records per product',
          value: (records.total / products.total).toFixed(2),
          about: `of ${count(suppliers.total)} suppliers`,
        },
        { label: 'Mean confidence', value: confidence.mean === null ? '–' : percent(confidence.mean) },
        {
          label: 'Verified',
          value: percent(products.verified / products.total),
          about: `${count(products.verified)} products`,
        },
        {
          label: 'Closed alerts',
          value: count(closed),
          about: closed === 0 ? 'none yet' : `${percent(duplicates.merged / closed)} of them merged`,
        },
        { label: 'Withdrawn alerts', value: count(duplicates.withdrawn), about: 'evidence no longer holds' },
      ]}
    />
  )
}

function ModelFacts({ stats }: { readonly stats: Stats }): JSX.Element {
  const { modelVersion, termFrequencies, duplicates } = stats
  return (
    <dl class="facts">
      <dt>Model</dt>
      <dd class="mono">{modelVersion.model}</dd>
      <dt>Hash</dt>
      <dd class="mono">{modelVersion.modelHash}</dd>
      <dt>Term-frequency version</dt>
      <dd>
        {modelVersion.tfVersion}
        {modelVersion.tfVersions.length > 1 && <span class="dim">, known: {modelVersion.tfVersions.join(', ')}</span>}
      </dd>
      <dt>Words counted</dt>
      <dd>
        {countedText(termFrequencies)}
        {termFrequencies.due !== null && <span class="dim">, {DUE[termFrequencies.due]}</span>}
      </dd>
      <dt>Closed alerts</dt>
      <dd>
        {count(closedAlerts(stats))}: {count(duplicates.merged)} merged, {count(duplicates.dismissed)} dismissed
      </dd>
    </dl>
  )
}

const DUE: Readonly<Record<NonNullable<Stats['termFrequencies']['due']>, string>> = {
  first_count: 'first count due',
  records: 'new count due: the number of records has doubled or halved',
  words: 'new count due: the words of names have changed',
}

function countedText({ countedAt, countedRecords }: Stats['termFrequencies']): string {
  return countedAt === null
    ? 'never: the shipped table is in use'
    : `${timeText(countedAt)}, from ${count(countedRecords ?? 0)} records`
}

function closedAlerts({ duplicates: { merged, dismissed } }: Stats): number {
  return merged + dismissed
}
