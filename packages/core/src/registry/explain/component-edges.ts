import { competingIn, inCompetition } from '../../clustering/component-competition.ts'
import { NO_EDGE_CHANGES } from '../../clustering/find-edges.ts'
import { type Gathered, gatherComponents, NO_CURATION_CHANGES } from '../../clustering/gather-components.ts'
import type { ExplainedCompetition } from '../../model/match.ts'
import type { EdgeRow, RecordId } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import type { ComparedPair } from './compared-pair.ts'

type EdgeContext = Pick<RegistryContext, 'ledger' | 'scorer'>

/** Returns the edges of the components of some records, with the bits of competing candidates. */
export async function componentEdges(context: EdgeContext, records: readonly RecordId[]): Promise<EdgeRow[]> {
  const gathered = await gatherStored(context, records)
  return inCompetition(gathered, context.scorer).flatMap(({ edges }) => edges)
}

/** Returns the standing of two stored records among competing candidates; null if the pair does not compete. */
export async function pairCompetition(
  context: EdgeContext,
  { a, b }: Pick<ComparedPair, 'a' | 'b'>,
): Promise<ExplainedCompetition | null> {
  const { scorer } = context
  const [one, other] = [a.stored?.row, b.stored?.row]
  if (scorer.model.competition === undefined || one === undefined || other === undefined) return null
  if (one.record.supplier === other.record.supplier) return null
  const gathered = await gatherStored(context, [one.id, other.id])
  const [low, high] = one.id < other.id ? [one.id, other.id] : [other.id, one.id]
  for (const component of gathered.components) {
    const edge = component.edges.find((each) => each.a === low && each.b === high)
    if (edge === undefined) continue
    const competitor = competingIn(component, gathered, scorer).competitorOf(edge)
    const standing = scorer.competition(
      edge.weight / 100,
      competitor === undefined ? undefined : competitor.weight / 100,
    )
    const record = competitor && gathered.members.get(competitor.id)?.row.record
    return { ...standing, record: record === undefined ? null : { supplier: record.supplier, code: record.code } }
  }
  return null
}

/** Gathers the components of some records as stored. */
export async function gatherStored(
  { ledger }: Pick<EdgeContext, 'ledger'>,
  records: readonly RecordId[],
): Promise<Gathered> {
  return await gatherComponents(records, new Map(), NO_EDGE_CHANGES, NO_CURATION_CHANGES, ledger)
}
