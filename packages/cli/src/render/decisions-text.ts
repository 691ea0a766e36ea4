import type { DecisionCount, ListedDecision } from '@utpid/core/operations'
import { momentText } from '../text/moment-text.ts'
import { table } from '../text/table.ts'

const BY_CHARACTERS = 24
const PRODUCT_CHARACTERS = 60

/** Formats a list of decisions, one line for each product of a decision. */
export function decisionsText(decisions: readonly ListedDecision[]): string {
  if (decisions.length === 0) return ''
  return table(
    [
      { title: 'change', align: 'right' },
      { title: 'when (UTC)' },
      { title: 'by', maxColumns: BY_CHARACTERS },
      { title: 'what' },
      { title: 'product', maxColumns: PRODUCT_CHARACTERS },
      { title: 'note' },
    ],
    decisions.flatMap(({ products, ...decision }) => {
      const [first = '', ...others] = products.map(({ utpid, name }) => `${utpid} ${name}`)
      const { change, at, actor, note = '' } = decision
      return [
        [String(change), momentText(at), actor, decisionWords(decision), first, note],
        ...others.map((other) => ['', '', '', '', other, '']),
      ]
    }),
  )
}

export function decisionCountsText(counts: readonly DecisionCount[]): string {
  if (counts.length === 0) return ''
  return table(
    ['day (UTC)', 'by', 'what', { title: 'decisions', align: 'right' }],
    counts.map(({ day, actor, kind, count }) => [day, actor, kind, String(count)]),
  )
}

/** Names a decision, with the decision that it undid or that undid it. */
export function decisionWords({
  kind,
  undoes,
  undoneBy,
}: Readonly<Pick<ListedDecision, 'undoes' | 'undoneBy'>> & { readonly kind: string }): string {
  const of = undoes === undefined ? '' : ` of change ${undoes}`
  const undone = undoneBy === undefined ? '' : `, undone by change ${undoneBy}`
  return `${kind}${of}${undone}`
}
