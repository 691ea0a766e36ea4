import { DerivedFact } from '../features/derived-facts.ts'
import type { NameFeatures, NameWord, RecordFeatures } from '../features/record-features.ts'
import type { Comparison } from './comparison.ts'
import { numbersOf } from './name-numbers.ts'
import { isCore } from './name-words.ts'

const LEVELS = ['unknown', 'one_part', 'one_place', 'one_number'] as const
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
/** What an owner calls the other house, where it stands behind the name of the first. In front it says what kind a house is. */
const PARTS: ReadonlyMap<string, string> = meanings(
  'annex annexe annexes anexo anexos dependance dependances dipendenza nebengebaude bekkan',
  'residence residences residenz residencia residencias residenza',
  'wing ala aile flugel',
  'pavilion pavillon pabellon padiglione',
  'tower torre tour turm toren',
  'honkan',
  'shinkan',
)
/** What a number in front of it counts, instead of houses. */
const COUNTED: ReadonlySet<string> = new Set(
  'star stars etoile etoiles estrella estrellas estrela estrelas stelle stern sterne sterren bed beds bett betten bedroom bedrooms room rooms zimmer chambre chambres camera camere quarto quartos habitacion habitaciones dormitorio dormitorios piece pieces bath baths bathroom bathrooms person persons people personne personnes personen personas pessoas persone pax guests m m2 sqm km min minutes'.split(
    ' ',
  ),
)

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
  chains: [LEVELS],
  speaks: ({ names: [name] }) => name !== undefined && continuationsOf(name).length > 0,
  oneSideIsEnough: true,
  compare: (left, right) => {
    const [a, b] = [left.names[0], right.names[0]]
    if (a === undefined || b === undefined) return 'unknown'
    const one = continued(a, b, left, right)
    const other = continued(b, a, left, right)
    return LEVELS.indexOf(one) > LEVELS.indexOf(other) ? one : other
  },
  show: ({ name }) => name,
}

/** By what a name continues another; the strongest, where it does by several. */
function continued(name: NameFeatures, other: NameFeatures, ...records: readonly RecordFeatures[]): Level {
  let found: Level = 'unknown'
  for (const { level, word, telling, behind, meaning, ofCity } of continuationsOf(name)) {
    if (LEVELS.indexOf(level) <= LEVELS.indexOf(found)) continue
    if (!has(other, telling) || has(other, word)) continue
    // Before a word that tells the place it belongs to that: `North Beach`, `Tour Eiffel`; a number only where both have the word.
    if (level === 'one_number' ? behind.some((each) => has(other, each)) : behind.length > 0) continue
    if (continuationsOf(other).some((each) => isSaidAs(each, level, meaning))) continue
    if (level === 'one_number' && mayBeOfAddress(meaning, ofCity, records)) continue
    found = level
  }
  // Two names that tell different things otherwise are no house and its neighbour.
  return found !== 'unknown' && isContained(other, name) ? found : 'unknown'
}

/** Whether a continuation of the other name leaves nothing to tell; of two numbers `number` tells. */
function isSaidAs(each: Continuation, level: Level, meaning: string): boolean {
  return level === 'one_number' ? each.level === 'one_number' : each.meaning === meaning
}

function has({ words }: NameFeatures, { hash }: NameWord): boolean {
  for (const word of words) if (word.hash === hash) return true
  return false
}

/** Whether all that a name tells a place by, but for what continues it, stands in another. */
function isContained(name: NameFeatures, other: NameFeatures): boolean {
  const continuations = continuationsOf(name)
  return name.words.every(
    (word) => !isCore(word) || has(other, word) || continuations.some((each) => each.word === word),
  )
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
      if (isCore(word)) telling = word
      continue
    }
    const before = words[at - 1]
    // `Gare de l'Est`.
    if (telling === undefined || before === undefined || before.kind === 'article') continue
    const [level, meaning] = saying
    // `2 bedrooms`.
    if (level === 'one_number' && COUNTED.has(words[at + 1]?.text ?? '')) continue
    const behind = words.filter((each, index) => index > at && isCore(each) && sayingOf(name, index) === undefined)
    found ??= []
    found.push({ level, meaning, word, telling, behind, ofCity: before.ofCity })
  }
  return found ?? NONE
}

/** What the word at a position tells two houses apart by; undefined for most. */
function sayingOf(name: NameFeatures, at: number): readonly [level: Level, meaning: string] | undefined {
  const { kind, text } = name.words[at] as NameWord
  if (kind === 'number' || text.length === 1) {
    const number = numbersOf(name).find((each) => each.at === at)
    return number && ['one_number', number.value]
  }
  const place = PLACES.get(text)
  if (place !== undefined) return ['one_place', place]
  const part = PARTS.get(text)
  return part === undefined ? undefined : ['one_part', part]
}

/** Whether a number may be that of the door or of a district. */
function mayBeOfAddress(number: string, ofCity: boolean, records: readonly RecordFeatures[]): boolean {
  // Which district it is not, only a postcode tells.
  if (ofCity && records.every(({ postcode }) => postcode === undefined)) return true
  return records.some(({ address, postcode }) => {
    if (address !== undefined && String(address.houseNumber) === number) return true
    // Districts of cities end a postcode: 75011.
    return postcode !== undefined && (postcode === number || postcode.endsWith(number.padStart(2, '0')))
  })
}
