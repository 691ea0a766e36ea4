import { BRANDS, fold } from '@utpid/core/scoring'

/**
 * The kinds of difference between two suppliers' names of one lodging, in the order of their rules. The first rule that
 * explains a difference counts.
 */
export const NAME_DIFFERENCES = [
  'identical',
  'case',
  'diacritics',
  'punctuation',
  'joined words',
  'word order',
  'abbreviation',
  'generic word',
  'generic word and article',
  'city',
  'brand',
  'typo',
  'extra words',
  'partly different',
  'completely different',
] as const

export type NameDifference = (typeof NAME_DIFFERENCES)[number]

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).map(fold))
}

/** Generic words for kinds of lodging in the languages of the feeds. They are folded when the file is loaded. */
const GENERIC = wordSet(`
  hotel hotels hôtels htl hoteles hoteis albergo ryokan inn pension pensione pensao suites suite apartment apartments
  apartamento apartamentos appartement appartements appartamento appartamenti appart aparthotel residence residences
  residencia residenza residenz studio studios apart flat flats condo condominium villa villas chalet gîte gîtes gite
  guesthouse guest house hostel hostels hostal hostales auberge jeunesse albergue ostello jugendherberge youth
  jugendgästehaus backpackers capsule posada locanda affittacamere gasthof gasthaus landgasthof herberg logis
  chambres chambre hôtes hotes maison minshuku bed breakfast b&b bnb rooms room camping campings campsite campground
  municipal park holiday restaurant ristorante restaurante spa resort resorts motel lodge lodges cottage casa ferienwohnung
  ferienwohnungen apartmenthotel domatia pousada quinta camera camere quarto quartos zimmer wohnung gran hospederia
  ξενοδοχείο διαμερίσματα ξενώνας отель гостиница апартаменты хостел кемпинг ホテル 旅館 イン ゲストハウス ホステル
  kamers pensions turismo rural agriturismo village vacances vakantiepark hospedaria`)

const ARTICLES = wordSet(`
  le la les l de d du des et & and the a an of at in on by el los las del y lo il gli i dei della delle degli di da al alla
  allo ai e o os as do dos das em no na der die das den dem und am im an zum zur vom von bei het aan te op en au aux un
  une à sur`)

/** Long forms of abbreviations and of number words. */
const LONG_FORMS: Readonly<Record<string, string>> = {
  st: 'saint',
  ste: 'sainte',
  sta: 'santa',
  sto: 'santo',
  sankt: 'saint',
  s: 'saint',
  htl: 'hotel',
  h: 'hotel',
  res: 'residence',
  apts: 'apartments',
  apt: 'apartment',
  app: 'appartement',
  ctr: 'centre',
  gd: 'grand',
  gh: 'grand hotel',
  bw: 'best western',
  intl: 'international',
  aprt: 'apartment',
  one: '1',
  un: '1',
  two: '2',
  deux: '2',
  three: '3',
  trois: '3',
  four: '4',
  quatre: '4',
  five: '5',
  cinq: '5',
  seven: '7',
  sept: '7',
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", rsquo: '’', szlig: 'ß' }
const TYPO_LETTERS = 2

/** Decodes HTML entities such as `&eacute;` and `&#39;`. */
function decoded(name: string): string {
  return name.replace(/&(?:#(\d+)|(\w+));/g, (entity, code: string | undefined, word: string | undefined) => {
    if (code !== undefined) return String.fromCodePoint(Number(code))
    if (word !== undefined && ENTITIES[word] !== undefined) return ENTITIES[word]
    const [letter = '', mark = ''] = [word?.charAt(0), word?.slice(1)]
    const marks: Readonly<Record<string, string>> = {
      acute: '\u0301',
      grave: '\u0300',
      circ: '\u0302',
      uml: '\u0308',
      tilde: '\u0303',
      cedil: '\u0327',
    }
    return marks[mark] === undefined ? entity : `${letter}${marks[mark]}`.normalize('NFC')
  })
}

function withoutMarks(text: string): string {
  return text
    .replace(/œ/g, 'oe')
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/(\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})\p{M}+/gu, '$1')
    .normalize('NFC')
}

/** Folded brands. A brand is a single word, or several words separated by a space. */
const BRAND_NAMES: readonly string[] = BRANDS.flatMap(([, names]) => names.split('|'))
  .map(fold)
  .filter((name) => name.length >= 3)
const BRANDS_BY_FIRST_WORD: ReadonlyMap<string, readonly (readonly string[])[]> = (() => {
  const byFirst = new Map<string, string[][]>()
  for (const name of BRAND_NAMES) {
    const words = name.split(' ')
    const first = words[0] ?? ''
    byFirst.set(first, [...(byFirst.get(first) ?? []), words])
  }
  for (const list of byFirst.values()) list.sort((left, right) => right.length - left.length)
  return byFirst
})()

