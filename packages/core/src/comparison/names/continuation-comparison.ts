import { DerivedFact } from '../../features/derived-facts.ts'
import type { NameFeatures, NameWord, RecordFeatures } from '../../features/record-features.ts'
import type { Comparison } from '../comparison.ts'
import { numbersOf } from './name-numbers.ts'
import { isCore } from './name-words.ts'

/** Of several the last. `one_kind` is a place or a part by a word that also says a kind of house, which names are compared without. */
const LEVELS = ['unknown', 'one_kind', 'one_part', 'one_place', 'one_number'] as const
type Level = (typeof LEVELS)[number]

/** What names say in several languages and spellings, the words of one meaning in a row. */
function meanings(...rows: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    rows.flatMap((row) => {
      const words = row.split(' ')
      return words.map((word): [string, string] => [word, words[0] as string])
    }),
  )
}

/** Where a branch lies, behind the name that it shares with the others. */
const PLACES: ReadonlyMap<string, string> = meanings(
  'north nord norte nordre noord norra sever kita',
  'south sud sur sul sued zuid sodra yug minami',
  'east est este leste ost oost ostra vostok higashi',
  'west ouest oeste ovest vastra zapad nishi',
  'airport aeroport aeropuerto aeroporto flughafen luchthaven',
)
const AIRPORT = 'airport'
/** What an owner calls the other house, where it stands behind the name of the first. In front it says what kind a house is. */
const PARTS: ReadonlyMap<string, string> = meanings(
  'annex annexe annexes anexo anexos dependance dependances dipendenza nebengebaude bekkan',
  'residence residences residenz residencia residencias residenza',
  'wing ala aile flugel',
  'pavilion pavillon pabellon padiglione',
  'tower torre tour turm toren',
  'shinkan',
)
/** What each of these words means, in one table since every word of every name is looked up. */
const MEANINGS: ReadonlyMap<string, string> = new Map([...PLACES, ...PARTS])

/** What a number in front of it counts, instead of houses. */
const COUNTED: ReadonlySet<string> = new Set(
  'star stars s etoile etoiles estrella estrellas estrela estrelas stelle stern sterne sterren bed beds bett betten bedroom bedrooms br bdr bdrm room rooms zimmer schlafzimmer chambre chambres camera camere quarto quartos habitacion habitaciones dormitorio dormitorios piece pieces bath baths bathroom bathrooms person persons people adult adults adulte adultes personne personnes personen persone personas pessoas pers pax guests sleeps m m2 mt mtr sqm km h hr hrs hour hours min minutes'.split(
    ' ',
  ),
)
/** What stands before a number and says no more than that it is one. */
const NUMBER_SIGNS: ReadonlySet<string> = new Set('no nr n num numero nummer number'.split(' '))
/** Houses are numbered from 2 on; what has more digits is a year, a postcode or a room. */
const DIGITS_MOST = 2

/** What stands behind the words that a name has in common with another, as far as it can tell a house from the next one. */
interface Continuation {
  readonly level: Level
  readonly word: NameWord
  /** The last word before it that tells the place. */
  readonly telling: NameWord
  /** Those behind it. */
  readonly behind: readonly NameWord[]
  /** The same for words of one meaning; of a number the digits. */
  readonly meaning: string
  /** Whether it follows the city, which numbers its districts: `Paris 11`. */
  readonly ofCity: boolean
}

/**
 * Tells that one name goes on where the other ends, with what an owner tells two houses apart by: `Bellano` and `Bellano
 * 2`, `Bellano Nord`, `Bellano Residence`. They share place, street and often the telephone, so that those say less than
 * they do of other pairs. A number that is the house's or the last of the postcode (`Paris 11`, 75011) says nothing.
 */
export const continuationComparison: Comparison = {
  name: 'continuation',
  description:
    'Whether one name goes on where the other ends, with a number, a direction or a part, as the next house of one owner does.',
  levels: LEVELS,
  chains: LEVELS.slice(1).map((level) => ['unknown', level]),
  speaks: ({ names: [name] }) => name !== undefined && continuationsOf(name).length > 0,
  oneSideIsEnough: true,
  compare: (left, right) => {
    const [a, b] = [left.names[0], right.names[0]]
    if (a === undefined || b === undefined) return 'unknown'
    if (continuationsOf(a).length === 0 && continuationsOf(b).length === 0) return 'unknown'
    const one = continued(a, b, left, right)
    const other = continued(b, a, left, right)
    const level = LEVELS.indexOf(one) > LEVELS.indexOf(other) ? one : other
    return level !== 'unknown' && haveEqualNames(left, right) ? 'unknown' : level
  },
  show: ({ name }) => name,
}

/** By what a name continues another; the strongest, where it does by several. */
function continued(name: NameFeatures, other: NameFeatures, record: RecordFeatures, another: RecordFeatures): Level {
  let found: Level = 'unknown'
  for (const continuation of continuationsOf(name)) {
    const { level, word, telling, behind } = continuation
    if (LEVELS.indexOf(level) <= LEVELS.indexOf(found)) continue
    if (!has(other, telling) || has(other, word) || isSaidBy(other, continuation)) continue
    // Before a word that tells the place it belongs to that: `North Beach`, `Tour Eiffel`; a number only where both have the word.
    if (level === 'one_number' ? behind.some((each) => has(other, each)) : behind.length > 0) continue
    // It may stand for the kind that the other name says.
    if (level === 'one_kind' && !other.words.every((each) => each.kind !== 'generic' || has(name, each))) continue
    if (level === 'one_number' && mayBeOfAddress(continuation, [record, another])) continue
    found = level
  }
  return found !== 'unknown' && isContained(other, name) ? found : 'unknown'
}

