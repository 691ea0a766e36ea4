import { DerivedFact } from '../features/derived-facts.ts'
import { extractFeatures } from '../features/extract-features.ts'
import type { NameFeatures, NameWord, RecordFeatures } from '../features/record-features.ts'
import type { Comparison } from './comparison.ts'

/** Words that what follows numbers or letters one part of a place: `Tower A`, `Block 3`. */
const DESIGNATORS: ReadonlySet<string> = new Set(
  'tower torre tour turm toren block bloque bloc bloco blok building edificio batiment gebaude wing ala aile flugel apartment apartamento appartement wohnung flat studio unit villa house casa maison haus chalet bungalow cabin room suite phase section sector zone lot gate pier terminal residence residencia'.split(
    ' ',
  ),
)
/** Roman numerals of one letter, which are letters unless they end a name. */
const LAST_NUMERALS: ReadonlyMap<string, string> = new Map([
  ['i', '1'],
  ['v', '5'],
  ['x', '10'],
])
const LETTER_PATTERN = /^[a-z]$/

const LEVELS = ['same', 'unknown', 'one_sided', 'different_words', 'different'] as const

/**
 * Compares the numbers in names: `K Hotel 12` and `K Hotel 14` stand side by side and are two
 * hotels. So do the letters of `Tower A` and `Tower B`. A number that is also a part of the other side's address or
 * postcode says nothing, unless it numbers a part of the place.
 */
export const numberComparison: Comparison = {
  name: 'number',
  description: 'Whether the numbers in two names agree; another number is another place.',
  levels: LEVELS,
  chains: [['same', 'one_sided', 'different_words', 'different']],
  speaks: ({ names: [name] }) => name !== undefined && numbersOf(name).length > 0,
  oneSideIsEnough: true,
  compare: (left, right) => {
    const [a, b] = [left.names[0], right.names[0]]
    if (a === undefined || b === undefined) return 'unknown'
    const numbersOfA = tellingNumbers(a, left, right)
    const numbersOfB = tellingNumbers(b, left, right)
    if (numbersOfA.size === 0 && numbersOfB.size === 0) return 'unknown'
    if (numbersOfA.size === 0 || numbersOfB.size === 0) return 'one_sided'
    for (const value of numbersOfA.keys()) if (numbersOfB.has(value)) return 'same'
    const strict = [...numbersOfA.values()].some(Boolean) && [...numbersOfB.values()].some(Boolean)
    return strict ? 'different' : 'different_words'
  },
  show: (content) => {
    const [name] = extractFeatures(content).names
    const numbers = name === undefined ? [] : numbersOf(name)
    return numbers.length === 0 ? undefined : numbers.map(({ value }) => value).join(', ')
  },
}

interface NameNumber {
  readonly value: string
  readonly strict: boolean
  /** Whether it may be that of the address, which then says nothing. */
  readonly mayBeOfAddress: boolean
}

/** Worked out once of a name, which is compared again and again. */
const knownNumbers = new DerivedFact<NameFeatures, readonly NameNumber[]>()

function numbersOf(name: NameFeatures): readonly NameNumber[] {
  let numbers = knownNumbers.get(name)
  if (numbers === undefined) {
    numbers = numbersIn(name)
    knownNumbers.set(name, numbers)
  }
  return numbers
}

/** Of most names, which have neither a number nor a letter by itself. */
const NONE: readonly NameNumber[] = []

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
    if (letter === undefined) numbers.push({ value: text, strict, mayBeOfAddress: !designated })
    else numbers.push({ value: letter, strict: true, mayBeOfAddress: false })
  }
  return numbers ?? NONE
}

/** Value of each number in a name with whether it is strict; numbers of the addresses left out. */
function tellingNumbers(name: NameFeatures, ...records: readonly RecordFeatures[]): Map<string, boolean> {
  const numbers = new Map<string, boolean>()
  for (const { value, strict, mayBeOfAddress } of numbersOf(name)) {
    const ofAddress =
      mayBeOfAddress &&
      records.some(
        ({ address, postcode }) =>
          (address !== undefined && String(address.houseNumber) === value) || postcode === value,
      )
    if (!ofAddress) numbers.set(value, strict)
  }
  return numbers
}

/** What a letter numbers: `A` of a tower, the `I` at the end of a name. */
function letterOf(text: string, designated: boolean, isLast: boolean): string | undefined {
  if (!LETTER_PATTERN.test(text)) return undefined
  if (isLast && LAST_NUMERALS.has(text)) return LAST_NUMERALS.get(text)
  return designated ? text : undefined
}

/** Position of the last word that is not the city's, since suppliers write that behind the name. */
function lastOf({ words }: NameFeatures): number {
  return words.findLastIndex(({ ofCity }) => !ofCity)
}
