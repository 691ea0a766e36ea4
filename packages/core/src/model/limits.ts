/**
 * All maxima of the registry. Schemas, documentation and the conformance suite use them. No limit cuts data silently.
 */
export const LIMITS = {
  /** Ids in one batch read. */
  idsPerRead: 1_000,
  /** Inputs of one `mapBatch`. */
  inputsPerBatch: 10_000,
  /** Records of one transaction. Import splits its stream into transactions of this size. */
  recordsPerCommit: 5_000,
  /** Record rows of one commit: each record, and at most one other that becomes or stops being the first of its class. */
  recordRowsPerCommit: 10_000,
  /** Key lookups in one call of an index. */
  lookupsPerCall: 1_000,
  /** Keys of one key lookup. A query without category and with over seven identifiers uses fewer neighbour cells. */
  keysPerLookup: 64,
  /** Keys stored with one record: at most 44 for finding it, and the key of its class. */
  keysPerRecord: 45,
  /** A key that more records have is skipped: it is the weakest evidence and the most expensive. */
  recordsPerKey: 200,
  /** The same for a weak key: a place without a name, a name without a city. */
  recordsPerWeakKey: 30,
  /** Fully compared candidates of one match. */
  candidatesScored: 10,
  /** Open alerts requested by one product: those with its most similar products. The other product may request more. */
  alertsPerProduct: 5,
  /** A larger component is split before clustering, and reported. */
  recordsPerComponent: 500,
  /** Pairs of records judged by one curator decision. */
  judgementsPerDecision: 10_000,
  /** Matches in one result. */
  matchesPerResult: 50,
  /** Products on one page of a search. */
  searchPageSize: 100,
  /** `offset + limit` of a search. */
  searchOffset: 10_000,
  /** Expansions of one prefix or typo. */
  wordsPerExpansion: 50,
  /** UTF-16 units of all expansions of one search. Each search word gets a share, so that a cursor can carry them. */
  expandedCharactersPerSearch: 3_500,
  /** Tiers of one index query. */
  tiersPerSearch: 64,
  /** Counted terms of one index query. */
  countedTermsPerSearch: 1_000,
  /** Characters of a cursor. */
  cursorCharacters: 16_384,
  /** Radius of a search around a point, in metres. */
  searchRadiusMeters: 50_000,
  /** Characters of a search text. */
  searchTextCharacters: 256,
  /** Rows of one page of `scan`, `changes`, `alerts` and `events`. */
  rowsPerPage: 1_000,
  /** Characters of a name of a product, place or company. A longer one is cut and reported. */
  nameCharacters: 500,
  /** Characters of any other text field. */
  textCharacters: 2_000,
  /** Characters of a supplier's code, an identifier's value, a postcode or a phone number. */
  codeCharacters: 256,
  /** Other names of one record. Further ones are ignored and reported. */
  altNamesPerRecord: 20,
  /** Identifiers of one record. */
  identifiersPerRecord: 20,
  /** UTF-16 units of any text of a record or input. A record or input with a longer text is rejected. */
  cellCharacters: 100_000,
  /** UTF-16 units read of any text. The rest is cut and reported. */
  textUnitsRead: 20_000,
  /** Marks kept on one letter, as in the Stream-Safe Text Format of UAX #15. Sorting thousands is slow. */
  marksInARow: 30,
  /** Listed repairs of one record. Further ones are only counted. */
  repairsPerRecord: 100,
  /** Fields of `extra`, including unknown fields. Further ones are dropped and reported. */
  extraFields: 1_000,
  /** Nesting levels of lists and objects in one field of `extra`. */
  extraLevels: 64,
  /** UTF-16 units of the JSON of `extra`. */
  extraCharacters: 20_000,
  /** Words of one name in features. */
  wordsPerName: 24,
  /** Recent changes whose keys a ledger keeps, to check preconditions on absence. */
  changesWithKeys: 10_000,
  /** Attempts of one conflicting write. */
  commitAttempts: 10,
  /** Hours that an idempotency key is kept. */
  idempotencyKeyHours: 48,
  /** Default retention of the change feed, in days. */
  feedDays: 30,
} as const