/** Whether a name leaves nothing to tell of what continues the other; of two numbers `number` tells. */
function isSaidBy(other: NameFeatures, { level, meaning }: Continuation): boolean {
  if (level === 'one_number') return continuationsOf(other).some((each) => each.level === 'one_number')
  return other.words.some(({ text }) => MEANINGS.get(text) === meaning)
}

function has({ words }: NameFeatures, { hash }: NameWord): boolean {
  for (const word of words) if (word.hash === hash) return true
  return false
}

/**
 * Whether all that a name tells a place by, but for what continues it, stands in another: two that tell different things
 * otherwise are no house and its neighbour. Nor are two branches of a chain, of which one name says no more than the chain.
 */
function isContained(name: NameFeatures, other: NameFeatures): boolean {
  const continuations = continuationsOf(name)
  let isBeyondBrand = false
  for (const word of name.words) {
    if (!isCore(word) || continuations.some((each) => each.word === word)) continue
    if (!has(other, word)) return false
    if (!word.ofBrand) isBeyondBrand = true
  }
  return isBeyondBrand
}

/** Whether one of the names that a record has is one of the other's. */
function haveEqualNames({ names: a }: RecordFeatures, { names: b }: RecordFeatures): boolean {
  return a.some(({ whole }) => b.some((other) => other.whole === whole))
}

/** Worked out once of a name, which is compared again and again. */
const known = new DerivedFact<NameFeatures, readonly Continuation[]>()
const NONE: readonly Continuation[] = []

function continuationsOf(name: NameFeatures): readonly Continuation[] {
  let continuations = known.get(name)
  if (continuations === undefined) {
    continuations = continuationsIn(name)
    known.set(name, continuations)
  }
  return continuations
}

function continuationsIn(name: NameFeatures): readonly Continuation[] {
  const { words } = name
  let found: Continuation[] | undefined
  let telling: NameWord | undefined
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as NameWord
    const saying = word.ofCity ? undefined : sayingOf(name, at)
    if (saying === undefined) {
      if (isCore(word) && !NUMBER_SIGNS.has(word.text)) telling = word
      continue
    }
    const [before, after] = [words[at - 1], words[at + 1]]
    // `Gare de l'Est`.
    if (telling === undefined || before === undefined || before.kind === 'article') continue
    const [level, meaning] = saying
    if (level === 'one_number' ? isOfOtherNumbers(word, before, after) : isOfPlace(meaning, before, after)) continue
    const behind = words.filter((each, index) => index > at && isCore(each) && sayingOf(name, index) === undefined)
    found ??= []
    found.push({ level, meaning, word, telling, behind, ofCity: before.ofCity })
  }
  return found ?? NONE
}

/** Whether a number counts something, or is one of several: `2 bedrooms`, `24/7`, `17-19`, `since 1898`. */
function isOfOtherNumbers({ text }: NameWord, before: NameWord, after: NameWord | undefined): boolean {
  if (text.length > DIGITS_MOST || before.kind === 'number') return true
  return after !== undefined && (after.kind === 'number' || COUNTED.has(after.text))
}

/** Whether a direction or part belongs to the name of a place: `West Palm Beach`, `Malpensa Airport`. */
function isOfPlace(meaning: string, before: NameWord, after: NameWord | undefined): boolean {
  if (meaning === AIRPORT) return before.ofCity || before.kind === 'place'
  return after?.ofCity === true
}

/** What the word at a position tells two houses apart by; undefined for most. */
function sayingOf(name: NameFeatures, at: number): readonly [level: Level, meaning: string] | undefined {
  const { kind, text } = name.words[at] as NameWord
  if (kind === 'number' || text.length === 1) {
    const number = numbersOf(name).find((each) => each.at === at)
    return number && ['one_number', number.value]
  }
  const meaning = MEANINGS.get(text)
  if (meaning === undefined) return undefined
  return [kind === 'generic' ? 'one_kind' : PLACES.has(text) ? 'one_place' : 'one_part', meaning]
}

/** Whether a number may be that of the door or of a district. */
function mayBeOfAddress({ meaning, ofCity }: Continuation, records: readonly RecordFeatures[]): boolean {
  // Which district it is not, only a postcode tells.
  if (ofCity && records.every(({ postcode }) => postcode === undefined)) return true
  const number = Number.parseInt(meaning, 10)
  const digits = meaning.padStart(2, '0')
  return records.some(({ address, postcode }) => {
    // A range has a first and a last.
    if (address !== undefined && number >= address.houseNumber && number <= address.houseNumberLast) return true
    if (postcode === undefined) return false
    // Districts end a postcode or stand in it: 75011, 1070, D02, 110 00.
    if (postcode === meaning || postcode.endsWith(digits)) return true
    return ofCity && (postcode.includes(digits) || postcode.startsWith(meaning))
  })
}
