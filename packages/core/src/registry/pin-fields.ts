import { checkPinnedFields, PINNABLE_FIELDS } from '../grouping/check-pinned-fields.ts'
import { RegistryError } from '../model/registry-error.ts'
import type { Pin, ProductRow } from '../storage/rows.ts'
import { isSameData } from '../storage/same-data.ts'
import { quoted } from './check-arguments.ts'
import { type DecisionPlan, decideAndReport } from './decide.ts'
import type { DecisionOptions, DecisionReport, PinnedFields } from './decision.ts'
import type { RegistryContext } from './registry-context.ts'

/** Holds fields of a product at values. */
export function pinFields(
  context: RegistryContext,
  utpid: string,
  fields: PinnedFields,
  options: DecisionOptions,
): Promise<DecisionReport> {
  const values = checkPinnedFields(fields)
  return decideAndReport(context, options, async ({ at, by, product }) => {
    const row = await product(utpid)
    const fresh = Object.entries(values).filter(([field, value]) => !isSameData(row.pins?.[field]?.value, value))
    if (fresh.length === 0) return undefined
    const added = fresh.map(([field, value]) => [field, { value, by, at }] as const)
    return pinPlan('pin', row, { ...row.pins, ...Object.fromEntries(added) })
  })
}

const NONE = -1

/** Lets fields of a product follow its records again. */
export function unpinFields(
  context: RegistryContext,
  utpid: string,
  fields: readonly string[] | undefined,
  options: DecisionOptions,
): Promise<DecisionReport> {
  if (fields !== undefined && !Array.isArray(fields)) {
    throw new RegistryError('validation_failed', 'unpin takes a list of fields, or undefined for all of them.')
  }
  const unknown = fields?.findIndex((field) => !PINNABLE_FIELDS.includes(field)) ?? NONE
  if (unknown !== NONE) {
    throw new RegistryError(
      'validation_failed',
      `${quoted(fields?.[unknown])} is no field of a product; these can be pinned: ${PINNABLE_FIELDS.join(', ')}.`,
    )
  }
  return decideAndReport(context, options, async ({ product }) => {
    const row = await product(utpid)
    const pins = Object.entries(row.pins ?? {}).filter(([field]) => fields !== undefined && !fields.includes(field))
    return pins.length === Object.keys(row.pins ?? {}).length
      ? undefined
      : pinPlan('unpin', row, Object.fromEntries(pins))
  })
}

function pinPlan(kind: 'pin' | 'unpin', row: ProductRow, pins: Readonly<Record<string, Pin>>): DecisionPlan {
  const { verified, verifiedBy } = row
  const held = { verified, ...(verifiedBy === undefined ? {} : { verifiedBy }), pins }
  return { kind, about: [row.id], people: { held: new Map([[row.id, held]]) } }
}
