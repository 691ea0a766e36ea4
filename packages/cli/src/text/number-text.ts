/** Formats 12345 as `12,345`. */
export function whole(value: number): string {
  return value.toLocaleString('en')
}

/** Formats a limit; without one, `any`. */
export function limitText(limit: number | undefined): string {
  return limit === undefined ? 'any' : whole(limit)
}

/** Formats a confidence as `0.973`. It is never rounded up to 1, which would claim certainty. */
export function confidenceText(value: number): string {
  return (value < 1 ? Math.min(value, 0.999) : value).toFixed(3)
}

/** Formats a count with its noun: `1 record`, `12 records`. Pass the plural if it does not end in `s`. */
export function counted(value: number, noun: string, nouns: string = `${noun}s`): string {
  return `${whole(value)} ${value === 1 ? noun : nouns}`
}

/** Returns the seconds since a time of `performance.now()`, rounded to milliseconds for JSON. */
export function secondsSince(started: number): number {
  return thousandths((performance.now() - started) / 1000)
}

/** Rounds seconds to milliseconds for JSON. */
export function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000
}

/** Formats a duration for people: `4 s`, `2 min 10 s`. */
export function durationText(seconds: number): string {
  const rounded = Math.max(0, Math.round(seconds))
  return rounded < 60 ? `${rounded} s` : `${Math.floor(rounded / 60)} min ${rounded % 60} s`
}

/** Formats bits of evidence with their sign: `+3.2`. */
export function signedBits(bits: number): string {
  return `${bits < 0 ? '-' : '+'}${Math.abs(bits).toFixed(1)}`
}

/** Formats the bytes of a file. */
export function megabytesText(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MB`
}

/**
 * Describes which part of a list is shown: `1 to 20 of 35 alerts; --offset 20 shows more.`
 *
 * @param all - The total with its noun.
 */
export function shownPart(
  all: string,
  { total, offset, shown, verb = '' }: { total: number; offset: number; shown: number; verb?: string },
): string {
  if (shown === 0) return `${all}${verb}; --offset ${whole(offset)} is beyond the last.`
  if (shown === total) return `${all}${verb}.`
  const next = offset + shown
  return `${whole(offset + 1)} to ${whole(next)} of ${all}${next < total ? `; --offset ${next} shows more` : ''}.`
}
