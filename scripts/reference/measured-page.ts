import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../root.ts'
import { page, table } from './page.ts'

const RESULTS = 'bench/results'

interface Row {
  readonly what: string
  readonly value: number | string | null
  readonly unit?: string
  readonly bar?: string | null
  readonly holds?: boolean | null
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

/** The newest result of each bench, row by row: no figure of it is typed. */
export function measuredPage(): string {
  const newest = new Map<string, string>()
  for (const file of readdirSync(join(ROOT, RESULTS)).sort()) {
    const name = /^(.+)-\d{4}-\d\d-\d\d\.json$/.exec(file)?.[1]
    if (name !== undefined) newest.set(name, file)
  }
  const sections = [...newest.values()].flatMap((file) => {
    const result = JSON.parse(readFileSync(join(ROOT, RESULTS, file), 'utf8')) as Result
    const judged = result.rows.filter(({ holds }) => typeof holds === 'boolean')
    const held = judged.filter(({ holds }) => holds).length
    return [
      `## ${result.name}`,
      `\`npm run bench -- ${result.name}\`, ${result.measuredAt.slice(0, 10)}, commit \`${result.commit.slice(0, 7)}\`, ${result.machine}, Node ${result.node.slice(1)}, seed ${result.seed}. ${held} of ${judged.length} bars hold.`,
      table(
        ['what', 'value', 'bar', 'holds'],
        result.rows.map(({ what, value, unit, bar, holds }) => [
          what.replaceAll('<', '&lt;'),
          valueText(value, unit),
          (bar ?? '').replaceAll('<', '&lt;'),
          holds == null ? '' : holds ? 'yes' : '**no**',
        ]),
      ),
    ]
  })
  return page(
    'Performance and quality',
    'The newest result of each bench in `bench/results`, with everything that it missed. What the benches do, and how to read them, is in [bench](../bench/README.md); the [README](../README.md#measured) tells what the figures mean.',
    ...sections,
  )
}

function valueText(value: Row['value'], unit: string | undefined): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  const number = Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))
  return unit === undefined || unit === 'count' || unit === 'fraction' ? number : `${number} ${unit}`
}
