import { isSameData } from '../../encoding/same-data.ts'
import { checkPinnedFields, PINNABLE_FIELDS } from '../../golden-record/check-pinned-fields.ts'
import { defined } from '../../model/defined.ts'
import { validationError } from '../../model/validation-error.ts'
import type { Pin, ProductRow } from '../../storage/rows.ts'
import { quoted } from '../context/check-arguments.ts'
import type { DecisionReport, PinnedFields, PinOptions, ProductDecisionOptions } from '../context/decision.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { type DecisionPlan, decideAndReport } from './decide.ts'

/** Pins some fields of a product to values, and unpins other fields. */
export function pinFields(
  context: RegistryContext,
  utpid: string,
  fields: PinnedFields,
  options: PinOptions,
): Promise<DecisionReport> {
  const { unpin = [] } = options ?? {}
  checkFieldNames(unpin, 'free')
  if (unpin.length > 0 && isEmpty(fields)) return unpinFields(context, utpid, unpin, options)
  const values = checkPinnedFields(fields)
  return decideAndReport(context, [utpid], options, async ({ at, actor, product }) => {
    const row = await product(utpid)
    const newPins = Object.entries(values).filter(([field, value]) => !isSameData(row.pins?.[field]?.value, value))
    const kept = Object.entries(row.pins ?? {}).filter(
      ([field]) => !unpin.includes(field) || Object.hasOwn(values, field),
    )
    if (newPins.length === 0 && kept.length === Object.keys(row.pins ?? {}).length) return undefined
    const added = newPins.map(([field, value]) => [field, { value, actor, at }] as const)
    return pinPlan('pin', row, Object.fromEntries([...kept, ...added]))
  })
}

const NONE = -1

/** Unpins fields of a product. */
export function unpinFields(
  context: RegistryContext,
  utpid: string,
  fields: readonly string[] | undefined,
  options: ProductDecisionOptions,
): Promise<DecisionReport> {
  if (fields !== undefined) checkFieldNames(fields, 'unpin')
  return decideAndReport(context, [utpid], options, async ({ product }) => {
    const row = await product(utpid)
    const pins = Object.entries(row.pins ?? {}).filter(([field]) => fields !== undefined && !fields.includes(field))
    return pins.length === Object.keys(row.pins ?? {}).length
      ? undefined
      : pinPlan('unpin', row, Object.fromEntries(pins))
  })
}

function pinPlan(kind: 'pin' | 'unpin', row: ProductRow, pins: Readonly<Record<string, Pin>>): DecisionPlan {
  const { verified, verifiedBy } = row
  const held = { verified, ...defined({ verifiedBy }), pins }
  return { kind, about: [row.id], curation: { curation: new Map([[row.id, held]]) } }
}

function isEmpty(fields: unknown): boolean {
  return typeof fields === 'object' && fields !== null && Object.keys(fields).length === 0
}

function checkFieldNames(fields: unknown, what: string): void {
  if (!Array.isArray(fields)) throw validationError(`${what} takes a list of fields.`)
  const unknown = fields.findIndex((field) => !PINNABLE_FIELDS.includes(field))
  if (unknown === NONE) return
  throw validationError(
    `${quoted(fields[unknown])} is not a field that can be pinned. Fields: ${PINNABLE_FIELDS.join(', ')}.`,
  )
}
