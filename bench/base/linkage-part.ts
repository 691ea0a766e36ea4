import { feedPath, labelPath } from '../feeds/paris-feeds.ts'
import type { Part, PartResult } from '../harness/part.ts'
import { barRow, plainRow, type Row } from '../harness/row.ts'
import { runUtpid } from '../harness/run-child.ts'

interface Evaluation {
  readonly inputs: number
  readonly goldPairs: number
  readonly missing: number
  readonly blockingRecall: number | null
  readonly linkedRecall: number | null
  readonly reviewRecall: number | null
  readonly wrongLinks: number
  readonly precisionAgainstGold: number | null
  readonly candidatesPerInput: number | null
}

interface Direction {
  readonly id: string
  readonly what: string
  readonly a: string
  readonly b: string
}

const EARLIER = 'singapore-hotels-2021'
const LATER = 'singapore-hotels-2022'
/** The fields from which the labels were made, and equivalent fields. With them the measurement would be circular. */
const HIDDEN = 'phone,website,ref,rooms,postcode'
/** Blocking must find nearly all pairs for the comparison. */
const MIN_BLOCKING_RECALL = 0.99

const DIRECTIONS: readonly Direction[] = [
  { id: 'linkage', what: 'Singapore 2022 onto 2021', a: EARLIER, b: LATER },
  { id: 'linkage.back', what: 'Singapore 2021 onto 2022', a: LATER, b: EARLIER },
]

/**
 * Maps two snapshots of one register onto each other without codes, with and without the fields from which the labels
 * were made.
 */
export const linkagePart: Part = {
  name: 'linkage',
  needsData: true,
  run: async ({ data = '', say }): Promise<PartResult> => {
    const rows: Row[] = []
    let n = 0
    for (const direction of DIRECTIONS) {
      say(`linkage: ${direction.what}`)
      const found = evaluate(data, direction, ['--hide', HIDDEN])
      n = Math.max(n, found.inputs)
      rows.push(...hiddenRows(direction, found), ...openRows(direction, evaluate(data, direction, [])))
    }
    return { n, rows }
  },
}

function evaluate(data: string, { a, b }: Direction, more: readonly string[]): Evaluation {
  const gold = labelPath(data, 'positive-pairs')
  const files = ['--a', feedPath(data, a), '--b', feedPath(data, b), '--gold', gold]
  return runUtpid(['evaluate', 'linkage', ...files, '--set', 'singapore', ...more]) as Evaluation
}

function hiddenRows({ id, what }: Direction, found: Evaluation): Row[] {
  return [
    plainRow(`${id}.gold-pairs`, `${what}: gold pairs`, found.goldPairs, 'count'),
    barRow(`${id}.missing`, '... that name a record of neither file', found.missing, 'count', ['=', 0]),
    barRow(`${id}.blocking-recall`, `${what}: blocking recall`, found.blockingRecall, 'fraction', [
      '>=',
      MIN_BLOCKING_RECALL,
    ]),
    plainRow(`${id}.candidates`, `${what}: candidates of one input`, found.candidatesPerInput, 'count'),
    plainRow(`${id}.linked-recall`, `${what}: gold pairs linked`, found.linkedRecall, 'fraction'),
    plainRow(`${id}.review-recall`, '... or put before a person', found.reviewRecall, 'fraction'),
    plainRow(`${id}.wrong-links`, `${what}: wrong links`, found.wrongLinks, 'count'),
    plainRow(`${id}.precision`, `${what}: precision against gold`, found.precisionAgainstGold, 'fraction'),
  ]
}

function openRows({ id, what }: Direction, found: Evaluation): Row[] {
  const open = `${what}, nothing hidden but codes`
  return [
    plainRow(`${id}.open.linked-recall`, `${open}: gold pairs linked`, found.linkedRecall, 'fraction'),
    plainRow(`${id}.open.review-recall`, '... or put before a person', found.reviewRecall, 'fraction'),
    plainRow(`${id}.open.wrong-links`, `${open}: wrong links`, found.wrongLinks, 'count'),
  ]
}
