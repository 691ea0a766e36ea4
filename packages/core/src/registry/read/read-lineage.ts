import { defined } from '../../model/defined.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { ProductId, UtpidFormat } from '../../model/utpid.ts'
import { validationError } from '../../model/validation-error.ts'
import { requiredDecisions, requiredLineage } from '../../storage/ledger/checked-ledger.ts'
import type { LineageRow, LineageStep } from '../../storage/rows.ts'
import { checkText } from '../context/check-arguments.ts'
import type { HistoryEntry, Lineage, LineageStory } from '../context/decision.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { lineageOf } from './read-products.ts'

/**
 * Returns the state that a UTPID or alias had at a given time.
 *
 * @param at - A time in ISO 8601. Default: now.
 * @throws {@link RegistryError} `validation_failed`
 */
export async function readLineage(context: RegistryContext, utpid: string, at?: string): Promise<Lineage | undefined> {
  checkText(at, 'at')
  const until = at === undefined ? Number.POSITIVE_INFINITY : Date.parse(at)
  if (Number.isNaN(until)) throw validationError(`"${at}" is not a valid time; write it like 2026-01-31T12:00:00Z.`)
  const row = await lineageOf(context, utpid)
  if (row === undefined) return undefined
  const { format } = context
  const then = stateAt(row, until)
  let { status, into } = then
  if (into !== undefined) {
    // The survivor may also have been inactive at that time. One lookup is enough, since the stored survivor is the
    // survivor at that time.
    const [survivor] = await requiredLineage(context.ledger, [into], context.storage.place)
    const state = survivor === undefined ? undefined : stateAt(survivor, until)
    if (state !== undefined && state.status !== 'active') {
      status = state.status
      into = undefined
    }
  }
  const active = status === 'active' ? row.id : into
  return {
    utpid: format.format(row.id),
    status,
    into: active === undefined ? null : format.format(active),
    steps: then.steps.map((step) => storyOf(step, format)),
    aliases: (row.aliases ?? []).map((alias) => ({ alias, utpid: format.format(row.id) })),
    mergedIds: (await mergedInto(context, row, until)).map((id) => format.format(id)),
  }
}

/** Returns the products that were merged into a product by a given time and are still merged today. */
async function mergedInto(
  { ledger, storage }: RegistryContext,
  { id, status, mergedIds: kept }: LineageRow,
  until: number,
): Promise<ProductId[]> {
  const [product] = status === 'active' ? await ledger.getProducts([id]) : []
  const mergedIds = (status === 'active' ? product?.mergedIds : kept) ?? []
  const rows = await requiredLineage(ledger, mergedIds, storage.place)
  return rows.flatMap((row) => (stateAt(row, until).status === 'merged' ? [row.id] : []))
}

/** Returns the history of a product, oldest entry first. */
export async function readHistory(context: RegistryContext, utpid: string): Promise<HistoryEntry[]> {
  const { ledger, format, storage } = context
  const row = await lineageOf(context, utpid)
  if (row === undefined) throw new RegistryError('product_not_found', `No product has the UTPID ${utpid}.`)
  const decisions = await requiredDecisions(ledger, row.decisions ?? [], storage.place)
  const [verifications = []] = await ledger.verifications([row.id])
  const entries: HistoryEntry[] = [
    ...decisions.map(({ before: _, ...told }): HistoryEntry => ({ type: 'decision', ...told })),
    ...row.history.map((step): HistoryEntry => ({ type: 'lineage', ...storyOf(step, format) })),
    ...verifications.map(({ productId: _, ...told }): HistoryEntry => ({ type: 'verification', ...told })),
  ]
  // Within one change, the decision comes first and its effects follow, since the sort is stable.
  return entries.sort((a, b) => a.change - b.change)
}

type State = { readonly status: Lineage['status']; readonly into?: ProductId; readonly steps: readonly LineageStep[] }

function stateAt({ history }: LineageRow, until: number): State {
  const steps = history.filter(({ at }) => Date.parse(at) <= until)
  let state: State = { status: 'unknown', steps }
  for (const { kind, other } of steps) {
    if (kind === 'merged') state = { status: 'merged', ...defined({ into: other }), steps }
    else if (kind === 'deleted' || kind === 'retired') state = { status: kind, steps }
    else state = { status: 'active', steps }
  }
  return state
}

function storyOf({ change, at, kind, other }: LineageStep, format: UtpidFormat): LineageStory {
  return { change, at, kind, ...(other === undefined ? {} : { other: format.format(other) }) }
}
