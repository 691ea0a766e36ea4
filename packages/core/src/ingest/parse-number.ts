import type { RepairLog } from './repairs/repair-log.ts'

/**
 * Parses a number or a text with a number (`"4"`, `"4*"`, `"4,5"`, `"4 étoiles"`, `"****"`).
 *
 * @returns undefined if there is no number or the number is out of range. The function reports a number out of range.
 */
export function parseNumber(
  value: unknown,
  field: string,
  min: number,
  max: number,
  log: RepairLog,
): number | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const number = typeof value === 'string' ? numberInText(value, max) : value
  if (typeof number === 'number' && Number.isFinite(number) && number >= min && number <= max) {
    if (typeof value === 'string' && String(number) !== value.trim()) log.add(field, 'number_parsed', value, number)
    return number
  }
  log.add(field, 'value_removed', value)
  return undefined
}

/** Parses a count like {@link parseNumber}. The function rounds and reports fractions. */
export function parseWhole(
  value: unknown,
  field: string,
  min: number,
  max: number,
  log: RepairLog,
): number | undefined {
  const number = parseNumber(value, field, min, max, log)
  if (number === undefined || Number.isInteger(number)) return number
  log.add(field, 'number_parsed', value, Math.round(number))
  return Math.round(number)
}

/** A pattern for ambiguous numbers: `1.200` may mean 1,200 or 1.2. The parser does not use an ambiguous number. */
const AMBIGUOUS_THOUSANDS_PATTERN = /^\D*\d{1,3}[.,]\d{3}(?!\d)/

function numberInText(text: string, max: number): number | undefined {
  const asterisks = /^\s*([*★]{1,7})\s*$/.exec(text)?.[1]
  if (asterisks !== undefined) return asterisks.length
  if (max >= 1_000 && AMBIGUOUS_THOUSANDS_PATTERN.test(text)) return undefined
  const digits = /^[^\d-]{0,20}?(-?\d+(?:[.,]\d+)?)(?!\d)/.exec(text.trim())?.[1]
  return digits === undefined ? undefined : Number(digits.replace(',', '.'))
}

/** Parses a boolean in any usual notation. */
export function parseBoolean(value: unknown, field: string, log: RepairLog): boolean | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : ''
  if (['true', 'yes', 'y', '1', 'oui', 'si', 'ja', 'shared'].includes(text)) return true
  if (['false', 'no', 'n', '0', 'non', 'nein', 'private'].includes(text)) return false
  log.add(field, 'value_removed', value)
  return undefined
}
