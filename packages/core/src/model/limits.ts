/**
 * Every maximum of the registry, in one place. Schemas, documentation and the
 * conformance suite quote these; nothing is silently cut at any of them.
 */
export const LIMITS = {
  /** Ids in one batch read. */
  idsPerRead: 1_000,
  /** Inputs of one `mapBatch`. */
  inputsPerBatch: 10_000,
  /** Records given to one step; import cuts its stream into these. */
  recordsPerCommit: 5_000,
  /** Record rows of one commit: those that were given, and for each at most one that takes its place among copies, or gives it up. */
  recordRowsPerCommit: 10_000,
  /** Probes asked of an index in one call. */
  probesPerCall: 1_000,
  /** Keys of one probe; a question without category and with over seven identifiers asks fewer cells beside its own. */
  keysPerProbe: 64,
  /** Keys stored with one record: at most 44 that others find it by, and that of its class. */
  keysPerRecord: 45,
  /** A key carried by more records than this is not answered: it tells the least and costs the most. */
  recordsPerKey: 200,
  /** The same for a key that says little by itself: a place without a name, a name without a city. */
  recordsPerLooseKey: 30,
  /** Candidates compared in full for one match. */
  candidatesScored: 10,
  /** Open alerts that a product asks for: those about the products most like it. Another product may ask about it, too. */
  alertsPerProduct: 5,
  /** A connected component above this is cut before it is grouped, and reported. */
  recordsPerComponent: 500,
  /** Pairs of records that one decision rules on. */
  rulingsPerDecision: 10_000,
  /** Matches in one answer. */
  matchesPerAnswer: 50,
  /** Products on one page of a search. */
  searchPageSize: 100,
  /** `offset + limit` of a search. */
  searchOffset: 10_000,
  /** Words that a prefix or a typo expands to. */
  wordsPerExpansion: 50,
  /** UTF-16 units of all words that one search is expanded by; each expansion gets its share, so that a cursor can carry them. */
  expandedCharactersPerSearch: 3_500,
  /** Tiers of one question to an index. */
  tiersPerSearch: 64,
  /** Terms that one question to an index counts. */
  countedTermsPerSearch: 1_000,
  /** Characters of a cursor. */
  cursorCharacters: 16_384,
  /** Metres of a search around a point. */
  searchRadiusMeters: 50_000,
  /** Characters of a search text. */
  searchTextCharacters: 256,
  /** Rows of one page of `scan`, `changes`, `alerts` and `events`. */
  rowsPerPage: 1_000,
  /** Characters of a name, be it of a product, a place or a company; a longer one is cut and reported. */
  nameCharacters: 500,
  /** Characters of any other text field. */
  textCharacters: 2_000,
  /** Characters of a supplier's code, an identifier's value, a postcode or a phone number. */
  codeCharacters: 256,
  /** Other names of one record; further ones go unread and are reported. */
  altNamesPerRecord: 20,
  /** Identifiers of one record. */
  identifiersPerRecord: 20,
  /** UTF-16 units of any text of a record or input; one with a longer text is rejected. */
  cellCharacters: 100_000,
  /** UTF-16 units that are read of any text; what comes after them is cut and reported. */
  textUnitsRead: 20_000,
  /** Marks on one letter that are kept, as in the Stream-Safe Text Format of UAX #15; sorting thousands takes long. */
  marksInARow: 30,
  /** Repairs that are listed of one record; of further ones only their number. */
  repairsPerRecord: 100,
  /** Fields of `extra`, with those that nobody knows; further ones are left out and reported. */
  extraFields: 1_000,
  /** Levels of lists and objects in one field of `extra`. */
  extraLevels: 64,
  /** UTF-16 units of the JSON of `extra`. */
  extraCharacters: 20_000,
  /** Words of one name that features keep. */
  wordsPerName: 24,
  /** Changes whose keys a ledger remembers, to judge an absence that was assumed. */
  changesWithKeys: 10_000,
  /** Tries of one write that others keep overtaking. */
  commitAttempts: 10,
  /** Hours a commit token is remembered. */
  tokenHours: 48,
  /** Days the feed of changes is kept unless set otherwise. */
  feedDays: 30,
} as const
