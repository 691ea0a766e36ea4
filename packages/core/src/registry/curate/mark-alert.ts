import { defined } from '../../model/defined.ts'
import { LIMITS } from '../../model/limits.ts'
import type { AlertMark, DuplicateAlert } from '../../model/product.ts'
import { validationError } from '../../model/validation-error.ts'
import { withMarkTags } from '../../storage/alert-query.ts'
import { emptyCommit } from '../../storage/commit.ts'
import { quoted } from '../context/check-arguments.ts'
import type { MarkOptions } from '../context/decision.ts'
import { now, type RegistryContext } from '../context/registry-context.ts'
import { describeAlerts } from '../read/list-alerts.ts'
import { retryOnConflict } from '../write/run-transaction.ts'
import { checkedDecider } from './decide.ts'
import { alertOf, decidedError } from './decided-alert.ts'

const KINDS: readonly unknown[] = ['unsure', 'note', 'proposal', 'none']

/**
 * Leaves a mark on an open alert. It replaces the earlier mark of the same kind and person; the kind `none` removes all
 * marks of the person. A mark decides nothing, but it raises the revision of both products. A call that changes no mark
 * writes nothing.
 */
export async function markAlert(
  context: RegistryContext,
  alertId: string,
  options: MarkOptions,
): Promise<DuplicateAlert> {
  const { kind, resolution } = options ?? {}
  const { actor, note } = checkedDecider(options)
  if (!KINDS.includes(kind)) {
    throw validationError(`kind is ${quoted(kind)}; it must be one of ${KINDS.join(', ')}.`)
  }
  const isProposed = resolution === 'merge' || resolution === 'dismiss'
  const isWrong = kind === 'proposal' ? !isProposed : resolution !== undefined
  if (isWrong || (kind === 'note' && note === undefined)) {
    throw validationError('A note needs a text. A proposal, and only a proposal, has the resolution merge or dismiss.')
  }
  return await context.writes.runExclusive(() =>
    retryOnConflict(context, async () => {
      const { ledger, active } = context
      const { change: readVersion } = await ledger.head()
      const alert = await alertOf(context, alertId)
      if (alert.status !== 'open') throw await decidedError(context, alert)
      const own = (alert.marks ?? []).filter((mark) => mark.actor === actor)
      const isMarked = own.some((mark) => mark.kind === kind && mark.note === note && mark.resolution === resolution)
      if (kind === 'none' ? own.length === 0 : isMarked) {
        return (await describeAlerts(context, [alert]))[0] as DuplicateAlert
      }
      const stored = await ledger.getProducts(alert.products)
      const products = stored.flatMap((row) => row ?? [])
      const at = now(context)
      const others = (alert.marks ?? []).filter(
        (mark) => mark.actor !== actor || (kind !== 'none' && mark.kind !== kind),
      )
      const marks: AlertMark[] =
        kind === 'none' ? others : [...others, { kind, actor, at, ...defined({ note, resolution }) }]
      if (marks.length > LIMITS.marksPerAlert) {
        throw validationError(`The alert has ${others.length} marks; the maximum is ${LIMITS.marksPerAlert}.`)
      }
      const { marks: _, ...rest } = alert
      const tags = withMarkTags(alert.tags ?? [], marks)
      const row = { ...rest, tags, ...(marks.length === 0 ? {} : { marks }) }
      await ledger.commit({
        ...emptyCommit(at, readVersion),
        // New revisions of the products, so that a transaction that read the alert before does not overwrite the mark.
        products: products.map((each) => ({ ...each, revision: each.revision + 1 })),
        preconditions: {
          records: [],
          products: products.map(({ id, revision }) => [id, revision] as const),
          keys: [],
          indexVersion: active.indexVersion,
        },
        alerts: [row],
      })
      return (await describeAlerts(context, [row]))[0] as DuplicateAlert
    }),
  )
}
