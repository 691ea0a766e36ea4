import { CachedValue } from '../../features/cached-value.ts'
import type { NameFeatures, NameWord, RecordFeatures } from '../../features/record-features.ts'
import type { Comparison } from '../comparison.ts'
import { numbersOf } from './name-numbers.ts'
import { isCore } from './name-words.ts'

/**
 * The levels of the comparison. If several levels apply, the last one counts. The level `one_kind` means a direction or
 * part that is also a generic word, which name comparison ignores.
 */
const LEVELS = ['unknown', 'one_kind', 'one_part', 'one_place', 'one_number'] as const
type Level = (typeof LEVELS)[number]

/** Builds a map from words in several languages and spellings to their meaning. Each row holds words of one meaning. */
function meanings(...rows: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    rows.flatMap((row) => {
      const words = row.split(' ')
      return words.map((word): [string, string] => [word, words[0] as string])
    }),
  )
}

/** Words for the location of a branch, written after the name that several branches share. */
const PLACES: ReadonlyMap<string, string> = meanings(
  'north nord norte nordre noord norra sever kita',
  'south sud sur sul sued zuid sodra yug minami',
  'east est este leste ost oost ostra vostok higashi',
  'west ouest oeste ovest vastra zapad nishi',
  'airport aeroport aeropuerto aeroporto flughafen luchthaven',
)
const AIRPORT = 'airport'
/**
 * Words that mean another house of the same owner if they follow a name. In front of a name, these words mean the kind
 * of house.
 */
const PARTS: ReadonlyMap<string, string> = meanings(
  'annex annexe annexes anexo anexos dependance dependances dipendenza nebengebaude bekkan',
  'residence residences residenz residencia residencias residenza',
  'wing ala aile flugel',
  'pavilion pavillon pabellon padiglione',
  'tower torre tour turm toren',
  'shinkan',
)
/** The meaning of each of these words. The code looks up every word of every name, so there is only one table. */
const MEANINGS: ReadonlyMap<string, string> = new Map([...PLACES, ...PARTS])

/** Units after a number. A number in front of a unit is a count, not the number of a house. */
const COUNTED_UNITS: ReadonlySet<string> = new Set(
  'star stars s etoile etoiles estrella estrellas estrela estrelas stelle stern sterne sterren bed beds bett betten bedroom bedrooms br bdr bdrm room rooms zimmer schlafzimmer chambre chambres camera camere quarto quartos habitacion habitaciones dormitorio dormitorios piece pieces bath baths bathroom bathrooms person persons people adult adults adulte adultes personne personnes personen persone personas pessoas pers pax guests sleeps m m2 mt mtr sqm km h hr hrs hour hours min minutes'.split(
    ' ',
  ),
)
/** Words that mark the next word as a number and have no other meaning. */
const NUMBER_SIGNS: ReadonlySet<string> = new Set('no nr n num numero nummer number'.split(' '))
/**
 * The maximum number of digits of a house number of this kind, which starts at 2. A longer number is a year, a postcode
 * or a room.
 */
const MAX_DIGITS = 2

/** A word after the shared part of a name that may distinguish a house from its sibling. */
interface Continuation {
  readonly level: Level
  readonly word: NameWord
  /** The last core word before the continuation. */
  readonly coreWord: NameWord
  /** Core words after the continuation. */
  readonly coreAfter: readonly NameWord[]
  /** The meaning, equal for all words with this meaning. For a number, its digits. */
  readonly meaning: string
  /** True if the continuation follows the city, because districts of a city have numbers: `Paris 11`. */
  readonly ofCity: boolean
}

/**
 * Recognises sibling properties: one name continues the other with a number, direction or part, such as `Bellano` and
 * `Bellano 2`, `Bellano Nord`, `Bellano Residence`. Siblings share place, street and often the telephone. So for
 * siblings, these fields are weaker evidence. The comparison ignores a number that is the house number or ends the
 * postcode (`Paris 11`, 75011).
 */
