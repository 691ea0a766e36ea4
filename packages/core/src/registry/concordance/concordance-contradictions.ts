import { hashText53 } from '../../encoding/hash.ts'
import type { SupplierCode } from '../../model/supplier-record.ts'
import type { Utpid } from '../../model/utpid.ts'
import { assignedBy, codeOfConcordanceRow } from '../../storage/concordance-rows.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { StoredRecord } from '../../storage/ledger.ts'
import type { CodeSets, JudgementRow, RecordId } from '../../storage/rows.ts'
import { type CallOptions, checkSignal } from '../context/check-signal.ts'
import { IdMap } from '../context/id-map.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import type { ConcordanceContradiction } from './concordance.ts'
import { storedCodes } from './list-concordances.ts'

interface Code {
  readonly id: string
  readonly sets: CodeSets
}

/**
 * Yields the contradictions of the stored concordances. With several concordances, the call keeps some 40 bytes for each
 * set in memory. Concurrent writes may or may not be included.
 */
export async function* concordanceContradictions(
  context: RegistryContext,
  { signal }: CallOptions,
): AsyncGenerator<ConcordanceContradiction, void> {
  const disagreements = new Disagreements()
  for await (const page of storedCodes(context.ledger)) {
    checkSignal(signal)
    for (const each of page) {
      yield* severalSets(each)
      yield* disagreements.of(each)
    }
    yield* await judgedDifferent(context, page)
  }
}

function severalSets({ id, sets }: Code): ConcordanceContradiction[] {
  return Object.entries(sets).flatMap(([concordance, own]): ConcordanceContradiction[] =>
    own.length > 1 ? [{ kind: 'several_sets', concordance, code: codeOf(id), sets: own }] : [],
  )
}

/** Finds codes with one set of a concordance whose sets of another concordance differ. */
class Disagreements {
  /** For each set of one concordance, the set that its first code has in another concordance; both as hashes. */
  readonly #sets = new IdMap()

  of({ id, sets }: Code): ConcordanceContradiction[] {
    const found: ConcordanceContradiction[] = []
    const assigned = assignedBy({ id, content: sets })
    for (const { scheme: concordance, value: set } of assigned) {
      for (const { scheme: other, value } of assigned) {
        if (other === concordance) continue
        const key = hashText53(`${concordance}\n${other}\n${set}`)
        const otherSet = hashText53(value)
        const first = this.#sets.get(key)
        if (first === undefined) this.#sets.set(key, otherSet)
        else if (first !== otherSet)
          found.push({ kind: 'concordances_disagree', concordance, set, other, code: codeOf(id) })
      }
    }
    return found
  }
}

async function judgedDifferent(context: RegistryContext, page: readonly Code[]): Promise<ConcordanceContradiction[]> {
  const { ledger } = context
  const codes = page.map(({ id }) => codeOf(id))
  const ids = (await readInChunks(codes, (chunk) => ledger.bySupplierCode(chunk))).filter((id) => id !== undefined)
  const judgements = (await readInChunks(ids, (chunk) => ledger.judgements(chunk))).flat()
  const own = new Set(ids)
  // Each pair is found at both of its records; the lower one reports it.
  const different = judgements.filter(
    ({ a, verdict, withdrawnAt }) => verdict === 'different' && withdrawnAt === undefined && own.has(a),
  )
  const pairs = new Map(different.map((row) => [`${row.a} ${row.b}`, row]))
  const wanted = [...new Set([...pairs.values()].flatMap(({ a, b }) => [a, b]))]
  const stored = await readInChunks(wanted, (chunk) => ledger.getRecords(chunk))
  const records = new Map(wanted.map((id, at) => [id, stored[at]]))
  return [...pairs.values()].flatMap((row) => contradictionsOf(context, row, records))
}

function contradictionsOf(
  { format }: RegistryContext,
  { a, b, change }: JudgementRow,
  records: ReadonlyMap<RecordId, StoredRecord | undefined>,
): ConcordanceContradiction[] {
  const [one, other] = [records.get(a), records.get(b)]
  if (one === undefined || other === undefined) return []
  const utpidOf = ({ link }: StoredRecord): Utpid | null => (link === undefined ? null : format.format(link.productId))
  const shared = (one.row.assigned ?? []).filter(({ scheme, value }) =>
    other.row.assigned?.some((each) => each.scheme === scheme && each.value === value),
  )
  return shared.map(({ scheme, value }) => ({
    kind: 'judged_different',
    concordance: scheme,
    set: value,
    codes: [codeOfRecord(one), codeOfRecord(other)],
    utpids: [utpidOf(one), utpidOf(other)],
    decision: change,
  }))
}

function codeOfRecord({ row: { record } }: StoredRecord): SupplierCode {
  return { supplier: record.supplier, code: record.code }
}

function codeOf(id: string): SupplierCode {
  return codeOfConcordanceRow(id) as SupplierCode
}
