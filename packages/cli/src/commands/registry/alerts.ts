import { LIMITS } from '@utpid/core'
import {
  ALERT_MARKED,
  ALERT_ORDERS,
  ALERT_REASONS,
  type AlertFilterOptions,
  type AlertList,
  type AlertOrder,
  type AlertsOptions,
  CATEGORY_GROUPS,
} from '@utpid/core/operations'
import { defined } from '@utpid/core/storage'
import { InvalidArgumentError } from 'commander'
import { displayedCountryOption } from '../../arguments/country-option.ts'
import { utpidOfArgument } from '../../arguments/locate-argument.ts'
import { type Command, command } from '../../command/command.ts'
import {
  decimal,
  integer,
  type OptionRow,
  one,
  oneOf,
  parsed,
  type RowsOf,
  required,
  text,
} from '../../command/option.ts'
import { shownPlace } from '../../place/storage-place.ts'
import { alertGroupsText, alertsText } from '../../render/alerts-text.ts'
import { counted, shownPart } from '../../text/number-text.ts'

/** The option `--order` of every command that lists alerts. */
export const ALERT_ORDER: OptionRow<AlertOrder> = oneOf(
  'order',
  'highest first; detectedAt: newest first (default: informationGain)',
  ALERT_ORDERS,
)

/** The options that select open alerts, of every command that lists alerts. */
export const ALERT_FILTER: RowsOf<Omit<AlertFilterOptions, 'status'>> = {
  supplier: text('id', 'only pairs with a record of this supplier'),
  country: parsed(
    'country',
    'only pairs with a product in this country: ISO 3166 code or name, ZZ for unknown',
    displayedCountryOption,
  ),
  city: text('name', 'only pairs with a record in this city'),
  kind: oneOf('kind', 'only pairs with a record of this category group', CATEGORY_GROUPS),
  reason: oneOf('reason', 'only pairs that the machine left for this reason', ALERT_REASONS),
  group: text('group', 'only this group of "utpid alert-groups", as one argument'),
  marked: oneOf('mark', 'only pairs with this mark of a person', ALERT_MARKED),
  minConfidence: decimal('share', 'lowest confidence, 0 to 1', 0, 1),
  maxConfidence: decimal('share', 'highest confidence, 0 to 1', 0, 1),
  detectedFrom: parsed('time', 'only pairs found since this day or time, ISO 8601', timeOption),
  detectedTo: parsed('time', 'only pairs found before this day or time', timeOption),
}

function timeOption(given: string): string {
  const time = /^\d{4}-\d{2}-\d{2}/.test(given) ? Date.parse(given) : Number.NaN
  if (Number.isNaN(time))
    throw new InvalidArgumentError('It must be a day or time such as 2026-11-27 or 2026-11-27T08:00Z.')
  return new Date(time).toISOString()
}

const PAGE_OPTIONS = {
  status: oneOf('status', 'status of the alerts (default: open)', ['open', 'merged', 'dismissed', 'withdrawn', 'all']),
  order: ALERT_ORDER,
  limit: integer('n', 'maximum alerts to show (default: 20)', 1, LIMITS.rowsPerPage),
  offset: integer('n', 'alerts to skip first', 0, Number.MAX_SAFE_INTEGER),
} satisfies Partial<RowsOf<AlertsOptions>>

export const alertsCommand: Command = command({
  name: 'alerts',
  about: 'List pairs of products that look like one.',
  on: 'registry',
  options: {
    ...PAGE_OPTIONS,
    ...ALERT_FILTER,
    cursor: text('cursor', 'the next of the previous page, with the same order and filter'),
  },
  run: ({ registry, signal, given }) => registry.alerts({ ...given, signal }),
  text: ({ alerts }) => alertsText(alerts),
  notes: (list, { given }) => [
    summary(list, given),
    ...(list.next !== null ? [`Next page: --cursor '${list.next}'`] : []),
  ],
})

export const alertGroupsCommand: Command = command({
  name: 'alert-groups',
  about: 'Count alerts of one reason between the same two suppliers, largest group first.',
  on: 'registry',
  options: {
    status: PAGE_OPTIONS.status,
    ...ALERT_FILTER,
    limit: integer('n', 'maximum groups to show (default: 20)', 1, LIMITS.rowsPerPage),
  },
  run: ({ registry, signal, given }) => registry.alertGroups({ ...given, signal }),
  text: ({ groups }) => alertGroupsText(groups),
  notes: ({ total, groups }) => [
    total === 0 ? 'No group.' : shownPart(counted(total, 'group'), { total, offset: 0, shown: groups.length }),
  ],
})

export const markCommand: Command = command({
  name: 'mark',
  about: 'Note a doubt or a proposal on an open alert, without deciding it.',
  on: 'decision',
  arguments: { alert: one('id from "utpid alerts"') },
  options: {
    kind: required(
      oneOf('kind', 'what to note; none removes your marks (the text is --note)', [
        'unsure',
        'note',
        'merge',
        'dismiss',
        'none',
      ]),
    ),
  },
  run({ registry, decision: { actor, note, signal }, given: { alert, kind } }) {
    const mark =
      kind === 'merge' || kind === 'dismiss' ? ({ kind: 'proposal', resolution: kind } as const) : ({ kind } as const)
    return registry.mark(alert, { ...mark, ...defined({ actor, note, signal }), actor })
  },
  text: (alert) => alertsText([alert]),
})

export const duplicatesCommand: Command = command({
  name: 'duplicates',
  about: 'List the possible duplicates of a product.',
  on: 'registry',
  arguments: { product: one('a UTPID (also a merged one), an identifier of an earlier scheme, or supplier:code') },
  options: PAGE_OPTIONS,
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
