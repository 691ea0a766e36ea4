import { Rulings } from '../../clustering/constraints/rulings.ts'
import { sameSets } from '../../clustering/constraints/rulings-between.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type { ChangeNumber, DecisionRow, RecordId, RulingRow } from '../../storage/rows.ts'

/** Effect of a split on the judgements that merged a class of copies. */
export interface UntiedCopies {
  /** Judgements of same between leaving and staying records, which the split replaces. */
  readonly replaced: readonly RulingRow[]
  /** Judgements of same that keep each side together instead, as part of the same decisions. */
  readonly ties: readonly RulingRow[]
  /** The judgements without the replaced ones. */
  readonly left: Rulings
}

/**
 * One decision merges a class with all its copies. A person who later splits some of them off corrects that decision
 * rather than contradicting it.
 *
 * @param rulings - On all records of the product, and on records judged the same as them.
 * @param named - Records that leave.
 */
export async function untieCopies(
  ledger: Pick<Ledger, 'decisions'>,
  rulings: Rulings,
  named: ReadonlySet<RecordId>,
): Promise<UntiedCopies> {
  // Inactive records count as staying.
  const across = rulings.same.filter(({ a, b }) => named.has(a) !== named.has(b))
  const merges = await classMerges(ledger, across)
  const replaced = across.filter(({ change }) => merges.has(change))
  if (replaced.length === 0) return { replaced, ties: [], left: rulings }
  const gone = new Set(replaced)
  const left = new Rulings([...rulings.same.filter((row) => !gone.has(row)), ...rulings.different()])
  const cut = new Map(replaced.flatMap((row) => [[row.a, row] as const, [row.b, row] as const]))
  const ties: RulingRow[] = []
  for (const set of sameSets(rulings)) {
    for (const side of [set.filter((id) => named.has(id)), set.filter((id) => !named.has(id))]) {
      const parts = new Map(side.map((id) => [left.rootOf(id), id]))
      // For each loose part, prefers a record of a replaced judgement.
      for (const id of side) if (cut.has(id)) parts.set(left.rootOf(id), id)
      const [first, ...others] = parts.values()
      for (const id of others)
        ties.push(tie(first as RecordId, id, (cut.get(id) ?? cut.get(first as RecordId)) as RulingRow))
    }
  }
  return { replaced, ties, left }
}

function tie(one: RecordId, other: RecordId, row: RulingRow): RulingRow {
  return { ...row, a: Math.min(one, other), b: Math.max(one, other) }
}

/** Returns the decisions of judgements that merged a class of copies. */
export async function classMerges(
  ledger: Pick<Ledger, 'decisions'>,
  rulings: readonly RulingRow[],
): Promise<Map<ChangeNumber, DecisionRow>> {
  const changes = [...new Set(rulings.map(({ change }) => change))]
  const decisions = await readInChunks(changes, (chunk) => ledger.decisions(chunk))
  return new Map(
    decisions.flatMap((row) => (row?.kind === 'merge' && row.alert !== undefined ? [[row.change, row] as const] : [])),
  )
}
