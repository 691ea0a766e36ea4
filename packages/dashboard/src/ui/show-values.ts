/** Formats values for people. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const RECENT_DAYS = 14
const MOST_LIKELY = 0.999

const numbers = new Intl.NumberFormat('en')
const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

export function count(value: number | undefined): string {
  return value === undefined ? 'no limit' : numbers.format(value)
}

/** Formats `0.9871` as `98.7 %`. Only exactly 1 is shown as 100 %. */
export function percent(share: number): string {
  const shown = share < 1 ? Math.min(99.9, Math.round(share * 1_000) / 10) : 100
  return `${shown} %`
}

/**
 * Formats a confidence of the model. The API rounds the confidence, but the model is never certain, so 1 is shown as
 * 99.9 %.
 */
export function likelihood(confidence: number): string {
  return percent(Math.min(MOST_LIKELY, confidence))
}

export function milliseconds(value: number | null): string {
  if (value === null) return '–'
  return value < 1_000 ? `${value < 10 ? value.toFixed(1) : Math.round(value)} ms` : `${(value / 1_000).toFixed(1)} s`
}

export function meters(value: number): string {
  return value < 1_000 ? `${Math.round(value)} m` : `${numbers.format(Math.round(value / 100) / 10)} km`
}

/** Formats `1234567` as `1.2 MB`. */
export function bytes(value: number): string {
  if (value < 1_000) return `${value} bytes`
  const unit = value < 1e6 ? 'kB' : value < 1e9 ? 'MB' : 'GB'
  const amount = value / { kB: 1e3, MB: 1e6, GB: 1e9 }[unit]
  return `${numbers.format(Math.round(amount * 10) / 10)} ${unit}`
}

export function bits(value: number): string {
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(2)}`
}

export function timeText(at: string): string {
  return times.format(new Date(at))
}

/** Formats a time relative to now. */
export function ageOf(at: string, now: number): string {
  // Do not show the age of a date without a time.
  if (/^\d{4}-\d\d-\d\d$/.test(at)) return dates.format(new Date(at))
  const age = now - Date.parse(at)
  const size = Math.abs(age)
  if (size >= RECENT_DAYS * DAY) return dates.format(new Date(at))
  if (size < MINUTE) return age >= 0 ? 'just now' : 'in a moment'
  const [amount, unit] =
    size < HOUR
      ? [Math.round(size / MINUTE), 'min']
      : size < DAY
        ? [Math.round(size / HOUR), 'h']
        : [Math.round(size / DAY), 'd']
  return age >= 0 ? `${amount} ${unit} ago` : `in ${amount} ${unit}`
}

/** Formats `same_core_words` as `same core words`, and `postalCode` as `postal code`. */
export function words(code: string): string {
  return code
    .replaceAll('_', ' ')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
}

/** Returns the name of a country, or its code. */
export function countryName(code: string): string {
  if (code === 'ZZ') return 'Unknown'
  try {
    return countries.of(code) ?? code
  } catch {
    return code
  }
}
const countries = new Intl.DisplayNames('en', { type: 'region' })

/** Shortens `ACCOUNT/key:ID` to the end of the id, which identifies the author well enough. */
export function whoOf(by: string): string {
  const [, kind, id] = /(?:^|\/)(key|member):([^/]+)$/.exec(by) ?? []
  return kind === undefined || id === undefined ? by : `${kind} …${id.slice(-6)}`
}
