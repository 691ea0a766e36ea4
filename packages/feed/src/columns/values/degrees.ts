/** A notation of a coordinate. */
export type DegreeNotation = 'decimal' | 'sexagesimal' | 'scaled'

/** These patterns are for texts without spaces in a row. */
const DECIMAL = /^([NSEW])? ?([+-]?\d{1,3}(?:[.,]\d+)?) ?°? ?([NSEW])?$/i
const SEXAGESIMAL =
  /^([NSEW])? ?(-?\d{1,3}) ?[°ºd: ] ?(\d{1,2}(?:[.,]\d{1,9})?) ?(?:['′’m: ] ?(\d{1,2}(?:[.,]\d+)?)? ?(?:"|″|”|''|s)?)? ?([NSEW])?$/i
const INTEGER = /^-?\d{5,10}$/

/** Parses decimal degrees: `48.85`, `48,85`, `48.85° N`. */
export function decimalDegrees(text: string): number | undefined {
  const [, before, digits, after] = DECIMAL.exec(singleSpaced(text)) ?? []
  if (digits === undefined) return undefined
  return Number(digits.replace(',', '.')) * signOf(before ?? after)
}

/** Returns a text with one space in place of white space. */
export function singleSpaced(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

/** Parses degrees, minutes and seconds: `48°51'24"N`, `48 51 24`, `48° 51.4' N`. */
export function sexagesimalDegrees(text: string): number | undefined {
  const [, before, degrees, written = '', fraction, after] = SEXAGESIMAL.exec(singleSpaced(text)) ?? []
  const [minutes, seconds] = [written, fraction ?? '0'].map((part) => Number(part.replace(',', '.'))) as [
    number,
    number,
  ]
  if (degrees === undefined || minutes >= 60 || seconds >= 60) return undefined
  if (fraction !== undefined && !Number.isInteger(minutes)) return undefined
  const size = Math.abs(Number(degrees)) + minutes / 60 + seconds / 3_600
  return size * (degrees.startsWith('-') ? -1 : 1) * signOf(before ?? after)
}

/** Returns whether a text is an integer that may be degrees multiplied by a power of ten. */
export function isScaledDegrees(text: string): boolean {
  return INTEGER.test(text)
}

/** Returns the letter of the hemisphere in a coordinate: `latitude` for N and S, `longitude` for E and W. */
export function hemisphereOf(text: string): 'latitude' | 'longitude' | undefined {
  const letter = /^([NSEW])|([NSEW])$/i.exec(text.trim())
  const found = (letter?.[1] ?? letter?.[2])?.toUpperCase()
  if (found === undefined) return undefined
  return found === 'N' || found === 'S' ? 'latitude' : 'longitude'
}

/** Returns the number of decimals of a plain number. */
export function decimalsOf(text: string): number {
  return /[.,](\d+)°?$/.exec(text)?.[1]?.length ?? 0
}

function signOf(letter: string | undefined): number {
  return letter !== undefined && /[SW]/i.test(letter) ? -1 : 1
}
