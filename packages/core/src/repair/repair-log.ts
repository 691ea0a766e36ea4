import { REPAIR_CODES, type Repair, type RepairCode } from '../model/repair.ts'

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
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS - 1)}…` : text
}
