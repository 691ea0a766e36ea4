import type { RepairLog } from './repairs/repair-log.ts'

const DATE_PATTERN = /^(\d{4})(?:[-/](\d{2})(?:[-/](\d{2}))?)?(?:[T ]\d{2}:\d{2}.*)?$/
const COMPACT_DATE_PATTERN = /^(\d{4})(\d{2})(\d{2})$/
const TIME_PATTERN = /^(\d{1,2})(?:(?:[:.h]|\s?h\s?)(\d{2})?(?::\d{2})?)?\s*(?:([ap])\.?\s?m\.?|uhr|h)?$/i
const COMPACT_TIME_PATTERN = /^([01]\d|2[0-3])([0-5]\d)$/

/**
 * Parses a date that starts with the year: `2019`, `2019-03`, `2019-03-31`, `20190331` or a time such as
 * `2019-03-31T12:00:00Z`. The function removes and reports other texts: in `03/04/2019`, day and month are ambiguous.
 */
export function parseDate(text: string | undefined, path: string, log: RepairLog): string | undefined {
  if (text === undefined) return undefined
  const [, year, month, day] = DATE_PATTERN.exec(text) ?? COMPACT_DATE_PATTERN.exec(text) ?? []
  if (year !== undefined && isDate(year, month, day)) {
    const date = [year, month, day].filter((part) => part !== undefined).join('-')
    if (date !== text) log.add(path, 'number_parsed', text, date)
    return date
  }
  log.add(path, 'value_removed', text)
  return undefined
}

function isDate(year: string, month = '01', day = '01'): boolean {
  const time = Date.parse(`${year}-${month}-${day}T00:00:00Z`)
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(`${year}-${month}-${day}`)
}

/** Parses a time of day: `15:00`, `3 pm`, `15h30`, `15.00 Uhr` or `1500`. The function removes and reports other texts. */
export function parseTimeOfDay(text: string | undefined, path: string, log: RepairLog): string | undefined {
  if (text === undefined) return undefined
  const [, hours, minutes = '00', half] = TIME_PATTERN.exec(text) ?? COMPACT_TIME_PATTERN.exec(text) ?? []
  const hour = hourOf(Number(hours), half?.toLowerCase())
  if (hour !== undefined && Number(minutes) < 60) {
    const time = `${String(hour).padStart(2, '0')}:${minutes}`
    if (time !== text) log.add(path, 'number_parsed', text, time)
    return time
  }
  log.add(path, 'value_removed', text)
  return undefined
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour >= 0 && hour <= 23 ? hour : undefined
  if (!(hour >= 1 && hour <= 12)) return undefined
  return (hour % 12) + (half === 'p' ? 12 : 0)
}
