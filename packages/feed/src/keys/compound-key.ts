import { type ConceptReading, readConcepts } from './concept-reading.ts'
import { type KeyWords, keyWords } from './key-words.ts'
import { isModifier, type ModifierGroup, OWNER_PREFIXES } from './modifier-words.ts'
import { journeyTime, withoutBound } from './time-bound.ts'

/** The reading of a compound key. */
export interface CompoundReading {
  /** The target of the name that remains without the modifiers. */
  readonly target: string
  /** The number of words that were left out. A reading with fewer of them is more certain. */
  readonly omitted: number
  /** The number at the end of the key: 2 for `address 2`. */
  readonly ordinal?: number
  /** The language of the value: `de` for `Hotelname (de)`. */
  readonly language?: string
}

/** Finds the target of a folded name, without its modifiers. */
export type TargetLookup = (folded: string) => string | undefined

/** The groups that a reading leaves out, and the targets that it may then have. */
interface Attempt {
  readonly groups: readonly ModifierGroup[]
  readonly accepts: RegExp
  /** Changes the target, for a name with another meaning next to these modifiers. */
  readonly becomes?: Readonly<Record<string, string>>
}

const NAMED = /^(?:location\.(?:city|region|country)|brand|operator|category|masterChain|supplier)$/

/** The attempts in order; the first that finds an accepted target decides. */
const ATTEMPTS: readonly Attempt[] = [
  { groups: ['neutral'], accepts: /./ },
  { groups: ['neutral', 'owner'], accepts: /./ },
  { groups: ['neutral', 'owner', 'place'], accepts: /^location\./ },
  { groups: ['neutral', 'owner', 'place', 'geo'], accepts: /^location\.(?:latitude|longitude|coordinates)$/ },
  { groups: ['neutral', 'owner', 'contact', 'main'], accepts: /^(?:phone|email|website|fax|phones|emails)$/ },
  { groups: ['neutral', 'owner', 'contact', 'main', 'desk'], accepts: /^(?:phone|email|fax)$/ },
  { groups: ['neutral', 'owner', 'main'], accepts: /^(?!code$)/ },
  { groups: ['neutral', 'owner', 'place', 'main'], accepts: /^location\./ },
  { groups: ['neutral', 'owner', 'place', 'label'], accepts: NAMED },
  {
    groups: ['neutral', 'owner', 'place', 'code'],
    accepts: /^(?:location\.(?:country|region|postalCode)|brand)$/,
    becomes: { brand: 'chainCode' },
  },
  {
    groups: ['neutral', 'owner', 'contact', 'desk', 'count'],
    accepts: /^(?:rooms|stars|floors|phone|fax|licence|location\.(?:houseNumber|street))$/,
    becomes: { 'location.street': 'location.houseNumber' },
  },
]

/** Words that join two names: `Calle y número` is a whole address. */
const CONJUNCTIONS: ReadonlySet<string> = new Set([
  'and',
  'und',
  'et',
  'y',
  'e',
  'en',
  'i',
  'a',
  've',
  'και',
  'u',
  'oraz',
])

const MAX_WORDS = 8
/** Languages of values. Codes that are words of keys (`no`, `id`, `is`, `it` after no name) are omitted. */
const LANGUAGES: ReadonlySet<string> = new Set(
  `ar bg ca cs da de el en es et fi fr he hr hu it ja ko lt lv nl pl pt ro ru sk sl sv tr uk zh english german french
   deutsch englisch francais espanol italiano cz gr jp cn`.split(/\s+/),
)
const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  english: 'en',
  englisch: 'en',
  german: 'de',
  deutsch: 'de',
  french: 'fr',
  francais: 'fr',
  espanol: 'es',
  italiano: 'it',
  cz: 'cs',
  gr: 'el',
  jp: 'ja',
  cn: 'zh',
}

/**
 * Reads a key that is not itself a known name by its words: `nom_hotel`, `name of the property`, `adr_plz`, `geo.lat`,
 * `Tel. Rezeption`, `Hotelname (de)`, `phone 2`. Words that may stand next to a name are left out, and the target must
 * fit them: `contact name` is not the name of the product.
 *
 * @returns undefined if no reading has a known name.
 */
export function readCompoundKey(key: string, lookUp: TargetLookup): CompoundReading | undefined {
  const parts = keyWords(key)
  if (parts.words.length === 0 || parts.words.length > MAX_WORDS) return undefined
  const { words, language, ordinal } = withoutMarks(parts)
  const found = withNotes(readBound(words, lookUp) ?? readWords(words, lookUp), parts.notes, lookUp)
  if (found === undefined) return undefined
  return {
    ...found,
    ...(language === undefined ? {} : { language }),
    ...(ordinal === undefined ? {} : { ordinal }),
  }
}

/** Reads a key by the meanings of its words. @returns undefined if a word is unknown. */
export function readKeyConcepts(key: string): (Omit<CompoundReading, 'target'> & ConceptReading) | undefined {
  const parts = keyWords(key)
  if (parts.words.length === 0 || parts.words.length > MAX_WORDS) return undefined
  const { words, language, ordinal } = withoutMarks(parts)
  const notes = parts.notes.filter((note) => !LANGUAGES.has(note) && !/^\d+$/.test(note))
  const reading = readConcepts(words, notes, JOINED.test(key) || words.some((word) => CONJUNCTIONS.has(word)))
  if (reading === undefined) return undefined
  const { target } = reading
  // The code of a language is a word of a bound here: `Check-in da`.
  const bounded = target === undefined || TIMES.has(target) ? readTime([...parts.words, ...notes]) : undefined
  if (bounded !== undefined) return { target: bounded, omitted: reading.omitted }
  return { ...reading, ...(language === undefined ? {} : { language }), ...(ordinal === undefined ? {} : { ordinal }) }
}

