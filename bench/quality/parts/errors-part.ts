import { DEFAULT_MODEL } from '@utpid/core/scoring'
import { dataPart } from '../../harness/part.ts'
import { below, type Figure } from '../../harness/row.ts'
import { sum } from '../../harness/statistics.ts'
import { errorKind, errorKinds } from '../findings/error-kinds.ts'
import { scorePairs, scorerOf } from '../findings/score-set.ts'
import { GEO_ER_SETS, OVERTURE_SET } from '../sets/labelled-sets.ts'
import { type LabelledSet, readSets } from '../sets/read-sets.ts'

/**
 * Counts the errors of the shipped model at `pair`, by kind. Also measures its F1 without labels that the records
 * contradict.
 */
export const errorsPart = dataPart('errors', async (context) => {
  const { sets, skipped } = await readSets(context)
  const judged = sets.filter(({ id }) => GEO_ER_SETS.includes(id) || id === OVERTURE_SET)
  return {
    skipped,
    n: sum(judged.map(({ pairs }) => pairs.length)),
    rows: judged.flatMap((set) => below(`errors.${set.id}`, figuresOf(set))),
  }
})

function figuresOf(set: LabelledSet): Figure[] {
  const scorer = scorerOf(set)
  const counts = new Map<string, number>()
  let [right, doubtful] = [0, 0]
  const scores = scorePairs(set, scorer)
  for (const [at, { a, b, match }] of set.pairs.entries()) {
    const called = (scores[at]?.confidence ?? 0) >= DEFAULT_MODEL.thresholds.pair
    if (called && match) right++
    if (called === match) continue
    const kind = errorKind(match, scorer.levels(a.features, b.features))
    const id = `${match ? 'missed' : 'false'}.${kind.id}`
    counts.set(id, (counts.get(id) ?? 0) + 1)
    if (kind.isDoubtful) doubtful++
  }
  const errors = sum([...counts.values()])
  const kinds = (isMissed: boolean): Figure[] =>
    errorKinds(isMissed).map(({ id: name, what, isDoubtful }) => {
      const id = `${isMissed ? 'missed' : 'false'}.${name}`
      const words = `... ${isMissed ? 'missed' : 'called a match'}: ${what}${isDoubtful ? ' (doubtful)' : ''}`
      return [id, words, counts.get(id) ?? 0, 'count']
    })
  const f1 = (2 * right) / (2 * right + errors)
  const undoubted = (2 * right) / (2 * right + errors - doubtful)
  return [
    ['all', `${set.what}: errors at \`pair\``, errors, 'count'],
    ...kinds(false),
    ...kinds(true),
    ['f1', '... F1', f1, 'fraction'],
    ['f1-without-doubtful', '... F1 without the doubtful labels among the errors', undoubted, 'fraction'],
  ]
}
