import type { RepairLog } from './repairs/repair-log.ts'
import { checkTextLength } from './repairs/text-too-long.ts'

/**
 * Returns a list: the given list, the parts of a text, or one entry for any other value. The function cuts the list at
 * `maxEntries` entries and reports the cut.
 *
 * @param separator - Matches one character. White space around it is removed.
 * @throws {TextTooLong}
 */
export function readList(
  value: unknown,
  field: string,
  maxEntries: number,
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
  if (list.length <= maxEntries) return list
  log.add(field, 'list_truncated', `${list.length} entries`, `${maxEntries} entries`)
  return list.slice(0, maxEntries)
}