/** Reads an arrival or a departure before or after some hour. */
function readTime(words: readonly string[]): string | undefined {
  const journey = journeyTime(words)
  if (journey !== undefined) return `${journey}.${withoutBound(words)?.bound}`
  const target = readConcepts(words, [], false)?.target
  return target !== undefined && /^check(?:In|Out)\./.test(target) ? target : undefined
}

/** Signs that join two names: `Calle, número`. */
const JOINED = /[,/&+]| - /

/** Returns whether a sign in a key joins two names. */
export function isJoinedKey(key: string): boolean {
  return JOINED.test(key)
}

const AXES: ReadonlySet<string> = new Set(['location.latitude', 'location.longitude'])
/** Fields that a word in brackets can mean. `Manager (name)` and `distance (city)` are other things. */
const NOTED = /^(?:stars|rooms|phone|email|website|location\.(?:latitude|longitude|postalCode))$/

/** Words in brackets say which coordinate it is, and explain words without a meaning: `Třída (hvězdičky)`. */
function withNotes(
  found: CompoundReading | undefined,
  notes: readonly string[],
  lookUp: TargetLookup,
): CompoundReading | undefined {
  if (notes.length === 0 || (found !== undefined && found.target !== 'location.coordinates')) return found
  const noted = readWords(notes, lookUp)
  if (found === undefined) {
    return noted !== undefined && NOTED.test(noted.target) ? { ...noted, omitted: noted.omitted + 1 } : undefined
  }
  return noted !== undefined && AXES.has(noted.target) ? noted : found
}

/** Separates the language and the number at the end of a key from its words. */
function withoutMarks({ words, notes }: KeyWords): { words: readonly string[]; language?: string; ordinal?: number } {
  let rest = words
  let language = notes.find((note) => LANGUAGES.has(note))
  let ordinal: number | undefined
  const [noted] = notes.length === 1 ? notes.filter((note) => /^\d{1,2}$/.test(note)) : []
  if (noted !== undefined) ordinal = Number(noted)
  const last = rest.at(-1) as string
  if (rest.length > 1 && /^\d{1,2}$/.test(last) && !/^(?:iso|alpha|wgs|epsg)$/.test(rest.at(-2) as string)) {
    ordinal = Number(last)
    rest = rest.slice(0, -1)
  } else if (rest.length > 1 && language === undefined && LANGUAGES.has(last)) {
    language = last
    rest = rest.slice(0, -1)
  }
  if (language !== undefined) language = LANGUAGE_NAMES[language] ?? language
  return { words: rest, ...(language === undefined ? {} : { language }), ...(ordinal === undefined ? {} : { ordinal }) }
}

/** The fields with a first and a last time. */
const TIMES: ReadonlySet<string> = new Set(['checkIn', 'checkOut'])

/** Reads a key that names one end of a time: `Anreise ab` is the first hour of the check-in. */
function readBound(words: readonly string[], lookUp: TargetLookup): CompoundReading | undefined {
  const bounded = lookUp(words.join('')) === undefined ? withoutBound(words) : undefined
  if (bounded === undefined || bounded.words.length === 0) return undefined
  const journey = journeyTime(words)
  const found = journey === undefined ? readWords(bounded.words, lookUp) : { target: journey, omitted: 0 }
  return found !== undefined && TIMES.has(found.target)
    ? { ...found, target: `${found.target}.${bounded.bound}`, omitted: found.omitted + 1 }
    : undefined
}

function readWords(words: readonly string[], lookUp: TargetLookup): CompoundReading | undefined {
  const whole = lookUp(words.join(''))
  if (whole !== undefined) return { target: whole, omitted: 0 }
  for (const { groups, accepts, becomes } of ATTEMPTS) {
    const rest = words.filter((word) => !groups.some((group) => isModifier(word, group)))
    // A name may itself be a modifier of another name, as in `nombre hotel`.
    for (const kept of rest.length > 0 ? [rest] : nameOf(words, groups)) {
      const target =
        lookUpInAnyOrder(kept, lookUp) ?? (groups.includes('count') ? lookUp(`${kept.join('')}s`) : undefined)
      if (target === undefined || !accepts.test(target)) continue
      const meant = becomes?.[target] ?? target
      const isBoth = meant === 'location.houseNumber' && words.some((word) => CONJUNCTIONS.has(word))
      return { target: isBoth ? 'location.address' : meant, omitted: words.length - kept.length }
    }
  }
  return isNumberOfOwner(words) ? { target: 'code', omitted: words.length - 1 } : undefined
}

/** Returns single words as names, when every word is a modifier of the groups: `the name of the hotel`. */
function nameOf(words: readonly string[], groups: readonly ModifierGroup[]): string[][] {
  return groups.length > 1 ? words.filter((word) => !isModifier(word, 'neutral')).map((word) => [word]) : []
}

function lookUpInAnyOrder(words: readonly string[], lookUp: TargetLookup): string | undefined {
  const direct = lookUp(words.join(''))
  if (direct !== undefined) return direct
  if (words.length === 2) return lookUp(`${words[1]}${words[0]}`)
  const [only = ''] = words
  if (words.length !== 1) return undefined
  const prefix = OWNER_PREFIXES.find((each) => only.startsWith(each) && only.length > each.length + 1)
  return prefix === undefined ? undefined : lookUp(only.slice(prefix.length))
}

/** `Hotel-Nr.` and `hotel number` are codes; `number of hotels` is a count. */
function isNumberOfOwner(words: readonly string[]): boolean {
  const [first = '', second = ''] = words
  return words.length === 2 && isModifier(first, 'owner') && isModifier(second, 'count') && second !== 'of'
}
