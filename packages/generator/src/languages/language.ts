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

/** Generic words of one kind of lodging, with weights for their position in a name. */
export interface GenericWords {
  /** Each entry is a whole phrase; an entry with a local script is `Hotel|ホテル`. */
  readonly words: readonly string[]
  /** `Hotel Bellano`. */
  readonly front: number
  /** `Bellano Hotel`. */
  readonly back: number
  /** `Bellano`. */
  readonly without: number
}

/**
 * The forms of names and addresses in one language.
 *
 * The rare words of a name are invented from `starts`, `middles` and `ends`; nothing here is the name of a real place
 * or lodging. In a language with its own script each entry is `latin|local`, so that one word has both spellings.
 */
export interface Language {
  /** ISO 639-1. */
  readonly code: string
  readonly starts: readonly string[]
  readonly middles: readonly string[]
  readonly ends: readonly string[]
  /** Separator between two words of the local script; absent for languages in Latin script. */
  readonly localSpace?: string
  readonly generics: Readonly<Record<LodgingCategory, GenericWords>>
  /** Words that many lodgings share, with their article if they have one: `du Parc`. */
  readonly commonWords: readonly string[]
  /** Whole names without the generic word that many lodgings share: `de France`. */
  readonly poolNames: readonly string[]
  /** Articles before an invented word: `le`, `du`. */
  readonly articles: readonly string[]
  /** `Saint`, `San`, `Sankt`. */
  readonly saints: readonly string[]
  /** Districts of a town, which distinguish the branches of one brand. */
  readonly districts: readonly string[]
  /** Words that describe but do not distinguish. */
  readonly descriptions: readonly string[]
  /** `Annex`, `Spa`: marks of another lodging of the same name next door. */
  readonly siblings: readonly string[]
  /** Patterns of streets; `{x}` is an invented word: `Rue {x}`. */
  readonly streets: readonly string[]
  /** `{n} {street}` or `{street} {n}`. */
  readonly address: string
  readonly streetShort: readonly (readonly [long: string, short: string])[]
  /** Patterns of operating companies; `{x}` is the invented part. */
  readonly companies: readonly string[]
  /** The pattern of an airport in this language, with `{city}` and `{airport}`. */
  readonly airport: string
  /** Patterns of railway and bus stations and ports; `{x}` is an invented word. */
  readonly stations: readonly string[]
  /** Patterns of fictitious airports; `{x}` is an invented word. */
  readonly airfields: readonly string[]
}

/** Splits a space-separated list; an underscore stands for a space inside an entry. */
export function list(text: string): readonly string[] {
  return text
    .trim()
    .split(/\s+/)
    .map((entry) => entry.replaceAll('_', ' '))
}

/** Makes generic words with weights for their position, in per cent: front, back, without. */
export function generic(words: string, front: number, back: number, without: number): GenericWords {
  return { words: list(words), front, back, without }
}
