import type { DuplicateAlert, Product, Registry, SupplierRecord } from '@utpid/core'
import type { AlertRecord } from '@utpid/core/operations'
import { indented } from '../render/explanation-text.ts'
import { confidenceText, whole } from '../text/number-text.ts'
import { printable } from '../text/printable.ts'
import { cut, LINE_CHARACTERS } from '../text/table.ts'
import { comparedRecords } from './compared-records.ts'

const MAX_ALERTS = 100

/** Shows the open alert with the highest information gain, with its two records. */
export async function demoAlert(registry: Registry): Promise<string> {
  const { total, alerts } = await registry.alerts({ limit: MAX_ALERTS })
  // Prefer two products with different names: equal names are less instructive.
  const alert = alerts.find(({ names: [a, b] }) => a !== b) ?? alerts[0]
  if (alert === undefined) return 'There is no open alert.\n'
  const {
    utpids: [first, second],
    names,
  } = alert
  const records = await recordsOf(registry, alert)
  const head = [
    `${whole(total)} open; this one has the highest information gain (${alert.informationGain.toFixed(1)} bits):`,
    `  ${first}  ${names[0]}`,
    `  ${second}  ${names[1]}`,
    `  one product with confidence ${confidenceText(alert.confidence)}: too likely to ignore, too unlikely to link automatically`,
  ]
  const why = records === undefined ? '' : indented(comparedRecords(...records))
  return `${head.map((line) => cut(printable(line), LINE_CHARACTERS)).join('\n')}\n${why}`
}

async function recordsOf(
  registry: Registry,
  { utpids, records }: DuplicateAlert,
): Promise<readonly [SupplierRecord, SupplierRecord] | undefined> {
  const products = await Promise.all(utpids.map((utpid) => registry.get(utpid)))
  const [one, other] = records.map((wanted) => recordIn(products, wanted))
  return one === undefined || other === undefined ? undefined : [one, other]
}

function recordIn(products: readonly (Product | undefined)[], wanted: AlertRecord): SupplierRecord | undefined {
  return products
    .flatMap((product) => product?.records ?? [])
    .find(({ record }) => record.supplier === wanted.supplier && record.code === wanted.code)?.record
}
