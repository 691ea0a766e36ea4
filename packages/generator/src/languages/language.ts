/** Kinds of generated lodgings, as slugs of core's categories. */
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

/** Generic words for one kind of lodging, with weights for their position in a name. */
export interface GenericWords {
  /** Each entry is a whole phrase. An entry of a language with its own script has both spellings: `Hotel|ホテル`. */
  readonly words: readonly string[]
  /** Weight of names that start with a generic word: `Hotel Bellano`. */
  readonly front: number
  /** Weight of names that end with a generic word: `Bellano Hotel`. */
  readonly back: number
  /** Weight of names without a generic word: `Bellano`. */
  readonly without: number
}

/**
 * The forms of names and addresses in one language.
 *
 * The rare words of a name are invented from `starts`, `middles` and `ends`; no entry is the name of a real place or
 * lodging. In a language with its own script, each entry has both spellings of a word: `latin|local`.
 */
export interface Language {
  /** ISO 639-1 code. */
  readonly code: string
  readonly starts: readonly string[]
  readonly middles: readonly string[]
  readonly ends: readonly string[]
  /** Separator between two words of the local script; absent for languages in Latin script. */
  readonly localSpace?: string
  readonly generics: Readonly<Record<LodgingCategory, GenericWords>>
  /** Words that many lodgings share, with their article if they have one: `du Parc`. */
  readonly commonWords: readonly string[]
  /** Whole names that many lodgings share, without the generic word: `de France`. */
  readonly poolNames: readonly string[]
  /** Articles before an invented word: `le`, `du`. */
  readonly articles: readonly string[]
  /** Words for a saint: `Saint`, `San`, `Sankt`. */
  readonly saints: readonly string[]
  /** Districts of a town, which distinguish the branches of one brand. */
  readonly districts: readonly string[]
  /** Words that describe a lodging but do not distinguish it. */
  readonly descriptions: readonly string[]
  /** Words that distinguish a lodging from its neighbour of the same name: `Annex`, `Spa`. */
  readonly siblings: readonly string[]
  /** Patterns of street names; `{x}` is an invented word: `Rue {x}`. */
  readonly streets: readonly string[]
  /** The order of the parts of an address: `{n} {street}` or `{street} {n}`. */
  readonly address: string
  readonly streetShort: readonly (readonly [long: string, short: string])[]
  /** Patterns of names of operating companies; `{x}` is the invented part. */
  readonly companies: readonly string[]
  /** Pattern of an airport's name in this language, with `{city}` and `{airport}`. */
  readonly airport: string
  /** Patterns of names of railway and bus stations and ports; `{x}` is an invented word. */
  readonly stations: readonly string[]
  /** Patterns of names of fictitious airports; `{x}` is an invented word. */
  readonly airfields: readonly string[]
}

/** Splits a space-separated list; an underscore stands for a space inside an entry. */
export function list(text: string): readonly string[] {
  return text
    .trim()
    .split(/\s+/)
    .map((entry) => entry.replaceAll('_', ' '))
}

/** Creates generic words with the weights of their positions, in per cent: front, back, without. */
export function generic(words: string, front: number, back: number, without: number): GenericWords {
  return { words: list(words), front, back, without }
}
