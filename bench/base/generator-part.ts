import { generateFeeds, measureNames, PRODUCTS_MAX, toJsonLine } from '@utpid/generator'
import { part } from '../harness/part.ts'
import { below } from '../harness/row.ts'
import { cpuSeconds, secondsSince } from '../harness/statistics.ts'

const RECORDS = 200_000
const NAME_PAIRS = 20_000
/** Number of records generated before the clock starts, to warm up the code. */
const WARM_UP_RECORDS = 20_000

/** Checks that the generator is fast enough, and that its names differ as real names do. */
export const generatorPart = part('generator', async ({ seed, say }) => {
  const feeds = generateFeeds({ seed, products: PRODUCTS_MAX })
  lengthOf(feeds.records, WARM_UP_RECORDS)
  const [cpu, started] = [cpuSeconds(), performance.now()]
  const characters = lengthOf(feeds.records, RECORDS)
  const [seconds, taken] = [secondsSince(started), cpuSeconds() - cpu]
  say(`generator: ${RECORDS} records as JSON Lines in ${seconds.toFixed(1)} s`)
  const { largestDeviation, rows: names } = measureNames(feeds, NAME_PAIRS)
  for (const { difference, share, target } of names) {
    say(`generator: ${difference} ${share.toFixed(1)} % of ${NAME_PAIRS} pairs, measured ${target.toFixed(1)} %`)
  }
  const rows = below('generator', [
    // The bar is one million records a minute.
    ['rate', 'Records generated, as JSON Lines, in a second', RECORDS / seconds, 'records/s', '>= 16667'],
    ['rate-cpu', 'The same for a second of one core', RECORDS / taken, 'records/s'],
    ['record-length', 'Mean length of a record', characters / RECORDS, 'characters'],
    ['name-deviation', 'Name differences: largest distance from those measured', largestDeviation, 'points', '<= 3'],
  ])
  return { n: RECORDS, rows }
})

/** Returns the characters of this many records as JSON Lines. */
function lengthOf(records: ReturnType<typeof generateFeeds>['records'], count: number): number {
  let characters = 0
  let made = 0
  for (const record of records) {
    characters += toJsonLine(record).length
    if (++made >= count) break
  }
  return characters
}
