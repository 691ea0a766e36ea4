import type { PairScorer } from '../scoring/score-pair.ts'
import type { StoredRecord } from '../storage/ledger.ts'
import { CompetingEdges } from './competition/competing-edges.ts'
import { sameSets } from './constraints/judgements-between.ts'
import type { Gathered, GatheredComponent } from './gather-components.ts'

/** Returns the components with the bits that competing candidates add to their edges. */
export function inCompetition(
  { components, members, judgements }: Pick<Gathered, 'components' | 'members' | 'judgements'>,
  scorer: PairScorer,
): readonly GatheredComponent[] {
  if (scorer.model.competition === undefined) return components
  return components.map((component) => {
    const { edges } = component
    if (edges.length === 0) return component
    const competing = competingIn(component, { members, judgements }, scorer)
    return { ...component, edges: edges.map((edge) => competing.adjusted(edge)) }
  })
}

/**
 * Returns the competing candidates in a component. Only judgements keep records together here: a pin or a verification
 * also keeps the records of its product together, but changes no edge, so it must not change the weight of one.
 */
export function competingIn(
  { edges, mustLinks }: GatheredComponent,
  { members, judgements }: Pick<Gathered, 'members' | 'judgements'>,
  scorer: PairScorer,
): CompetingEdges {
  return new CompetingEdges(
    {
      edges,
      mustLinks: mustLinks.length === 0 ? [] : sameSets(judgements),
      supplierOf: (id) => (members.get(id) as StoredRecord).row.record.supplier,
      areDifferent: (a, b) => judgements.areDifferent(a, b),
    },
    scorer,
  )
}
