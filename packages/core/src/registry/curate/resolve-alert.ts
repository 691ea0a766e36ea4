import { validationError } from '../../model/validation-error.ts'
import type { AlertRow } from '../../storage/rows.ts'
import { quoted } from '../context/check-arguments.ts'
import type { DecisionOptions, DecisionReport, ResolveOptions } from '../context/decision.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { decideCopies } from './decide-copies.ts'
import { alertOf, decidedError } from './decided-alert.ts'
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
  if (alert.status !== 'open') throw await decidedError(context, alert)
  let report: DecisionReport | undefined
  try {
    report = await decideOpen(context, alert, options)
    if (report.changed) return report
  } catch (error) {
    await refuseDecided(context, alertId)
    throw error
  }
  await refuseDecided(context, alertId)
  return report
}

/** @throws {@link RegistryError} `alert_decided` if another call has closed the alert meanwhile. */
async function refuseDecided(context: RegistryContext, alertId: string): Promise<void> {
  const alert = await alertOf(context, alertId)
  if (alert.status !== 'open') throw await decidedError(context, alert)
}

async function decideOpen(context: RegistryContext, alert: AlertRow, options: ResolveOptions): Promise<DecisionReport> {
  if (alert.copies !== undefined) return await decideCopies(context, alert, options)
  const [left, right] = alert.products.map((id) => context.format.format(id)) as [string, string]
  if (options.resolution === 'merge') return await mergeProducts(context, left, right, options)
  if (options.survivor !== undefined) throw validationError('Only a merge can have a survivor.')
  return await dismissPair(context, left, right, options)
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
