import { type Cell, countText, fractionText, type Html, html, pageTable } from '@utpid/evaluation'
import type { BenchRun } from '../../harness/run-bench.ts'
import { quantile } from '../../harness/statistics.ts'
import { benchPage } from '../../page/bench-page.ts'
import { legend } from '../../page/chart.ts'
import { SEARCH_KINDS } from '../inputs/draw-queries.ts'
import { KNOWN_ITEMS, type KnownItemFinding } from '../parts/known-item-part.ts'
import { overSearches, SEARCHES, type SearchRun } from '../parts/search-part.ts'
import { type LatencyMark, latencyChart, TIME_STYLE } from './time-charts.ts'

const HEADLINES = [
  { id: 'search.utpid.p50', what: 'milliseconds for half of all searches' },
  { id: 'search.utpid.p99', what: 'milliseconds for all but one of a hundred' },
  { id: 'search.faster.mean', what: 'ratio of the mean times of flexsearch and utpid' },
  { id: 'match.per-cpu-second', what: 'matches in a second of the processor' },
  { id: 'match.p99', what: 'milliseconds for all but one match of a hundred' },
  { id: 'batch.seconds', what: 'seconds for a batch of 10,000 on two threads' },
  { id: 'import.empty.per-second', what: 'records a second imported into an empty folder' },
  { id: 'import.onto.per-second', what: 'records a second imported onto the registry' },
  { id: 'regroup.seconds', what: 'seconds until all records are compared and reclustered' },
  { id: 'known-item.top-1', what: 'of known places of real feeds rank first' },
] as const

export function speedPage(run: BenchRun): string {
  return benchPage(run, {
    title: 'How fast utpid answers',
    about:
      'Searches and matches in one process, compared with three in-memory search engines that have the same products and get the same queries.',
    headlines: HEADLINES,
    style: TIME_STYLE,
    sections: [searchSection(), knownItemSection(KNOWN_ITEMS)],
  })
}

function searchSection(): Html {
  const { runs, products } = SEARCHES
  const engines = runs.filter((own) => own.some(({ times }) => Object.keys(times).length > 0))
  if (engines.length === 0) return html``
  const kinds = SEARCH_KINDS.map((kind) => [kind, engines.flatMap((own) => markOf(own, kind))] as const)
  const rows = runs.map((own): Cell[] => {
    const [first] = own
    const stopped = own.find((run) => run.stopped !== undefined)?.stopped
    return [
      first?.engine ?? '',
      countText(first?.documents ?? 0),
      secondsText(overSearches(own, ({ ready }) => ready.seconds)),
      megabytesText(overSearches(own, ({ ready }) => ready.bytes)),
      stopped === undefined ? 'no' : stopped,
    ]
  })
  const columns = [
    { title: 'engine' },
    { title: 'products indexed', isNumber: true },
    { title: 'until the first query', isNumber: true },
    { title: 'process then', isNumber: true },
    { title: 'stopped' },
  ]
  return html`<h2>Search times by kind of query</h2>
<p>${countText(products)} products. Each search returns the first 20 results with their displayed fields; utpid-whole also returns all their records. utpid, minisearch and orama also count all results. flexsearch supports neither totals nor typos nor a filter by country, and searches for the exact text. Medians of three runs, each engine in a separate process, one after another.</p>
${legend(engines.map(([own]) => entryOf(own?.engine ?? '')))}
<div class="card chart">${latencyChart(kinds)}</div>
${pageTable(columns, rows)}
<p class="note">The three engines build their index in memory; utpid opens a folder. An engine that exceeds the time or memory limit is stopped, and its figures are those of the earlier queries.</p>`
}

function markOf(own: readonly SearchRun[], kind: string): LatencyMark[] {
  const figure = (share: number): number | null => overSearches(own, ({ times }) => quantile(times[kind] ?? [], share))
  const [p50, p99] = [figure(0.5), figure(0.99)]
  return p50 === null || p99 === null ? [] : [{ engine: own[0]?.engine ?? '', p50, p99 }]
}

function knownItemSection(findings: readonly KnownItemFinding[]): Html {
  if (findings.length === 0) return html``
  const engines = [...new Set(findings.map(({ engine }) => engine))]
  const kinds = [...new Set(findings.map(({ kind }) => kind))]
  const of = (kind: string, engine: string): KnownItemFinding | undefined =>
    findings.find((each) => each.kind === kind && each.engine === engine)
  const columns = [
    { title: 'typed query' },
    { title: 'queries', isNumber: true },
    ...engines.map((title) => ({ title, isNumber: true })),
  ]
  const table = (figure: 'topOne' | 'reciprocalRank'): Html =>
    pageTable(
      columns,
      kinds.map((kind): Cell[] => {
        const own = engines.map((engine) => of(kind, engine)?.[figure] ?? Number.NaN)
        const cells = own.map(
          (value) => html`<span class="${value === Math.max(...own) ? 'best' : ''}">${fractionText(value)}</span>`,
        )
        return [kind, countText(of(kind, engines[0] ?? '')?.queries ?? 0), ...cells]
      }),
    )
  return html`<h2>Does the intended product rank first?</h2>
<p>Products of real feeds, searched with queries of people who know them: the name without stop words, with a typo, two words of it with the city, or its name in another script. Queries whose words all occur in another product are omitted. All engines have the same products.</p>
<h3>Found first</h3>${table('topOne')}
<h3>Mean reciprocal rank</h3>${table('reciprocalRank')}`
}

function entryOf(engine: string): { name: string; mark: Html } {
  return { name: engine, mark: html`<circle class="${engine}" cx="6" cy="5" r="5"/>` }
}

function secondsText(seconds: number | null): string {
  return seconds === null ? '–' : `${seconds.toFixed(1)} s`
}

function megabytesText(bytes: number | null): string {
  return bytes === null ? '–' : `${countText(Math.round(bytes / 2 ** 20))} MB`
}
