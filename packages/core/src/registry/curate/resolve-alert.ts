import { RegistryError } from '../../model/registry-error.ts'
import { validationError } from '../../model/validation-error.ts'
import type { AlertRow } from '../../storage/rows.ts'
import { quoted } from '../context/check-arguments.ts'
import type { DecisionOptions, DecisionReport, ResolveOptions } from '../context/decision.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { decideCopies } from './decide-copies.ts'
import { dismissPair, mergeProducts } from './merge-products.ts'
import { reportOfIdempotencyKey } from './repeated-decision.ts'
import { undoDecision } from './undo-decision.ts'

/** Decides an open alert. */
export async function resolveAlert(
  context: RegistryContext,
  alertId: string,
  options: ResolveOptions,
): Promise<DecisionReport> {
  const { resolution } = options ?? {}
  if (resolution !== 'merge' && resolution !== 'dismiss') {
    throw validationError(`resolution is ${quoted(resolution)}; it must be "merge" or "dismiss".`)
  }
  const made = await reportOfIdempotencyKey(context, options)
  if (made !== undefined) return made
  const alert = await alertOf(context, alertId)
  if (alert.status !== 'open') throw validationError(`Alert ${alertId} is ${alert.status} since ${alert.resolvedAt}.`)
  if (alert.copies !== undefined) return decideCopies(context, alert, options)
  const [left, right] = alert.products.map((id) => context.format.format(id)) as [string, string]
  if (resolution === 'merge') return mergeProducts(context, left, right, options)
  if (options.survivor !== undefined) throw validationError('Only a merge can have a survivor.')
  return dismissPair(context, left, right, options)
}

/** Undoes the curator decision that closed an alert. */
export async function reopenAlert(
  context: RegistryContext,
  alertId: string,
  options: DecisionOptions,
): Promise<DecisionReport> {
  const made = await reportOfIdempotencyKey(context, options ?? {})
  if (made !== undefined) return made
  const { status, resolution } = await alertOf(context, alertId)
  if (status === 'open') throw validationError(`Alert ${alertId} is already open.`)
  if (resolution?.by !== 'person') {
    throw validationError(
      `Alert ${alertId} was ${status} by the machine, not by a person; it reopens automatically when its evidence returns.`,
    )
  }
  return undoDecision(context, resolution.decision, options)
}

async function alertOf({ ledger }: RegistryContext, alertId: string): Promise<AlertRow> {
  if (typeof alertId !== 'string') throw validationError('The id of an alert must be text.')
  const [alert] = await ledger.getAlerts([alertId])
  if (alert === undefined) throw new RegistryError('not_found', `No alert has the id ${alertId}.`)
  return alert
}
