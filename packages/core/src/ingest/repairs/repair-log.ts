import { LIMITS } from '../../model/limits.ts'
import { REPAIR_CODES, type Repair, type RepairCode } from '../../model/repair.ts'
import { cutText } from '../../text/cut-text.ts'
import { beginningAsJson } from './plain-json.ts'

const SHOWN_CHARACTERS = 200
const BIGINT_BITS_SHOWN = 512

/** Collects what was put right in one record. */
export class RepairLog {
  readonly repairs: Repair[] = []
  #further = 0

  add(field: string, code: RepairCode, before?: unknown, after?: unknown): void {
    if (this.repairs.length < LIMITS.repairsPerRecord - 1) this.#list(field, code, before, after)
    else {
      // An object may have a million fields that nobody knows; the last place counts them.
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
  // Cut first: making a megabyte well-formed to show its beginning takes its time.
  return (text.length > SHOWN_CHARACTERS ? `${cutText(text, SHOWN_CHARACTERS - 1)}…` : text).toWellFormed()
}

/** Whatever a supplier's value is (a circle, a BigInt, something with a broken `toJSON`), reporting it must not fail. */
function describe(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    return beginningAsJson(value, SHOWN_CHARACTERS) ?? 'an object that is not JSON'
  }
  if (typeof value === 'bigint') return describeBigInt(value)
  return typeof value === 'function' ? 'a function' : String(value)
}

/** Writing out a million digits takes its time. */
function describeBigInt(value: bigint): string {
  return BigInt.asIntN(BIGINT_BITS_SHOWN, value) === value ? String(value) : 'a BigInt of very many digits'
}