export const continuationComparison: Comparison = {
  name: 'continuation',
  description:
    'Whether one name continues the other with a number, a direction or a part, as for sibling properties of one owner.',
  levels: LEVELS,
  monotoneLevels: LEVELS.slice(1).map((level) => ['unknown', level]),
  isPresent: ({ names: [name] }) => name !== undefined && continuationsOf(name).length > 0,
  oneSideIsEnough: true,
  cost: 4,
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

/** Returns the level at which one name continues the other; the strongest level if several apply. */
function continued(name: NameFeatures, other: NameFeatures, record: RecordFeatures, another: RecordFeatures): Level {
  let found: Level = 'unknown'
  for (const continuation of continuationsOf(name)) {
    const { level, word, coreWord, coreAfter } = continuation
    if (LEVELS.indexOf(level) <= LEVELS.indexOf(found)) continue
    if (!has(other, coreWord) || has(other, word) || hasMeaning(other, continuation)) continue
    // In front of a core word, the word belongs to that core word: `North Beach`, `Tour Eiffel`. For a number, this
    // rule applies only if both names have the core word.
    if (level === 'one_number' ? coreAfter.some((each) => has(other, each)) : coreAfter.length > 0) continue
    // The continuation may replace the generic word of the other name.
    if (level === 'one_kind' && !other.words.every((each) => each.kind !== 'generic' || has(name, each))) continue
    if (level === 'one_number' && mayBeAddressNumber(continuation, [record, another])) continue
    found = level
  }
  return found !== 'unknown' && isContained(other, name) ? found : 'unknown'
}

/**
 * Reports whether a name already has the meaning of the continuation. `numberComparison` compares numbers that both
 * names have.
 */
function hasMeaning(other: NameFeatures, { level, meaning }: Continuation): boolean {
  if (level === 'one_number') return continuationsOf(other).some((each) => each.level === 'one_number')
  return other.words.some(({ text }) => MEANINGS.get(text) === meaning)
}

function has({ words }: NameFeatures, { hash }: NameWord): boolean {
  for (const word of words) if (word.hash === hash) return true
  return false
}

/**
 * Reports whether another name contains all core words of a name except its continuations. Otherwise, each name has its
 * own core words, and the products are no siblings. The shared words must include more than the brand: two branches of
 * a chain are no siblings either.
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

/** Reports whether two records have a name in common. */
function haveEqualNames({ names: a }: RecordFeatures, { names: b }: RecordFeatures): boolean {
  return a.some(({ whole }) => b.some((other) => other.whole === whole))
}

/** Cache of continuations by name: one name is compared many times. */
const known = new CachedValue<NameFeatures, readonly Continuation[]>()
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
  let coreWord: NameWord | undefined
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as NameWord
    const levelAndMeaning = word.ofCity ? undefined : levelAndMeaningOf(name, at)
    if (levelAndMeaning === undefined) {
      if (isCore(word) && !NUMBER_SIGNS.has(word.text)) coreWord = word
      continue
    }
    const [before, after] = [words[at - 1], words[at + 1]]
    // In `Gare de l'Est`, the direction belongs to the name.
    if (coreWord === undefined || before === undefined || before.kind === 'article') continue
    const [level, meaning] = levelAndMeaning
    if (level === 'one_number' ? isCountOrSeries(word, before, after) : isOfPlace(meaning, before, after)) continue
    const coreAfter = words.filter(
      (each, index) => index > at && isCore(each) && levelAndMeaningOf(name, index) === undefined,
    )
    found ??= []
    found.push({ level, meaning, word, coreWord, coreAfter, ofCity: before.ofCity })
  }
  return found ?? NONE
}

/** Reports whether a number is a count or part of a series of numbers: `2 bedrooms`, `24/7`, `17-19`, `since 1898`. */
function isCountOrSeries({ text }: NameWord, before: NameWord, after: NameWord | undefined): boolean {
  if (text.length > MAX_DIGITS || before.kind === 'number') return true
  return after !== undefined && (after.kind === 'number' || COUNTED_UNITS.has(after.text))
}

/** Reports whether a direction or part belongs to the name of a place: `West Palm Beach`, `Malpensa Airport`. */
function isOfPlace(meaning: string, before: NameWord, after: NameWord | undefined): boolean {
  if (meaning === AIRPORT) return before.ofCity || before.kind === 'place'
  return after?.ofCity === true
}

/** Returns level and meaning of the word at a position; undefined for most words. */
function levelAndMeaningOf(name: NameFeatures, at: number): readonly [level: Level, meaning: string] | undefined {
  const { kind, text } = name.words[at] as NameWord
  if (kind === 'number' || text.length === 1) {
    const number = numbersOf(name).find((each) => each.at === at)
    return number && ['one_number', number.value]
  }
  const meaning = MEANINGS.get(text)
  if (meaning === undefined) return undefined
  return [kind === 'generic' ? 'one_kind' : PLACES.has(text) ? 'one_place' : 'one_part', meaning]
}

/** Reports whether a number may be the house number or a district. */
function mayBeAddressNumber({ meaning, ofCity }: Continuation, records: readonly RecordFeatures[]): boolean {
  // Only a postcode can show that the number is not the district.
  if (ofCity && records.every(({ postcode }) => postcode === undefined)) return true
  const number = Number.parseInt(meaning, 10)
  const digits = meaning.padStart(2, '0')
  return records.some(({ address, postcode }) => {
    // A range of house numbers has a first and a last number.
    if (address !== undefined && number >= address.houseNumber && number <= address.houseNumberLast) return true
    if (postcode === undefined) return false
    // A postcode ends with the district or contains it: 75011, 1070, D02, 110 00.
    if (postcode === meaning || postcode.endsWith(digits)) return true
    return ofCity && (postcode.includes(digits) || postcode.startsWith(meaning))
  })
}
