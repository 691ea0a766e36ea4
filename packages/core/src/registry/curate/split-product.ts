import { sameBetween } from '../../clustering/constraints/judgements-between.ts'
import { defined } from '../../model/defined.ts'
import type { SupplierCode } from '../../model/supplier-record.ts'
import { validationError } from '../../model/validation-error.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { ProductRow, RecordId } from '../../storage/rows.ts'
import { quoted } from '../context/check-arguments.ts'
import type { DecisionReport, SplitOptions } from '../context/decision.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { readSupplierCode } from '../records/read-supplier-code.ts'
import { type DecisionPlan, decideAndReport } from './decide.ts'
import { crossPairs, judgement, recordsOfJudgements, rejectConflict, rejectTooManyPairs } from './judge-pairs.ts'
import { judgementsOf } from './merge-products.ts'
import { splitCopies } from './split-copies.ts'

/**
 * Moves some records of a product to a new product. For this, it judges every pair of a moved and a remaining record
 * different.
 */
export function splitProduct(
  context: RegistryContext,
  utpid: string,
  codes: readonly SupplierCode[],
  options: SplitOptions,
): Promise<DecisionReport> {
  if (!Array.isArray(codes) || codes.length === 0) {
    throw validationError('split needs at least one supplier code to move out.')
  }
  if (options?.keep !== undefined && options.keep !== 'named' && options.keep !== 'rest') {
    throw validationError(`keeps is ${quoted(options.keep)}; it must be "named" or "rest".`)
  }
  return decideAndReport(context, [utpid], options, async ({ at, actor, note, product }): Promise<DecisionPlan> => {
    const row = await product(utpid)
    const movedRecords = await namedRecords(context, row, utpid, codes)
    const rest = row.records.filter((id) => !movedRecords.includes(id))
    if (rest.length === 0) throw validationError(`These are all records of ${utpid}; at least one must stay.`)
    rejectTooManyPairs(movedRecords, rest, 'Give fewer records and split again.')
    const judgements = await judgementsOf(context, row.records)
    const { replaced, mustLinks, remaining } = await splitCopies(context.ledger, judgements, new Set(movedRecords))
    const contradicting = sameBetween(remaining, movedRecords, rest)
    rejectConflict('This split', contradicting, await recordsOfJudgements(context.ledger, contradicting))
    const anchorNamed = movedRecords.includes(row.records[0] as RecordId)
    const keeper = (options.keep ?? (anchorNamed ? 'named' : 'rest')) === 'named' ? movedRecords : rest
    const leaver = keeper === movedRecords ? rest : movedRecords
    const held = {
      verified: row.verified,
      ...defined({ verifiedBy: row.verifiedBy, pins: row.pins }),
    }
    return {
      kind: 'split',
      about: [row.id],
      curation: {
        judgements: [
          ...uniquePairs([...crossPairs(movedRecords, rest), ...replaced.map(({ a, b }) => [a, b] as const)])
            .filter(([a, b]) => !judgements.areDifferent(a, b))
            .map((pair) => judgement(pair, 'different', { actor: actor, note, at })),
          ...mustLinks,
        ],
        parts: [
          { id: row.id, records: keeper, ...held },
          { id: NO_PRODUCT, records: leaver, verified: false },
        ],
      },
      claims: [{ id: row.id, record: keeper[0] as RecordId }],
      ...(replaced.length === 0 ? {} : { replaced }),
    }
  })
}

/** Returns each pair once, with the lower id first. */
function uniquePairs(pairs: readonly (readonly [RecordId, RecordId])[]): (readonly [RecordId, RecordId])[] {
  const unique = new Map(
    pairs.map(([a, b]) => (a < b ? ([a, b] as const) : ([b, a] as const))).map((pair) => [pair.join(), pair]),
  )
  return [...unique.values()]
}

/** A placeholder for the new product, which has no id yet. */
const NO_PRODUCT = -1

async function namedRecords(
  { ledger }: RegistryContext,
  row: ProductRow,
  utpid: string,
  codes: readonly SupplierCode[],
): Promise<RecordId[]> {
  const wanted = codes.map((each) => {
    const code = readSupplierCode(each)
    if (code !== undefined) return code
    throw validationError('Each record to move out needs a supplier and a code.')
  })
  const ids = await readInChunks(wanted, (chunk) => ledger.bySupplierCode(chunk))
  ids.forEach((id, at) => {
    if (id !== undefined && row.records.includes(id)) return
    const { supplier, code } = wanted[at] as SupplierCode
    throw validationError(`${supplier}:${code} is not a record of ${utpid}.`)
  })
  return row.records.filter((id) => ids.includes(id))
}