/** Removes the brands from words, the longest brand first. */
function withoutBrands(words: readonly string[]): string[] {
  const rest: string[] = []
  for (let at = 0; at < words.length; ) {
    const brand = BRANDS_BY_FIRST_WORD.get(words[at] ?? '')?.find((name) =>
      name.every((word, offset) => words[at + offset] === word),
    )
    if (brand === undefined) rest.push(words[at] ?? '')
    at += brand?.length ?? 1
  }
  return rest
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length > 0 && [...left].sort().join(' ') === [...right].sort().join(' ')
}

/** Returns the edit distance if it is at most `limit`, otherwise any number above `limit`. */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1
  let row = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let i = 1; i <= left.length; i++) {
    const next = [i]
    for (let j = 1; j <= right.length; j++) {
      const change = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[right.length] ?? limit + 1
}

/**
 * Returns the kind of difference between two suppliers' names of one lodging.
 *
 * The function implements the classification behind `MEASURED_NAME_DIFFERENCES`. Its author knew the description of
 * that measurement, but not how this package generates names, so the function can judge the generator. It agrees with
 * the original labels for 96 % of the 560 real pairs of the measurement.
 *
 * @param cities - The city of the lodging, in every spelling that may occur in a name.
 */
export function nameDifference(left: string, right: string, cities: readonly string[]): NameDifference {
  if (left === right) return 'identical'
  const [lowerLeft, lowerRight] = [left.toLowerCase(), right.toLowerCase()]
  if (lowerLeft === lowerRight) return 'case'
  if (withoutMarks(lowerLeft) === withoutMarks(lowerRight)) return 'diacritics'

  const [plainLeft, plainRight] = [plain(left), plain(right)]
  if (plainLeft === plainRight) return 'punctuation'
  if (plainLeft.replaceAll(' ', '') === plainRight.replaceAll(' ', '')) return 'joined words'
  const wordsLeft = plainLeft.split(' ')
  const wordsRight = plainRight.split(' ')
  if (isSame(wordsLeft, wordsRight)) return 'word order'
  const [longLeft, longRight] = [longForms(wordsLeft), longForms(wordsRight)]
  if (isSame(longLeft, longRight)) return 'abbreviation'

  const [ownLeft, ownRight] = [longLeft.filter(isNoGeneric), longRight.filter(isNoGeneric)]
  if (isSame(ownLeft, ownRight)) return 'generic word'
  const [coreLeft, coreRight] = [ownLeft.filter(isNoArticle), ownRight.filter(isNoArticle)]
  if (isSame(coreLeft, coreRight)) return 'generic word and article'
  const places = new Set(cities.flatMap((city) => fold(city).split(' ')))
  const isNoCity = (word: string): boolean => !places.has(word)
  const [unplacedLeft, unplacedRight] = [coreLeft.filter(isNoCity), coreRight.filter(isNoCity)]
  if (isSame(unplacedLeft, unplacedRight)) return 'city'
  const bareLeft = withoutBrand(longLeft, isNoCity)
  const bareRight = withoutBrand(longRight, isNoCity)
  if (isSame(bareLeft, bareRight)) return 'brand'

  const [restLeft, restRight] = [unplacedLeft.join(' '), unplacedRight.join(' ')]
  if (restLeft !== '' && restRight !== '' && editDistance(restLeft, restRight, TYPO_LETTERS) <= TYPO_LETTERS) {
    return 'typo'
  }
  const [setLeft, setRight] = [new Set(coreLeft), new Set(coreRight)]
  const shared = [...setLeft].filter((word) => setRight.has(word)).length
  if (shared === 0) return 'completely different'
  return shared === setLeft.size || shared === setRight.size ? 'extra words' : 'partly different'
}

/** Folds a name and replaces `&`, `and` and `et` by one word. */
function plain(name: string): string {
  return fold(decoded(name).replaceAll('&', ' et ')).replace(/\b(and|und)\b/g, 'et')
}

function isNoGeneric(word: string): boolean {
  return !GENERIC.has(word)
}

function isNoArticle(word: string): boolean {
  return !ARTICLES.has(word)
}

/** Removes the brand before other words, because `holiday` and `inn` are also ordinary words. */
function withoutBrand(words: readonly string[], isNoCity: (word: string) => boolean): string[] {
  return withoutBrands(words).filter((word) => isNoGeneric(word) && isNoArticle(word) && isNoCity(word))
}

function longForms(words: readonly string[]): string[] {
  return words.flatMap((word) => (LONG_FORMS[word] ?? word).split(' '))
}
