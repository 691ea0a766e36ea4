import { whole } from '../../text/number-text.ts'
import { table } from '../../text/table.ts'
import { fractionText } from '../fraction-text.ts'
import type { LinkageEvaluation } from './evaluate-linkage.ts'

/** Formats the measurements for people. */
export function linkageTable(evaluation: LinkageEvaluation): string {
  const { candidatesPerInput } = evaluation
  const figures: [string, string][] = [
    ['records of a', whole(evaluation.records)],
    ['records of b', whole(evaluation.inputs)],
    ['  linked', whole(evaluation.links)],
    ['  to review', whole(evaluation.reviews)],
    ['  none', whole(evaluation.none)],
    ['  rejected', whole(evaluation.rejected)],
    ['  candidates of each', candidatesPerInput === null ? '-' : String(candidatesPerInput)],
    ['gold pairs', whole(evaluation.goldPairs)],
    ['  blocking recall', fractionText(evaluation.blockingRecall)],
    ['  linked', whole(evaluation.linked)],
    ['  recall of links', fractionText(evaluation.linkedRecall)],
    ['  recall of links and reviews', fractionText(evaluation.reviewRecall)],
    ['  wrong links', whole(evaluation.wrongLinks)],
    ['  precision against gold', fractionText(evaluation.precisionAgainstGold)],
    ['gold pairs missing in the files', whole(evaluation.missing)],
    ['seconds', evaluation.seconds.toFixed(2)],
  ]
  return table([{ title: 'measured' }, { title: 'value', align: 'right' }], figures)
}
