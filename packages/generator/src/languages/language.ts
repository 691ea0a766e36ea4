/** The kinds of stay that are made, as slugs of core's categories. */
export type LodgingCategory =
  | 'hotel'
  | 'apartment_hotel'
  | 'motel'
  | 'resort'
  | 'holiday_village'
  | 'lodge'
  | 'guesthouse'
  | 'hostel'
  | 'campsite'
  | 'apartment'
  | 'villa'
  | 'room'

/** Words of one kind of stay, and where they stand in a name, as weights. */
export interface GenericWords {
  /** Each entry is a whole phrase; one in a local script is `Hotel|ホテル`. */
  readonly words: readonly string[]
  /** `Hotel Bellano`. */
  readonly front: number
  /** `Bellano Hotel`. */
  readonly back: number
  /** `Bellano`. */
  readonly without: number
}

/**
 * How names and addresses look in one language.
 *
 * The rare words of a name are invented from `starts`, `middles` and `ends`; nothing
 * here is the name of a place or a house. In a language with its own script each entry
 * is `latin|local`, so that one word has both spellings.
 */
export interface Language {
  /** ISO 639-1. */
  readonly code: string
  readonly starts: readonly string[]
  readonly middles: readonly string[]
  readonly ends: readonly string[]
  /** Between two words of the local script; absent where names are written in Latin. */
  readonly localSpace?: string
  readonly generics: Readonly<Record<LodgingCategory, GenericWords>>
  /** Words that many houses share: with their article where they take one, `du Parc`. */
  readonly commonWords: readonly string[]
  /** Whole names without the generic word, `de France`: one name, many houses. */
  readonly poolNames: readonly string[]
  /** Set before an invented word, `le`, `du`. */
  readonly articles: readonly string[]
  /** `Saint`, `San`, `Sankt`. */
  readonly saints: readonly string[]
  /** Parts of a town, which tell the houses of one brand apart. */
  readonly districts: readonly string[]
  /** Words that describe and tell nothing apart. */
  readonly descriptions: readonly string[]
  /** `Annex`, `Spa`: another house of the same name next door. */
  readonly siblings: readonly string[]
  /** `{x}` is an invented word: `Rue {x}`. */
  readonly streets: readonly string[]
  /** `{n} {street}` or `{street} {n}`. */
  readonly address: string
  readonly streetShort: readonly (readonly [long: string, short: string])[]
  /** `{x}` is the invented part: the company that runs the house. */
  readonly companies: readonly string[]
  /** `{city}` and `{airport}`: how the language writes an airport. */
  readonly airport: string
  /** `{x}` is an invented word: railway and bus stations, ports. */
  readonly stations: readonly string[]
  /** `{x}` is an invented word: airports that do not exist. */
  readonly airfields: readonly string[]
}

/** A space-separated list as an array; an underscore stands for a space inside an entry. */
export function list(text: string): readonly string[] {
  return text
    .trim()
    .split(/\s+/)
    .map((entry) => entry.replaceAll('_', ' '))
}

/** Generic words with where they stand, in per cent: front, back, without. */
export function generic(words: string, front: number, back: number, without: number): GenericWords {
  return { words: list(words), front, back, without }
}
