import { REPAIR_CODES, type Repair, type RepairCode } from '../model/repair.ts'
import { cutText } from '../text/cut-text.ts'

const SHOWN_CHARACTERS = 200

/** Collects what was put right in one record. */
export class RepairLog {
  readonly repairs: Repair[] = []

  add(field: string, code: RepairCode, before?: unknown, after?: unknown): void {
    this.repairs.push({
      field,
      code,
      message: REPAIR_CODES[code],
      ...(before === undefined ? {} : { before: asText(before) }),
      ...(after === undefined ? {} : { after: asText(after) }),
    })
  }
}

function asText(value: unknown): string {
  const text = (typeof value === 'string' ? value : describe(value)).toWellFormed()
  return text.length > SHOWN_CHARACTERS ? `${cutText(text, SHOWN_CHARACTERS - 1)}…` : text
}

/** Whatever a supplier's value is (a circle, a BigInt, something with a broken `toJSON`), reporting it must not fail. */
function describe(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    try {
      return JSON.stringify(value) ?? 'an object that is not JSON'
    } catch {
      return 'an object that is not JSON'
    }
  }
  return typeof value === 'function' ? 'a function' : String(value)
}
