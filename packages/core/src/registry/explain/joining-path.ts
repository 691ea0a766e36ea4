import type { Judgements } from '../../clustering/constraints/judgements.ts'
import { identifierComparison } from '../../comparison/aspects/identifier-comparison.ts'
import type { JoiningLink, NamedJudgement } from '../../model/match-explanation.ts'
import { weightOfConfidence } from '../../scoring/match-weight.ts'
import type { EdgeRow, JudgementRow, ProductRow, RecordId } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { codeOf } from './compared-pair.ts'
import { componentEdges } from './component-edges.ts'
import { curationReasonsOf, nameJudgements } from './curation-reasons.ts'
import { type ComparedRecord, readRecords } from './pair-side.ts'

/** A connection of two records: an edge at `match` or above, or a person's judgement. */
interface Joint {
  readonly a: RecordId
  readonly b: RecordId
  /** The weight in 1/100 bit. A person's judgement has infinite weight. */
  readonly weight: number
  readonly edge?: EdgeRow
  readonly judgement?: JudgementRow
}

/**
 * Returns the links that join records of one product. The function prefers the path from `from` to `to` whose weakest
 * link is strongest, then the shortest path. If no path exists, the product is curated, and the curation is the only
 * link.
 */
export async function joiningPath(
  context: RegistryContext,
  product: ProductRow,
  from: readonly RecordId[],
  to: readonly RecordId[],
  judgements: Judgements,
): Promise<JoiningLink[]> {
  const joints = await jointsOf(context, product, judgements)
  const path = widestPath(joints, from, to)
  const records = new Map(
    (await readRecords(context, product.records)).map((each) => [each.stored?.row.id as RecordId, each] as const),
  )
  const nameOf = (id: RecordId): NonNullable<ReturnType<typeof codeOf>> =>
    codeOf(records.get(id) as ComparedRecord) ?? { supplier: '', code: '' }
  if (path === undefined) {
    const [start, end] = [from[0] as RecordId, to[0] as RecordId]
    const curatedBy = await curationReasonsOf(context, product, judgements)
    return [{ method: 'curated', from: nameOf(start), to: nameOf(end), confidence: 1, curatedBy }]
  }
  const named = await nameJudgements(
    context,
    path.flatMap(({ joint }) => joint.judgement ?? []),
  )
  return path.map(({ start, end, joint }): JoiningLink => {
    const ends = { from: nameOf(start), to: nameOf(end) }
    if (joint.judgement !== undefined) {
      return { ...ends, method: 'judgement', confidence: 1, judgement: named.shift() as NamedJudgement }
    }
    const { weight, confidence, model, tfVersion } = joint.edge as EdgeRow
    const [one, other] = [records.get(start) as ComparedRecord, records.get(end) as ComparedRecord]
    const level = identifierComparison.compare(one.features, other.features, context.scorer.terms.bits)
    const method = level === 'same' ? 'identifier' : 'model'
    return { ...ends, method, confidence: confidence / 10_000, weight: weight / 100, model, tfVersion: tfVersion }
  })
}

async function jointsOf(context: RegistryContext, product: ProductRow, judgements: Judgements): Promise<Joint[]> {
  const own = new Set(product.records)
  const minWeight = weightOfConfidence(context.scorer.model.thresholds.match) * 100
  const edges = await componentEdges(context, product.records)
  return [
    ...judgements.same
      .filter(({ a, b }) => own.has(a) && own.has(b))
      .map((judgement): Joint => ({ a: judgement.a, b: judgement.b, weight: Number.POSITIVE_INFINITY, judgement })),
    ...edges
      .filter(({ a, b, weight }) => own.has(a) && own.has(b) && weight >= minWeight)
      .map((edge): Joint => ({ a: edge.a, b: edge.b, weight: edge.weight, edge })),
  ]
}

interface Step {
  readonly start: RecordId
  readonly end: RecordId
  readonly joint: Joint
}

/** Returns the path whose weakest joint is strongest (the widest path). */
function widestPath(joints: readonly Joint[], from: readonly RecordId[], to: readonly RecordId[]): Step[] | undefined {
  const levels = [...new Set(joints.map(({ weight }) => weight))].sort((x, y) => (x > y ? -1 : 1))
  let [low, high] = [0, levels.length - 1]
  let found: Step[] | undefined
  // A path stays valid when joints are added, so a binary search finds the highest minimum weight.
  while (low <= high) {
    const middle = (low + high) >> 1
    const path = shortestPath(
      joints.filter(({ weight }) => weight >= (levels[middle] as number)),
      from,
      to,
    )
    if (path === undefined) low = middle + 1
    else {
      found = path
      high = middle - 1
    }
  }
  return found
}

function shortestPath(
  joints: readonly Joint[],
  from: readonly RecordId[],
  to: readonly RecordId[],
): Step[] | undefined {
  const ends = new Set(to)
  const steps = new Map<RecordId, Step[]>()
  for (const joint of joints) {
    for (const [start, end] of [
      [joint.a, joint.b],
      [joint.b, joint.a],
    ] as const) {
      const list = steps.get(start)
      if (list === undefined) steps.set(start, [{ start, end, joint }])
      else list.push({ start, end, joint })
    }
  }
  const reachedBy = new Map<RecordId, Step | undefined>(from.map((id) => [id, undefined]))
  for (const id of reachedBy.keys()) {
    if (ends.has(id)) return pathTo(id, reachedBy)
    for (const step of steps.get(id) ?? []) if (!reachedBy.has(step.end)) reachedBy.set(step.end, step)
  }
  return undefined
}

function pathTo(end: RecordId, reachedBy: ReadonlyMap<RecordId, Step | undefined>): Step[] {
  const path: Step[] = []
  for (let step = reachedBy.get(end); step !== undefined; step = reachedBy.get(step.start)) path.unshift(step)
  return path
}
