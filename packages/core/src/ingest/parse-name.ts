import { LIMITS } from '../model/limits.ts'
import type { RepairLog } from './repairs/repair-log.ts'
import { repairText } from './repairs/repair-text.ts'

/**
 * A pattern for stars in a name: `5*`, `****`, `★★★☆`, `***S`. {@link starsOf} decides which matches count as stars.
 */
const STARS_IN_NAME_PATTERN =
  /(?:(?<![\p{L}\p{N}.,])([1-7](?:[.,]5)?)\s?)?([*★☆]+)(?:\s*sup(?:erior)?(?![\p{L}\p{N}])\.?|s(?![\p{L}\p{N}]))?/giu

export interface ParsedName {
  readonly text: string | undefined
  /** The number of stars in the name. */
  readonly stars: number | undefined
}

/** Parses the name of a record and removes stars from it. */
export function parseName(input: Record<string, unknown>, log: RepairLog): ParsedName {
  const text = repairText(input.name, 'name', LIMITS.nameCharacters, log)
  if (text === undefined || !/[*★☆]/.test(text)) return { text, stars: undefined }
  let { bare, stars } = withoutStars(text)
  if (stars === undefined) return { text, stars }
  // The remaining text may contain stars again. These stars are removed too but do not count.
  for (let next = withoutStars(bare); next.stars !== undefined; next = withoutStars(bare)) bare = next.bare
  log.add('name', 'stars_from_name', text, bare)
  return { text: bare === '' ? undefined : bare, stars }
}

function withoutStars(text: string): { bare: string; stars: number | undefined } {
  let stars: number | undefined
  const bare = text
    .replace(STARS_IN_NAME_PATTERN, (written: string, digit: string | undefined, run: string, at: number) => {
      const found = starsOf(digit, run, text.charAt(at - 1), text.charAt(at + written.length))
      if (found === undefined) return written
      stars ??= found.stars
      return found.withDigit || digit === undefined ? ' ' : `${digit} `
    })
    .replace(/\s+/g, ' ')
    .trim()
  return { bare, stars }
}

/**
 * Returns the number of stars of a run of asterisks and its preceding digit; undefined if the run may be part of the
 * name.
 */
function starsOf(
  digit: string | undefined,
  run: string,
  before: string,
  after: string,
): { stars: number; withDigit: boolean } | undefined {
  const statedStars = digit === undefined ? undefined : Number(digit.replace(',', '.'))
  // The number of stars is clear in `4*` and `4****`. In `K Hotel 4 ***`, the digit belongs to the name.
  if (statedStars !== undefined && (run.length === 1 || run.length === statedStars))
    return { stars: statedStars, withDigit: true }
  const filled = run.replaceAll('☆', '').length || run.length
  if (run.length > 1) return run.length <= 7 ? { stars: filled, withDigit: false } : undefined
  const standsAlone = !/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)
  return run !== '*' && standsAlone ? { stars: 1, withDigit: false } : undefined
}
