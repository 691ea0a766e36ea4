import { Rulings } from '../../clustering/constraints/rulings.ts'
import { sameSets } from '../../clustering/constraints/rulings-between.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type { ChangeNumber, DecisionRow, RecordId, RulingRow } from '../../storage/rows.ts'

/** What a split does to the rulings by which a class of copies was merged. */
export interface UntiedCopies {
  /** Rulings of same between those that leave and the others, which give way. */
  readonly replaced: readonly RulingRow[]
  /** Rulings of same that hold each side together in their place, as part of the same decisions. */
  readonly ties: readonly RulingRow[]
  /** The rulings without those that give way. */
  readonly left: Rulings
}

/**
 * A class is merged by one decision about all of its copies, so a person who says that some of them are something else
 * corrects that decision, and does not contradict it.
 *
 * @param rulings - On all records of the product, and on what is the same by them.
 * @param named - Records that leave.
 */
export async function untieCopies(
  ledger: Pick<Ledger, 'decisions'>,
  rulings: Rulings,
  named: ReadonlySet<RecordId>,
): Promise<UntiedCopies> {
  // Records that ended count among those that stay.
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
      // Of each part that came loose, a record that a ruling held which gives way.
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

/** Those decisions by which rulings were made that merged a class of copies. */
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
