import { generateFeeds, measureNames, PRODUCTS_MAX, toJsonLine } from '@utpid/generator'
import type { Part, PartResult } from '../harness/part.ts'
import { barRow, plainRow } from '../harness/row.ts'

const RECORDS = 200_000
/** One million records a minute. */
const RECORDS_PER_SECOND_MIN = 16_667
const NAME_PAIRS = 20_000
const DEVIATION_POINTS_MAX = 3
/** Number of records generated before the clock starts, to warm up the code. */
const WARM_UP_RECORDS = 20_000

/** Checks that the generator is fast enough, and that its names differ as real names do. */
export const generatorPart: Part = {
  name: 'generator',
  needsData: false,
  run: async ({ seed, say }): Promise<PartResult> => {
    const feeds = generateFeeds({ seed, products: PRODUCTS_MAX })
    lengthOf(feeds.records, WARM_UP_RECORDS)
    const cpu = process.cpuUsage()
    const started = performance.now()
    const characters = lengthOf(feeds.records, RECORDS)
    const seconds = (performance.now() - started) / 1000
    const { user, system } = process.cpuUsage(cpu)
    const cpuSeconds = (user + system) / 1_000_000
    say(`generator: ${RECORDS} records as JSON Lines in ${seconds.toFixed(1)} s`)
    const { largestDeviation, rows } = measureNames(feeds, NAME_PAIRS)
    for (const { difference, share, target } of rows) {
      say(`generator: ${difference} ${share.toFixed(1)} % of ${NAME_PAIRS} pairs, measured ${target.toFixed(1)} %`)
    }
    return {
      n: RECORDS,
      rows: [
        barRow('generator.rate', 'Records generated, as JSON Lines, in a second', RECORDS / seconds, 'records/s', [
          '>=',
          RECORDS_PER_SECOND_MIN,
        ]),
        plainRow('generator.rate-cpu', 'The same for a second of one core', RECORDS / cpuSeconds, 'records/s'),
        plainRow('generator.record-length', 'Mean length of a record', characters / RECORDS, 'characters'),
        barRow(
          'generator.name-deviation',
          'Name differences: largest distance from those measured',
          largestDeviation,
          'points',
          ['<=', DEVIATION_POINTS_MAX],
        ),
      ],
    }
  },
}

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
