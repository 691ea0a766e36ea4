import { labelPath } from '../feeds/paris.ts'
import { runUtpid } from '../harness/child-task.ts'
import { dataPart } from '../harness/part.ts'
import type { Figure } from '../harness/row.ts'
import { mean, sum } from '../harness/statistics.ts'

type Evaluation = Readonly<Record<'pairs' | 'f1' | 'pairsPerSecond', number>>

const SETS = ['fsq-edi', 'fsq-tor', 'yelp-edi', 'yelp-tor']

/**
 * Scores labelled pairs of places in two cities that were not used for tuning. Term frequencies are those of a registry
 * of these records.
 */
export const pairsPart = dataPart('pairs', async ({ data, valid, say }) => {
  const split = valid ? 'valid' : 'test'
  say(`pairs: the ${split} files of four sets`)
  const files = SETS.map((set) => labelPath(data, `geo-er-osm-${set}-${split}`))
  const found = runUtpid<Evaluation[]>(['evaluate', 'pairs', '--count-words', ...files])
  const byShippedWords = runUtpid<Evaluation[]>(['evaluate', 'pairs', ...files])
  const meanOf = (figure: keyof Evaluation, of = found): number => mean(of.map((each) => each[figure]))
  const speed = Math.round(meanOf('pairsPerSecond'))
  return {
    n: sum(found.map(({ pairs }) => pairs)),
    rows: [
      ...found.map(({ f1 }, at): Figure => [`pairs.f1.${SETS[at]}`, `${SETS[at]} ${split}: F1`, f1, 'fraction']),
      ['pairs.mean-f1', `mean F1 of the ${split} files`, meanOf('f1'), 'fraction', '>= 0.9'],
      ['pairs.mean-f1.shipped-words', '... by the shipped word table', meanOf('f1', byShippedWords), 'fraction'],
      ['pairs.per-second', 'pairs per second, features included', speed, 'count'],
    ],
  }
})
