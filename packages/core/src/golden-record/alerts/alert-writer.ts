import type { RegistryEvent } from '../../model/registry-event.ts'
import type { AlertRow } from '../../storage/rows.ts'
import { CounterChanges } from '../counter-changes.ts'
import type { AlertContext } from './alert-context.ts'

/** Collects changes of alerts: rows, events and counters. */
export class AlertWriter {
  /** Changed alerts by id. */
  readonly rows: Map<string, AlertRow> = new Map()
  readonly events: RegistryEvent[] = []
  readonly counters: CounterChanges = new CounterChanges()
  readonly #context: AlertContext

  constructor(context: AlertContext) {
    this.#context = context
  }

  close(alert: AlertRow, status: Exclude<AlertRow['status'], 'open'>): void {
    const { isByPerson, format, at } = this.#context
    const [a, b] = alert.products
    const resolution =
      // 0 means the number of this transaction.
      isByPerson && status !== 'withdrawn' ? ({ by: 'person', decision: 0 } as const) : ({ by: 'machine' } as const)
    this.rows.set(alert.id, { ...alert, status, resolvedAt: at, resolution })
    const utpids = [format.format(a), format.format(b)] as const
    this.events.push({ type: 'duplicate.resolved', alertId: alert.id, utpids, status })
    this.counters.alerts('open', -1)
    this.counters.alerts(status, 1)
  }

  /**
   * Adds an opened alert.
   *
   * @param closed - Previous state of the alert, if it was closed.
   */
  opened(alert: AlertRow, closed: AlertRow | undefined): void {
    const { format } = this.#context
    const { id, products, confidence, copies } = alert
    this.rows.set(id, alert)
    if (closed !== undefined) this.counters.alerts(closed.status, -1)
    this.counters.alerts('open', 1)
    const utpids = [format.format(products[0]), format.format(products[1])] as const
    const count = copies === undefined ? {} : { copies }
    this.events.push({ type: 'duplicate.opened', alertId: id, utpids, confidence: confidence / 10_000, ...count })
  }
}
