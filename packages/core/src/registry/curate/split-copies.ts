import { Judgements } from '../../clustering/constraints/judgements.ts'
import { sameSets } from '../../clustering/constraints/judgements-between.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type { ChangeNumber, DecisionRow, JudgementRow, RecordId } from '../../storage/rows.ts'

/** The effect of a split on the judgements that merged a class of copies. */
export interface SplitCopies {
  /** The `same` judgements between a leaving and a staying record. The split replaces these judgements. */
  readonly replaced: readonly JudgementRow[]
  /**
   * The `same` judgements that replace them. They keep the records of each part together and belong to the same
   * decisions.
   */
  readonly mustLinks: readonly JudgementRow[]
  /** All judgements except the replaced judgements. */
  readonly remaining: Judgements
}

/**
 * Splits records off a class of copies. One decision merged the class with all its copies. So a split of some copies
 * corrects that decision and does not contradict it.
 *
 * @param judgements - Judgements on all records of the product, and on records judged the same as these records.
 * @param named - Records that leave the class.
 */
export async function splitCopies(
  ledger: Pick<Ledger, 'decisions'>,
  judgements: Judgements,
  named: ReadonlySet<RecordId>,
): Promise<SplitCopies> {
  // Inactive records count as staying records.
  const across = judgements.same.filter(({ a, b }) => named.has(a) !== named.has(b))
  const merges = await classMerges(ledger, across)
  const replaced = across.filter(({ change }) => merges.has(change))
  if (replaced.length === 0) return { replaced, mustLinks: [], remaining: judgements }
  const gone = new Set(replaced)
  const remaining = new Judgements([...judgements.same.filter((row) => !gone.has(row)), ...judgements.different()])
  const cut = new Map(replaced.flatMap((row) => [[row.a, row] as const, [row.b, row] as const]))
  const mustLinks: JudgementRow[] = []
  for (const set of sameSets(judgements)) {
    for (const side of [set.filter((id) => named.has(id)), set.filter((id) => !named.has(id))]) {
      const parts = new Map(side.map((id) => [remaining.rootOf(id), id]))
      // A record of a replaced judgement represents each separated part, if the part has such a record.
      for (const id of side) if (cut.has(id)) parts.set(remaining.rootOf(id), id)
      const [first, ...others] = parts.values()
      for (const id of others)
        mustLinks.push(mustLink(first as RecordId, id, (cut.get(id) ?? cut.get(first as RecordId)) as JudgementRow))
    }
  }
  return { replaced, mustLinks, remaining }
}

function mustLink(one: RecordId, other: RecordId, row: JudgementRow): JudgementRow {
  return { ...row, a: Math.min(one, other), b: Math.max(one, other) }
}

/** Returns the decisions behind the judgements that merged a class of copies. */
export async function classMerges(
  ledger: Pick<Ledger, 'decisions'>,
  judgements: readonly JudgementRow[],
): Promise<Map<ChangeNumber, DecisionRow>> {
  const changes = [...new Set(judgements.map(({ change }) => change))]
  const decisions = await readInChunks(changes, (chunk) => ledger.decisions(chunk))
  return new Map(
    decisions.flatMap((row) => (row?.kind === 'merge' && row.alert !== undefined ? [[row.change, row] as const] : [])),
  )
}
