import { LIMITS } from '@utpid/core'
import type { AlertList, AlertsOptions } from '@utpid/core/operations'
import { type Command, Option } from 'commander'
import type { Io } from '../io/io.ts'
import { alertsText } from '../render/alerts-text.ts'
import { counted, whole } from '../text/number-text.ts'
import { type DataFlags, type JsonFlags, wholeNumber } from './common-options.ts'

/** The parsed options of {@link addAlertsOptions}. */
export interface AlertsFlags extends DataFlags, JsonFlags {
  readonly status?: NonNullable<AlertsOptions['status']>
  readonly order?: NonNullable<AlertsOptions['order']>
  readonly limit?: number
  readonly offset?: number
}

const STATUSES: readonly NonNullable<AlertsOptions['status']>[] = ['open', 'merged', 'dismissed', 'withdrawn', 'all']
const ORDERS: readonly NonNullable<AlertsOptions['order']>[] = ['gain', 'confidence', 'detectedAt']

/** The option `--order` of every command that lists alerts. */
export function orderOption(): Option {
  return new Option('--order <order>', 'highest or newest first (default: gain, the information gain)').choices(ORDERS)
}

/** Adds the options that select alerts. */
export function addAlertsOptions(command: Command): Command {
  return command
    .addOption(new Option('--status <status>', 'status of the alerts (default: open)').choices(STATUSES))
    .addOption(orderOption())
    .option('--limit <n>', 'maximum alerts to show (default: 20)', wholeNumber(1, LIMITS.rowsPerPage))
    .option('--offset <n>', 'alerts to skip first', wholeNumber(0, Number.MAX_SAFE_INTEGER))
}

/** Converts the parsed options that select alerts to the options of the registry. */
export function alertsOptionsOf({ status, order, limit, offset }: AlertsFlags): AlertsOptions {
  return {
    ...(status === undefined ? {} : { status }),
    ...(order === undefined ? {} : { order }),
    ...(limit === undefined ? {} : { limit }),
    ...(offset === undefined ? {} : { offset }),
  }
}

/** Writes alerts to standard output, and their number to standard error. */
export async function writeAlerts(list: AlertList, flags: AlertsFlags, io: Io): Promise<void> {
  if (flags.json === true) return io.stdout.json(list)
  const { total, alerts } = list
  if (alerts.length > 0) await io.stdout.write(alertsText(alerts))
  await io.stderr.line(summary(total, alerts.length, flags))
}

function summary(total: number, shown: number, { status = 'open', offset = 0 }: AlertsFlags): string {
  const all = counted(total, status === 'all' ? 'alert' : `${status} alert`)
  if (total === 0) return status === 'all' ? 'No alert.' : `No alert is ${status}.`
  if (shown === 0) return `${all}; --offset ${whole(offset)} is beyond the last.`
  if (shown === total) return `${all}.`
  const next = offset + shown
  return `${whole(offset + 1)} to ${whole(next)} of ${all}${next < total ? `; --offset ${next} shows more` : ''}.`
}
