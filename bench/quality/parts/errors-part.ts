import { DEFAULT_MODEL, PairScorer, termFrequencyOf } from '@utpid/core/scoring'
import type { Part, PartResult } from '../../harness/part.ts'
import { plainRow, type Row } from '../../harness/row.ts'
import { errorKind, errorKinds } from '../findings/error-kinds.ts'
import { GEO_ER_SETS, OVERTURE_SET } from '../sets/labelled-sets.ts'
import { type LabelledSet, readSets, recordsOf } from '../sets/read-sets.ts'

/**
 * Counts the errors of the shipped model at `pair`, by kind. Also measures its F1 without labels that the records
 * contradict.
 */
export const errorsPart: Part = {
  name: 'errors',
  needsData: true,
  run: async (context): Promise<PartResult> => {
    const { sets, skipped } = await readSets(context)
    const judged = sets.filter(({ id }) => GEO_ER_SETS.includes(id) || id === OVERTURE_SET)
    return { skipped, n: judged.reduce((sum, { pairs }) => sum + pairs.length, 0), rows: judged.flatMap(rowsOf) }
  },
}

function rowsOf(set: LabelledSet): Row[] {
  const scorer = new PairScorer(DEFAULT_MODEL, termFrequencyOf(recordsOf(set)))
  const counts = new Map<string, number>()
  let [right, doubtful] = [0, 0]
  for (const { a, b, match } of set.pairs) {
    const called = scorer.score(a.features, b.features).confidence >= DEFAULT_MODEL.thresholds.pair
    if (called && match) right++
    if (called === match) continue
    const kind = errorKind(match, scorer.levels(a.features, b.features))
    const id = `${match ? 'missed' : 'false'}.${kind.id}`
    counts.set(id, (counts.get(id) ?? 0) + 1)
    if (kind.isDoubtful) doubtful++
  }
  const errors = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const id = (name: string): string => `errors.${set.id}.${name}`
  const kinds = (isMissed: boolean): Row[] =>
    errorKinds(isMissed).map(({ id: name, what, isDoubtful }) => {
      const key = `${isMissed ? 'missed' : 'false'}.${name}`
      const words = `... ${isMissed ? 'missed' : 'called a match'}: ${what}${isDoubtful ? ' (doubtful)' : ''}`
      return plainRow(id(key), words, counts.get(key) ?? 0, 'count')
    })
  return [
    plainRow(id('all'), `${set.what}: errors at \`pair\``, errors, 'count'),
    ...kinds(false),
    ...kinds(true),
    plainRow(id('f1'), '... F1', (2 * right) / (2 * right + errors), 'fraction'),
    plainRow(
      id('f1-without-doubtful'),
      '... F1 without the doubtful labels among the errors',
      (2 * right) / (2 * right + errors - doubtful),
      'fraction',
    ),
  ]
}
