import { RegistryError } from '../../model/registry-error.ts'
import { validationError } from '../../model/validation-error.ts'
import type { AlertRow } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'

/**
 * Returns a stored alert in any status.
 *
 * @throws {@link RegistryError} `not_found`, `validation_failed`
 */
export async function alertOf({ ledger }: RegistryContext, alertId: string): Promise<AlertRow> {
  if (typeof alertId !== 'string') throw validationError('The id of an alert must be text.')
  const [alert] = await ledger.getAlerts([alertId])
  if (alert === undefined) throw new RegistryError('not_found', `No alert has the id ${alertId}.`)
  return alert
}

/** Returns the error for a decision on a closed alert. It says who closed the alert, how and when. */
export async function decidedError({ ledger }: RegistryContext, alert: AlertRow): Promise<RegistryError> {
  const { id, status, resolvedAt, resolution } = alert
  const change = resolution?.by === 'person' ? resolution.decision : null
  const [decision] = change === null ? [] : await ledger.decisions([change])
  const decided = {
    alertId: id,
    status,
    at: resolvedAt ?? null,
    by: decision?.actor ?? null,
    note: decision?.note ?? null,
    change,
  }
  const by = decision === undefined ? 'by the machine, since its evidence changed' : `by ${decision.actor}`
  return new RegistryError('alert_decided', `Alert ${id} is ${status} since ${resolvedAt}, ${by}.`, {
    details: { decided },
  })
}
