import { Readable } from 'node:stream'
import { createFeedStats, readFeed } from '@utpid/feed'
import { part } from '../harness/part.ts'
import { below, type Figure } from '../harness/row.ts'
import { headerFile } from './headers/header-file.ts'
import { HEADERS } from './headers/header-words.ts'

/** The language that the tables of names do not have. */
const UNKNOWN_LANGUAGE = 'Swedish'
const ROWS = 50

interface Understood {
  readonly columns: number
  readonly right: number
  readonly wrong: number
}

/** Counts the columns of files in twelve languages that became the field that a person reads in their header. */
export const columnsPart = part('columns', async ({ seed, say }) => {
  const counts = new Map<string, Understood>()
  for (const language of Object.keys(HEADERS)) counts.set(language, await understood(language, seed, say))
  const known = [...counts].filter(([language]) => language !== UNKNOWN_LANGUAGE).map(([, count]) => count)
  const total = known.reduce(
    (sum, { columns, right, wrong }) => ({
      columns: sum.columns + columns,
      right: sum.right + right,
      wrong: sum.wrong + wrong,
    }),
    { columns: 0, right: 0, wrong: 0 },
  )
  const unknown = counts.get(UNKNOWN_LANGUAGE) ?? total
  const rows: Figure[] = [
    [
      'understood',
      `${total.columns} headers of ${known.length} languages, with ${ROWS} rows: share understood`,
      total.right / total.columns,
      'share',
      '>= 0.97',
    ],
    ['wrong', '... share that became another field', total.wrong / total.columns, 'share', '<= 0.005'],
    [
      'understood-unknown',
      `${unknown.columns} headers in ${UNKNOWN_LANGUAGE}, which the tables do not have: share understood`,
      unknown.right / unknown.columns,
      'share',
    ],
    ['wrong-unknown', '... share that became another field', unknown.wrong / unknown.columns, 'share'],
  ]
  return { n: ROWS, rows: below('feeds.columns', rows) }
})

async function understood(language: string, seed: number, say: (sentence: string) => void): Promise<Understood> {
  const expected = new Map(HEADERS[language])
  const stats = createFeedStats()
  const file = Readable.from([Buffer.from(headerFile(language, ROWS, seed))])
  for await (const _ of readFeed(file, { stats })) {
    // Only the report of the columns is of interest.
  }
  let [right, wrong] = [0, 0]
  const became = new Map(stats.columns?.columns.map(({ path, targets }) => [path, targets]))
  for (const [header, target] of expected) {
    const targets = (became.get(header) ?? []).filter((each) => each !== 'extra')
    if (targets.some((each) => isSame(each, target))) right += 1
    else {
      if (targets.length > 0) wrong += 1
      say(`columns: ${language}, "${header}" became ${targets.join(', ') || 'nothing'} instead of ${target}`)
    }
  }
  return { columns: expected.size, right, wrong }
}

/** Returns whether two targets are one field. `checkIn` is its first member, `phones[].number` a phone. */
function isSame(target: string, expected: string): boolean {
  return target === expected || expected.startsWith(`${target}.`) || target.startsWith(`${expected}.`)
}
