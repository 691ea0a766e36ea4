import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asciiText } from '../patterns/attacks.ts'
import { ROOT } from '../repository/root.ts'
import { barsChart, type JudgedValue } from './bars-chart.ts'
import { page, table } from './page.ts'

const RESULTS = 'bench/results'

interface Measured {
  readonly commit: string
  readonly machine: string
  readonly at: string
}

interface Row {
  readonly what: string
  readonly value: number | string | null
  readonly unit?: string
  readonly bar?: string | null
  readonly holds?: boolean | null
  /** The earlier run that measured this row. */
  readonly measured?: Measured
}

interface Result {
  readonly name: string
  readonly commit: string
  readonly machine: string
  readonly node: string
  readonly measuredAt: string
  readonly seed: number
  readonly rows: readonly Row[]
}

/** Creates the pages and charts of the newest result of each bench, by path. */
export function measuredPages(): Record<string, string> {
  const results = newestResults()
  return {
    'docs/measured.md': measuredPage(results),
    ...Object.fromEntries(results.map((result) => [pictureOf(result), barsChart(result.name, judgedValues(result))])),
  }
}

function newestResults(): Result[] {
  const newest = new Map<string, string>()
  for (const file of readdirSync(join(ROOT, RESULTS)).sort()) {
    const name = /^(.+)-\d{4}-\d\d-\d\d\.json$/.exec(file)?.[1]
    if (name !== undefined) newest.set(name, file)
  }
  return [...newest.values()].map((file) => JSON.parse(readFileSync(join(ROOT, RESULTS, file), 'utf8')) as Result)
}

function pictureOf({ name }: Result): string {
  return `docs/pictures/bars-of-${name}.svg`
}

/** Returns the values with a minimum or maximum. Only the table contains values with an exact bar. */
function judgedValues({ rows }: Result): JudgedValue[] {
  let subject = ''
  return rows.flatMap(({ what, value, unit, bar, holds }) => {
    // A label with `...` continues the previous row of the table. The chart may lack that row, so the label needs the
    // subject of the row.
    const goesOn = what.startsWith('...')
    if (!goesOn) subject = what.split(':')[0] as string
    if (typeof value !== 'number' || typeof bar !== 'string' || typeof holds !== 'boolean' || bar.startsWith('='))
      return []
    const whole = (goesOn ? `${subject} ${what}` : what).replaceAll('`', '')
    return [{ what: whole, value, text: valueText(value, unit), bar, isFraction: unit === 'fraction', holds }]
  })
}

function measuredPage(results: readonly Result[]): string {
  const machine = mostFrequent(results.map(machineOf))
  const sections = results.flatMap((result) => {
    const judged = result.rows.filter(({ holds }) => typeof holds === 'boolean')
    const held = judged.filter(({ holds }) => holds).length
    const isMixed = result.rows.some(({ measured }) => measured !== undefined)
    return [
      `## ${result.name}`,
      `\`npm run bench -- ${result.name}\`, ${result.measuredAt.slice(0, 10)}, commit \`${result.commit.slice(0, 7)}\`, ${machineOf(result) === machine ? '' : `${machineOf(result)}, `}seed ${result.seed}. ${held} of ${judged.length} bars hold.${isMixed ? ' Rows of earlier runs follow under their commits.' : ''}`,
      `![Ratio of each value to its bar: ${result.name}](${pictureOf(result).replace('docs/', '')})`,
      ...runsOf(result).flatMap(({ run, rows }) => [
        ...(run === '' ? [] : [`Measured at ${run}:`]),
        table(
          ['what', 'value', 'bar', 'holds'],
          rows.map(({ what, value, unit, bar, holds }) => [
            markedText(what),
            valueText(value, unit),
            (bar ?? '').replaceAll('<', '&lt;'),
            holds == null ? '' : holds ? '✓' : '**✗**',
          ]),
        ),
      ]),
    ]
  })
  return page(
    'Performance and quality',
    'The newest result of each bench in `bench/results`, including all missed bars. [bench](../bench/README.md) describes the benches and how to read them. The charts show the ratio of each value to its bar: a dot left of the line if the bar holds, a diamond right of it if not. Exact bars are only in the tables.',
    `Machine, where no other one is named: ${machine}.`,
    ...sections,
  )
}

function machineOf({ machine, node }: Result): string {
  return `${machine}, Node ${node.slice(1)}`
}

function mostFrequent(texts: readonly string[]): string {
  const count = (text: string): number => texts.filter((each) => each === text).length
  return texts.toSorted((a, b) => count(b) - count(a))[0] ?? ''
}

/** Groups rows by the run that measured them, in their original order. Rows of the newest run have no run name. */
function runsOf(result: Result): { readonly run: string; readonly rows: Row[] }[] {
  const runs = new Map<string, Row[]>([['', []]])
  for (const row of result.rows) {
    const run = measuredText(row.measured, result)
    runs.set(run, [...(runs.get(run) ?? []), row])
  }
  return [...runs].map(([run, rows]) => ({ run, rows })).filter(({ rows }) => rows.length > 0)
}

/**
 * Returns the commit of an earlier run, with its date and machine if they differ from the result's date and machine.
 */
function measuredText(measured: Measured | undefined, result: Result): string {
  if (measured === undefined) return ''
  const { at, commit, machine } = measured
  const day = at.slice(0, 10)
  const differing = [
    ...(day === result.measuredAt.slice(0, 10) ? [] : [day]),
    ...(machine === result.machine ? [] : [machine]),
  ]
  return [`\`${commit.slice(0, 7)}\``, ...differing].join(', ')
}

function valueText(value: Row['value'], unit: string | undefined): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  const number = Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))
  return unit === undefined || unit === 'count' || unit === 'fraction' ? number : `${number} ${unit}`
}

/** Escapes tags, and marks that combine with other characters. Such marks have no width of their own in a table. */
function markedText(what: string): string {
  return what.replaceAll('<', '&lt;').replace(/\p{M}+/gu, asciiText)
}
