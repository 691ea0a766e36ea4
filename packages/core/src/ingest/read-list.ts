import type { RepairLog } from './repairs/repair-log.ts'
import { checkTextLength } from './repairs/text-too-long.ts'

/**
 * A list, or one entry for one, or the parts of a text; cut at `most`, which is reported.
 *
 * @throws {TextTooLong}
 * @param separator - One character; white space around it does not belong to the parts.
 */
export function readList(
  value: unknown,
  field: string,
  most: number,
  log: RepairLog,
  separator: RegExp = /[,;|]/,
): readonly unknown[] {
  if (value === undefined || value === null || value === '') return []
  if (typeof value === 'string') checkTextLength(value, field)
  const list = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(separator).map((part) => part.trim())
      : [value]
  if (list.length <= most) return list
  log.add(field, 'list_truncated', `${list.length} entries`, `${most} entries`)
  return list.slice(0, most)
}
