import { type Cell, countText, fractionText, type Html, html, pageTable } from '@utpid/evaluation'
import type { Row } from '../harness/row.ts'

/** A row whose figure is displayed at the top, with its meaning. */
export interface Headline {
  readonly id: string
  readonly what: string
}

/** Renders the most important figures in large type. */
export function headlineCards(rows: readonly Row[], headlines: readonly Headline[]): Html {
  const cards = headlines.flatMap(({ id, what }) => {
    const row = rows.find((each) => each.id === id)
    return row === undefined
      ? []
      : [html`<div class="card"><div class="figure">${valueText(row)}</div><div class="soft">${what}</div></div>`]
  })
  return cards.length === 0 ? html`` : html`<div class="grid-of figures">${cards}</div>`
}

/** Renders the bars that the values met, and those that they missed. */
export function barsSection(rows: readonly Row[]): Html {
  const barred = rows.filter(({ holds }) => holds !== null)
  const held = barred.filter(({ holds }) => holds).length
  if (barred.length === 0) return html``
  const cells = barred.map((row): Cell[] => [verdictOf(row), withCode(whatOf(row, rows)), valueText(row), barText(row)])
  const columns = [
    { title: '' },
    { title: 'what must hold' },
    { title: 'measured', isNumber: true },
    { title: 'bar', isNumber: true },
  ]
  return html`<h2>${held} of ${barred.length} bars hold</h2>
<p>Each bar was set before the measurement. Failures are listed like successes.</p>
${pageTable(columns, cells)}`
}

/** Renders every row of the run, by part, collapsed. */
export function allRows(rows: readonly Row[]): Html {
  const parts = new Map<string, Row[]>()
  for (const row of rows) {
    const [part = ''] = row.id.split('.')
    parts.set(part, [...(parts.get(part) ?? []), row])
  }
  const columns = [
    { title: 'what' },
    { title: 'value', isNumber: true },
    { title: 'unit' },
    { title: 'bar' },
    { title: '' },
  ]
  const tables = [...parts].map(([part, list]) => {
    const cells = list.map((row): Cell[] => [
      withCode(row.what),
      valueText(row),
      row.unit,
      barText(row),
      verdictOf(row),
    ])
    return html`<details><summary>${part}: ${countText(list.length)} figures</summary>${pageTable(columns, cells)}</details>`
  })
  return html`<h2>Every figure</h2>${tables}`
}

/** Renders the measurements that were left out, with the reasons. */
export function skippedSection(skipped: readonly string[]): Html {
  if (skipped.length === 0) return html``
  return html`<h2>Omitted</h2><ul>${skipped.map((sentence) => html`<li>${sentence}</li>`)}</ul>`
}

function verdictOf({ holds }: Row): Html {
  if (holds === null) return html``
  return holds ? html`<span class="ok">holds</span>` : html`<span class="fails">fails</span>`
}

/** Returns the label of a row. A continuation (`... p99`) gets the label of the row above. */
function whatOf(row: Row, rows: readonly Row[]): string {
  if (!row.what.startsWith('... ')) return row.what
  const before = rows.slice(0, rows.indexOf(row)).findLast(({ what }) => !what.startsWith('... '))
  if (before === undefined) return row.what.slice(4)
  // Drop the statistic of the row above: a mean has no p99.
  return `${before.what.replace(/, (mean|p50)$/, '')}, ${row.what.slice(4)}`
}

/** Renders text in backticks as code. */
function withCode(text: string): Html {
  const parts = text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
  return html`${parts}`
}

function barText({ bar, unit }: Row): string {
  const [relation = '', limit = ''] = bar?.split(' ') ?? []
  const sign = relation === '>=' ? '≥' : relation === '<=' ? '≤' : relation
  const number = unit === 'fraction' ? limit.replace(/^0\./, '.') : countText(Number(limit))
  return bar === null ? '' : `${sign} ${number}`
}

function valueText({ value, unit }: Row): string {
  if (value === null) return '–'
  if (unit === 'fraction') return value > 0 && value < 0.0005 ? 'under .001' : value === 0 ? '0' : fractionText(value)
  return Number.isInteger(value) ? countText(value) : value.toFixed(value < 10 ? 3 : 1)
}
