import { LIMITS } from '@utpid/core'
import type { AlertList, AlertsOptions } from '@utpid/core/operations'
import { utpidOfArgument } from '../../arguments/locate-argument.ts'
import { type Command, command } from '../../command/command.ts'
import { integer, type OptionRow, one, oneOf, type RowsOf } from '../../command/option.ts'
import { shownPlace } from '../../place/storage-place.ts'
import { alertsText } from '../../render/alerts-text.ts'
import { counted, shownPart } from '../../text/number-text.ts'

/** The option `--order` of every command that lists alerts. */
export const ALERT_ORDER: OptionRow<NonNullable<AlertsOptions['order']>> = oneOf(
  'order',
  'highest or newest first (default: informationGain)',
  ['informationGain', 'confidence', 'detectedAt'],
)

const ALERT_OPTIONS: RowsOf<AlertsOptions> = {
  status: oneOf('status', 'status of the alerts (default: open)', ['open', 'merged', 'dismissed', 'withdrawn', 'all']),
  order: ALERT_ORDER,
  limit: integer('n', 'maximum alerts to show (default: 20)', 1, LIMITS.rowsPerPage),
  offset: integer('n', 'alerts to skip first', 0, Number.MAX_SAFE_INTEGER),
}

export const alertsCommand: Command = command({
  name: 'alerts',
  about: 'List pairs of products that look like one.',
  on: 'registry',
  options: ALERT_OPTIONS,
  run: ({ registry, signal, given }) => registry.alerts({ ...given, signal }),
  text: ({ alerts }) => alertsText(alerts),
  notes: (list, { given }) => [summary(list, given)],
})

export const duplicatesCommand: Command = command({
  name: 'duplicates',
  about: 'List the possible duplicates of a product.',
  on: 'registry',
  arguments: { product: one('a UTPID (also a merged one), an identifier of an earlier scheme, or supplier:code') },
  options: ALERT_OPTIONS,
  async run({ registry, place, signal, given: { product, ...options } }) {
    const utpid = await utpidOfArgument(registry, product, shownPlace(place), { signal })
    return registry.duplicates(utpid, { ...options, signal })
  },
  text: ({ alerts }) => alertsText(alerts),
  notes: (list, { given }) => [summary(list, given)],
})

function summary({ total, alerts }: AlertList, { status = 'open', offset = 0 }: AlertsOptions): string {
  if (total === 0) return status === 'all' ? 'No alert.' : `No alert is ${status}.`
  return shownPart(counted(total, status === 'all' ? 'alert' : `${status} alert`), {
    total,
    offset,
    shown: alerts.length,
  })
}
