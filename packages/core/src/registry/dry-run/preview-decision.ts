import type { ProductId } from '../../model/utpid.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import { checkBoolean } from '../context/check-arguments.ts'
import type { DecisionReport, PreviewedProduct } from '../context/decision.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { dryRunFailure, overlayContext } from './overlay-context.ts'

/**
 * Makes a curator decision, or shows its effect without writing it.
 *
 * @param dryRun - Whether to write nothing.
 * @param decide - Makes the decision in a context.
 */
export async function decideOrPreview(
  context: RegistryContext,
  dryRun: boolean | undefined,
  decide: (context: RegistryContext) => Promise<DecisionReport>,
): Promise<DecisionReport> {
  checkBoolean(dryRun, 'dryRun')
  if (dryRun !== true) return await decide(context)
  const { onOverlay, overlay, minted } = await overlayContext(context, Number.POSITIVE_INFINITY)
  const { format } = context
  try {
    const report = await decide(onOverlay)
    const ids = report.utpids.map((utpid) => format.parse(utpid) as ProductId)
    const rows = await readInChunks(ids, (chunk) => onOverlay.ledger.getProducts(chunk))
    const products: PreviewedProduct[] = []
    for (const row of rows) {
      if (row === undefined) continue
      const records = await readInChunks(row.records, (chunk) => onOverlay.ledger.getRecords(chunk))
      products.push({
        utpid: minted.has(row.id) ? null : format.format(row.id),
        name: row.goldenRecord.name,
        verified: row.verified,
        records: records.flatMap((stored) => {
          if (stored === undefined) return []
          const { supplier, code, name } = stored.row.record
          return { supplier, code, name }
        }),
      })
    }
    return {
      ...report,
      change: (await context.ledger.head()).change,
      utpids: products.flatMap(({ utpid }) => utpid ?? []),
      products,
    }
  } catch (error) {
    throw dryRunFailure(error, overlay)
  }
}
