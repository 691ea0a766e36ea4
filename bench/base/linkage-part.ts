import { feedPath, labelPath } from '../feeds/paris.ts'
import { runUtpid } from '../harness/child-task.ts'
import { dataPart } from '../harness/part.ts'
import { below, type Figure } from '../harness/row.ts'

type Evaluation = Readonly<
  Record<'inputs' | 'goldPairs' | 'missing' | 'wrongLinks', number> &
    Record<
      'blockingRecall' | 'linkedRecall' | 'reviewRecall' | 'precisionAgainstGold' | 'candidatesPerInput',
      number | null
    >
>

const EARLIER = 'singapore-hotels-2021'
const LATER = 'singapore-hotels-2022'
/** The fields from which the labels were made, and equivalent fields. With them the measurement would be circular. */
const HIDDEN = 'phone,website,ref,rooms,postcode'

const DIRECTIONS = [
  ['linkage', 'Singapore 2022 onto 2021', EARLIER, LATER],
  ['linkage.back', 'Singapore 2021 onto 2022', LATER, EARLIER],
] as const

/**
 * Maps two snapshots of one register onto each other without codes, with and without the fields from which the labels
 * were made.
 */
export const linkagePart = dataPart('linkage', async ({ data, say }) => {
  const rows: Figure[] = []
  let n = 0
  for (const [id, what, a, b] of DIRECTIONS) {
    say(`linkage: ${what}`)
    const gold = labelPath(data, 'positive-pairs')
    const files = ['--a', feedPath(data, a), '--b', feedPath(data, b), '--gold', gold, '--set', 'singapore']
    const hidden = runUtpid<Evaluation>(['evaluate', 'linkage', ...files, '--hide', HIDDEN])
    const open = runUtpid<Evaluation>(['evaluate', 'linkage', ...files])
    rows.push(...below(id, figuresOf(what, hidden, open)))
    n = Math.max(n, hidden.inputs)
  }
  return { n, rows }
})

function figuresOf(what: string, hidden: Evaluation, open: Evaluation): Figure[] {
  const nothingHidden = `${what}, nothing hidden but codes`
  return [
    ['gold-pairs', `${what}: gold pairs`, hidden.goldPairs, 'count'],
    ['missing', '... that name a record of neither file', hidden.missing, 'count', '= 0'],
    // Blocking must find nearly all pairs for the comparison.
    ['blocking-recall', `${what}: blocking recall`, hidden.blockingRecall, 'fraction', '>= 0.99'],
    ['candidates', `${what}: candidates of one input`, hidden.candidatesPerInput, 'count'],
    ['linked-recall', `${what}: gold pairs linked`, hidden.linkedRecall, 'fraction'],
    ['review-recall', '... or put before a person', hidden.reviewRecall, 'fraction'],
    ['wrong-links', `${what}: wrong links`, hidden.wrongLinks, 'count'],
    ['precision', `${what}: precision against gold`, hidden.precisionAgainstGold, 'fraction'],
    ['open.linked-recall', `${nothingHidden}: gold pairs linked`, open.linkedRecall, 'fraction'],
    ['open.review-recall', '... or put before a person', open.reviewRecall, 'fraction'],
    ['open.wrong-links', `${nothingHidden}: wrong links`, open.wrongLinks, 'count'],
  ]
}
