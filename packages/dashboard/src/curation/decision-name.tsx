import type { JSX } from 'preact'
import { Badge } from '../ui/marks.tsx'
import { words } from '../ui/show-values.ts'

interface NamedDecision {
  readonly change: number
  readonly kind?: string
  readonly undoes?: number
  readonly undoneBy?: number
}

/** The kind of a decision, its change, and the decision that it undid or that undid it. */
export function DecisionName({ decision }: { readonly decision: NamedDecision }): JSX.Element {
  const { change, kind = '', undoes, undoneBy } = decision
  return (
    <span class="row">
      <Badge tone={undoneBy === undefined ? 'accent' : 'plain'}>
        <span class={undoneBy === undefined ? '' : 'undone'}>{words(kind)}</span>
      </Badge>
      <span class="dim small">
        change {change}
        {undoes !== undefined && `, of change ${undoes}`}
        {undoneBy !== undefined && `, undone by change ${undoneBy}`}
      </span>
    </span>
  )
}
