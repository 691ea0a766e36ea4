import { differentAmong, sameBetween } from '../../clustering/constraints/judgements-between.ts'
import { copyMembers } from '../../clustering/copy-members.ts'
import { LIMITS } from '../../model/limits.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { ProductId } from '../../model/utpid.ts'
import { validationError } from '../../model/validation-error.ts'
import type { StoredRecord } from '../../storage/ledger.ts'
import type { AlertRow, JudgementRow, ProductRow, RecordId } from '../../storage/rows.ts'
import type { DecisionReport, ResolveOptions } from '../context/decision.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { type DecisionPlan, type DecisionView, decideAndReport } from './decide.ts'
import { judgement, recordsOfJudgements, rejectConflict } from './judge-pairs.ts'
import { judgementsOf } from './merge-products.ts'

/**
 * Decides the alert about a class of copies, in one transaction for all copies. `merge` judges each copy the same as
 * the record that represents it, so that their products become one product. `dismiss` judges each copy different from
 * that record. Then the alert stays closed for later copies too, until an undo or until the content of the records
 * changes.
 */
export function decideCopies(
  context: RegistryContext,
  { id, products }: AlertRow,
  options: ResolveOptions,
): Promise<DecisionReport> {
  const { resolution, survivor } = options
  if (resolution === 'dismiss' && survivor !== undefined) throw validationError('Only a merge can have a survivor.')
  const utpids = products.map((each) => context.format.format(each))
  return decideAndReport(context, utpids, options, async (view) => {
    const [alert] = await context.ledger.getAlerts([id])
    if (alert?.status !== 'open') throw validationError(`Alert ${id} is no longer open.`)
    const members = await membersOf(context, alert)
    const plan =
      resolution === 'merge'
        ? await mergePlan(context, id, members, view, survivor)
        : await dismissPlan(context, members, alert, view)
    return { ...plan, resolves: { id, status: resolution === 'merge' ? 'merged' : 'dismissed' } }
  })
}

async function membersOf(context: RegistryContext, { id, records }: AlertRow): Promise<StoredRecord[]> {
  const { ledger, index, active } = context
  const stored = (await ledger.getRecords(records)).find((each) => each?.link !== undefined)
  const features = stored && active.rules.decode(stored.row.features)
  const members =
    features === undefined ? [] : await copyMembers(features, new Map(), { ledger, index, rules: active.rules })
  if (members.length < 2) throw new RegistryError('revision_conflict', `The records of alert ${id} changed; try again.`)
  return members
}

/**
 * Rejects a merge with too many records: a merge links all its records in one transaction. A dismissal moves no
 * records, so it has no limit.
 */
function rejectTooManyRecords(id: string, records: number): void {
  const most = LIMITS.recordsPerCommit
  if (records <= most) return
  throw validationError(
    `Merging the records of alert ${id} would move ${records} records in one transaction; the maximum is ${most}. Dismiss the alert, deactivate records that the supplier does not need, or ask it for a feed that distinguishes them.`,
    { details: { records, max: most } },
  )
}

async function mergePlan(
  context: RegistryContext,
  alertId: string,
  members: readonly StoredRecord[],
  { at, actor, note, product, products }: DecisionView,
  asked: string | undefined,
): Promise<DecisionPlan> {
  const [first, ...copies] = members as [StoredRecord, ...StoredRecord[]]
  const own = first.link?.productId
  const separate = copies.filter(({ link }) => link?.productId !== own)
  const judgements = await judgementsOf(context, [first.row.id])
  // Records that a person judged different from the first record stay separate. The alert is about the other records.
  const joining = separate.filter(({ row }) => !judgements.areDifferent(first.row.id, row.id))
  rejectTooManyRecords(alertId, joining.length + 1)
  const rows = await products([...new Set([first, ...joining].flatMap(({ link }) => link?.productId ?? []))])
  const allJudgements = await judgementsOf(
    context,
    rows.flatMap(({ records }) => [...records]),
  )
  const contradicting = differentAmong(
    allJudgements,
    rows.map(({ records }) => records),
  )
  rejectConflict('This merge', contradicting, await recordsOfJudgements(context.ledger, contradicting))
  const wanted = asked === undefined ? defaultSurvivor(rows) : await product(asked)
  const survivor = rows.find(({ id }) => id === wanted?.id)
  if (survivor === undefined) throw validationError(`The survivor ${asked} is not a product of these records.`)
  return {
    kind: 'merge',
    about: [survivor.id, ...rows.flatMap(({ id }) => (id === survivor.id ? [] : [id]))],
    curation: {
      judgements: joining.map(({ row }) => judgement([first.row.id, row.id], 'same', { actor: actor, note, at })),
    },
    claims: [{ id: survivor.id, record: survivor.records[0] as RecordId }],
  }
}

/**
 * Returns the product with more records. At equal numbers, returns the older product, then the product with the lower
 * id.
 */
function defaultSurvivor(rows: readonly ProductRow[]): ProductRow | undefined {
  return rows.toSorted(
    (a, b) => b.records.length - a.records.length || a.mintedChange - b.mintedChange || a.id - b.id,
  )[0]
}

async function dismissPlan(
  context: RegistryContext,
  members: readonly StoredRecord[],
  { products }: AlertRow,
  { at, actor, note, product }: DecisionView,
): Promise<DecisionPlan> {
  const about: ProductId[] = []
  for (const id of products) about.push((await product(context.format.format(id))).id)
  const [first, ...copies] = members as [StoredRecord, ...StoredRecord[]]
  const separate = copies.filter(({ link }) => link?.productId !== first.link?.productId)
  const judgements = await judgementsOf(context, [first.row.id])
  const contradicting: JudgementRow[] = sameBetween(
    judgements,
    [first.row.id],
    separate.map(({ row }) => row.id),
  )
  rejectConflict('This dismissal', contradicting, await recordsOfJudgements(context.ledger, contradicting))
  // The remaining copies need no judgements: the closed alert applies to them and to later copies.
  const newPairs = separate
    .filter(({ row }) => !judgements.areDifferent(first.row.id, row.id))
    .slice(0, LIMITS.judgementsPerDecision)
  return {
    kind: 'dismiss',
    about,
    curation: {
      judgements: newPairs.map(({ row }) => judgement([first.row.id, row.id], 'different', { actor: actor, note, at })),
    },
  }
}
