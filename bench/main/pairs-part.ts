import { labelPath } from '../feeds/paris-feeds.ts'
import type { Part, PartResult } from '../harness/part.ts'
import { barRow, plainRow } from '../harness/row.ts'
import { runUtpid } from '../harness/run-child.ts'

interface Evaluation {
  readonly pairs: number
  readonly f1: number
  readonly pairsPerSecond: number
}

const SETS = ['fsq-edi', 'fsq-tor', 'yelp-edi', 'yelp-tor']

/**
 * Scores labelled pairs of places in two cities that were not used for tuning. Term frequencies are those of a registry
 * of these records.
 */
export const pairsPart: Part = {
  name: 'pairs',
  needsData: true,
  run: async ({ data = '', valid, say }): Promise<PartResult> => {
    const split = valid ? 'valid' : 'test'
    say(`pairs: the ${split} files of four sets`)
    const files = SETS.map((set) => labelPath(data, `geo-er-osm-${set}-${split}`))
    const found = runUtpid(['evaluate', 'pairs', '--own-words', ...files]) as Evaluation[]
    const byShippedWords = runUtpid(['evaluate', 'pairs', ...files]) as Evaluation[]
    const mean = (of: (each: Evaluation) => number, all = found): number =>
      all.reduce((sum, each) => sum + of(each), 0) / all.length
    return {
      n: found.reduce((sum, { pairs }) => sum + pairs, 0),
      rows: [
        ...found.map(({ f1 }, at) => plainRow(`pairs.f1.${SETS[at]}`, `${SETS[at]} ${split}: F1`, f1, 'fraction')),
        barRow(
          'pairs.mean-f1',
          `mean F1 of the ${split} files`,
          mean(({ f1 }) => f1),
          'fraction',
          ['>=', 0.9],
        ),
        plainRow(
          'pairs.mean-f1.shipped-words',
          '... by the shipped word table',
          mean(({ f1 }) => f1, byShippedWords),
          'fraction',
        ),
        plainRow(
          'pairs.per-second',
          'pairs per second, features included',
          Math.round(mean((each) => each.pairsPerSecond)),
          'count',
        ),
      ],
    }
  },
}
