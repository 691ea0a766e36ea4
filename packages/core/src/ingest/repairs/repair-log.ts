import { LIMITS } from '../../model/limits.ts'
import { REPAIR_CODES, type Repair, type RepairCode } from '../../model/repair.ts'
import { cutText } from '../../text/cut-text.ts'
import { startAsJson } from './plain-json.ts'

const SHOWN_CHARACTERS = 200
const BIGINT_BITS_SHOWN = 512

/** Collects the repairs of one record. */
export class RepairLog {
  readonly repairs: Repair[] = []
  #further = 0

  add(field: string, code: RepairCode, before?: unknown, after?: unknown): void {
    if (this.repairs.length < LIMITS.repairsPerRecord - 1) this.#list(field, code, before, after)
    else {
      // An object may have a million unknown fields. The last entry counts the remaining fields.
      this.repairs.length = LIMITS.repairsPerRecord - 1
      this.#list('', 'further_repairs', `${++this.#further} further`)
    }
  }

  #list(field: string, code: RepairCode, before?: unknown, after?: unknown): void {
    this.repairs.push({
      field: shown(field),
      code,
      message: REPAIR_CODES[code],
      ...(before === undefined ? {} : { before: asText(before) }),
      ...(after === undefined ? {} : { after: asText(after) }),
    })
  }
}

function asText(value: unknown): string {
  return shown(typeof value === 'string' ? value : describe(value))
}

function shown(text: string): string {
  // The cut comes first, because converting a megabyte to well-formed text is slow.
  return (text.length > SHOWN_CHARACTERS ? `${cutText(text, SHOWN_CHARACTERS - 1)}…` : text).toWellFormed()
}

/** Describes any value without an error, even a cyclic object, a BigInt or an object with a broken `toJSON`. */
function describe(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    return startAsJson(value, SHOWN_CHARACTERS) ?? 'an object that is not JSON'
  }
  if (typeof value === 'bigint') return describeBigInt(value)
  return typeof value === 'function' ? 'a function' : String(value)
}

/** Describes a BigInt without writing a million digits, which is slow. */
function describeBigInt(value: bigint): string {
  return BigInt.asIntN(BIGINT_BITS_SHOWN, value) === value ? String(value) : 'a BigInt with too many digits to show'
}
