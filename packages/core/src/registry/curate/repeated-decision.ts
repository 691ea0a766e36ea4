import { RegistryError } from '../../model/registry-error.ts'
import type { ProductId, Utpid } from '../../model/utpid.ts'
import { validationError } from '../../model/validation-error.ts'
import type { Change } from '../../storage/commit.ts'
import type { ChangeNumber } from '../../storage/rows.ts'
import type { DecisionOptions, DecisionReport } from '../context/decision.ts'
import type { RegistryContext } from '../context/registry-context.ts'

/**
 * Returns the change of the decision that an earlier call made with an idempotency key; undefined if no decision used
 * the key.
 *
 * @throws {@link RegistryError} `validation_failed` if the idempotency key belongs to another write.
 */
export async function decisionOfIdempotencyKey(
  context: RegistryContext,
  idempotencyKey: string,
): Promise<ChangeNumber | undefined> {
  const [change] = await context.ledger.byIdempotencyKey([idempotencyKey])
  if (change === undefined) return undefined
  const entry = await entryOf(context, change)
  if (entry === undefined || entry.decisions.includes(change)) return change
  throw validationError(
    `The idempotency key "${idempotencyKey}" belongs to an earlier write that was not a decision; nothing was written. Use a new idempotency key for each write.`,
  )
}

/**
 * Returns the report of the decision that an earlier call made with the idempotency key of these options; undefined if
 * no decision used the key.
 */
export async function reportOfIdempotencyKey(
  context: RegistryContext,
  { idempotencyKey }: Pick<DecisionOptions, 'idempotencyKey'>,
): Promise<DecisionReport | undefined> {
  const change =
    typeof idempotencyKey === 'string' ? await decisionOfIdempotencyKey(context, idempotencyKey) : undefined
  return change === undefined ? undefined : await repeatedReport(context, change)
}

/** Rebuilds the report of an earlier decision. */
export async function repeatedReport(context: RegistryContext, change: ChangeNumber): Promise<DecisionReport> {
  const { ledger, format } = context
  const [entry, [decision]] = [await entryOf(context, change), await ledger.decisions([change])]
  // A replica is slightly behind the primary.
  if (decision === undefined) {
    throw new RegistryError('revision_conflict', `Change ${change} cannot be read here yet; try again.`)
  }
  const inactive = new Set(entry?.removedProducts)
  const about = decision.before.map(({ id }) => id).filter((id) => !inactive.has(id))
  const lineage = await ledger.lineage([...inactive])
  const into = new Map<ProductId, Utpid>()
  for (const row of lineage) {
    const step = row?.history.find((each) => each.change === change && each.kind === 'merged')
    if (row !== undefined && step?.other !== undefined) into.set(row.id, format.format(step.other))
  }
  return {
    change,
    utpids: [...new Set([...about, ...(entry?.products ?? [])])].map((id) => format.format(id)),
    inactive: [...inactive].map((id) => ({ utpid: format.format(id), into: into.get(id) ?? null })),
    changed: true,
  }
}

/** Returns the entry of a change in the change feed; undefined if the change feed no longer contains the change. */
async function entryOf({ ledger }: RegistryContext, change: ChangeNumber): Promise<Change | undefined> {
  try {
    const [entry] = await ledger.changes(change - 1, 1)
    return entry?.change === change ? entry : undefined
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'changes_expired') return undefined
    throw error
  }
}
