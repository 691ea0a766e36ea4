import { CachedValue } from '../../features/cached-value.ts'
import type { NameFeatures, NameWord } from '../../features/record-features.ts'

/** Words whose following number or letter identifies one part of a place: `Tower A`, `Block 3`. */
const DESIGNATORS: ReadonlySet<string> = new Set(
  'tower torre tour turm toren block bloque bloc bloco blok building edificio batiment gebaude wing ala aile flugel apartment apartamento appartement wohnung flat studio unit villa house casa maison haus chalet bungalow cabin room suite phase section sector zone lot gate pier terminal residence residencia'.split(
    ' ',
  ),
)
/** Roman numerals of one letter. At the end of a name, they count as numbers; elsewhere, they count as letters. */
const LAST_NUMERALS: ReadonlyMap<string, string> = new Map([
  ['i', '1'],
  ['v', '5'],
  ['x', '10'],
])
const LETTER_PATTERN = /^[a-z]$/

/** A number in a name, or a letter that serves as a number. */
export interface NameNumber {
  readonly value: string
  readonly strict: boolean
  /** True if the number may be the house number, which the comparison then ignores. */
  readonly mayBeAddressNumber: boolean
  /** The position of the word that contains the number. */
  readonly at: number
}

/** Cache of numbers by name: one name is compared many times. */
const known = new CachedValue<NameFeatures, readonly NameNumber[]>()
/** The empty list. Most names share it, because they have neither a number nor a single letter. */
const NONE: readonly NameNumber[] = []

/** Returns the numbers in a name, in order. */
export function numbersOf(name: NameFeatures): readonly NameNumber[] {
  let numbers = known.get(name)
  if (numbers === undefined) {
    numbers = numbersIn(name)
    known.set(name, numbers)
  }
  return numbers
}

function numbersIn(name: NameFeatures): readonly NameNumber[] {
  const { words } = name
  let numbers: NameNumber[] | undefined
  for (let at = 0; at < words.length; at++) {
    const { kind, text, strict } = words[at] as NameWord
    if (kind !== 'number' && text.length !== 1) continue
    const before = words[at - 1]
    const designated = before !== undefined && DESIGNATORS.has(before.text)
    const letter = kind === 'number' ? undefined : letterOf(text, designated, at > 0 && at === lastOf(name))
    if (kind !== 'number' && letter === undefined) continue
    numbers ??= []
    if (letter === undefined) numbers.push({ value: text, strict, mayBeAddressNumber: !designated, at })
    else numbers.push({ value: letter, strict: true, mayBeAddressNumber: false, at })
  }
  return numbers ?? NONE
}

/** Returns the value of a letter that serves as a number: `A` of `Tower A`, or a final `I`. */
function letterOf(text: string, designated: boolean, isLast: boolean): string | undefined {
  if (!LETTER_PATTERN.test(text)) return undefined
  if (isLast && LAST_NUMERALS.has(text)) return LAST_NUMERALS.get(text)
  return designated ? text : undefined
}

/** Returns the position of the last word outside the city, since suppliers append the city to the name. */
function lastOf({ words }: NameFeatures): number {
  return words.findLastIndex(({ ofCity }) => !ofCity)
}
