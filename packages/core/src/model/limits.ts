/**
 * All maximum values of the registry. Schemas, documentation and the conformance suite use these limits. No limit cuts
 * data silently.
 */
export const LIMITS = {
  /** Ids in one batch read. */
  idsPerRead: 1_000,
  /** Inputs of one `mapBatch`. */
  inputsPerBatch: 10_000,
  /** Records of one `confirmBatch`. */
  confirmationsPerBatch: 100,
  /** Records of one transaction. Import splits its stream into transactions of this size. */
  recordsPerCommit: 5_000,
  /** Record rows of one commit: each record, and at most one record that becomes or stops being a representative. */
  recordRowsPerCommit: 10_000,
  /** Key lookups in one call of an index. */
  lookupsPerCall: 1_000,
  /** Keys of one key lookup. A query without category and with over seven identifiers uses fewer neighbour cells. */
  keysPerLookup: 64,
  /** Keys stored with one record: at most 44 keys for finding the record, and the key of its class. */
  keysPerRecord: 45,
  /** Keys of one record from one blocking rule that a schema adds. Further contents are ignored. */
  keysPerAddedRule: 4,
  /** UTF-16 units of one content of an added blocking rule. The rest is ignored. */
  addedKeyCharacters: 500,
  /** Records of one key. The registry skips a key with more records: such keys are weak evidence and expensive. */
  recordsPerKey: 200,
  /** Records of one weak key: a place without a name, or a name without a city. */
  recordsPerWeakKey: 30,
  /** Fully compared candidates of one match. */
  candidatesScored: 10,
  /** Open alerts that one product requests, about its most similar products. The other product may request more. */
  alertsPerProduct: 5,
  /** Marks that people leave on one open alert. */
  marksPerAlert: 50,
  /** Records of one component. A larger component is split before clustering, and reported. */
  recordsPerComponent: 500,
  /** Pairs of records that one curator decision judges. */
  judgementsPerDecision: 10_000,
  /** Matches in one result. */
  matchesPerResult: 50,
  /** Products on one page of a search. */
  searchPageSize: 100,
  /** The sum of `offset` and `limit` of a search. */
  searchOffset: 10_000,
  /** Expansions of one prefix or typo. */
  wordsPerExpansion: 50,
  /** UTF-16 units of all expansions of one search. Each search word gets a share, so that all fit in a cursor. */
  expandedCharactersPerSearch: 3_500,
  /** Tiers of one index query. */
  tiersPerSearch: 64,
  /** Counted terms of one index query. */
  countedTermsPerSearch: 1_000,
  /** Characters of a cursor. */
  cursorCharacters: 16_384,
  /** The radius of a search around a point, in metres. */
  searchRadiusMeters: 50_000,
  /** Characters of a search text. */
  searchTextCharacters: 256,
  /** Rows of one page of `scan`, `changes`, `alerts` and `events`. */
  rowsPerPage: 1_000,
  /** Characters of a name of a product, place or company. A longer name is cut and reported. */
  nameCharacters: 500,
  /** Characters of any other text field. */
  textCharacters: 2_000,
  /** Characters of a description. */
  descriptionCharacters: 20_000,
  /** UTF-16 units of the JSON of a record's details. Details beyond the limit are dropped and reported. */
  detailCharacters: 100_000,
  /** Characters of a supplier's code, an identifier's value, a postcode or a phone number. */
  codeCharacters: 256,
  /** Other names of one record. Further names are ignored and reported. */
  altNamesPerRecord: 20,
  /** Identifiers of one record. */
  identifiersPerRecord: 20,
  /** Stored concordances. Each may give a record one identifier. */
  concordances: 10,
  /** UTF-16 units of any text of a record or input. A record or input with a longer text is rejected. */
  cellCharacters: 100_000,
  /** UTF-16 units that the parser reads of any text. The rest of the text is cut and reported. */
  textUnitsRead: 20_000,
  /** Combining marks on one letter, as in the Stream-Safe Text Format of UAX #15. Sorting more marks is slow. */
  marksInARow: 30,
  /** Listed repairs of one record. Further repairs are only counted. */
  repairsPerRecord: 100,
  /** Fields of `extra`, including unknown fields. Further fields are dropped and reported. */
  extraFields: 1_000,
  /** Nesting levels of lists and objects in one field of `extra`. */
  extraLevels: 64,
  /** UTF-16 units of the JSON of `extra`. */
  extraCharacters: 20_000,
  /** Words of one name in features. */
  wordsPerName: 24,
  /** Fields with a feature that a schema adds. */
  addedFeatures: 16,
  /** Bytes of all added features of one record in their stored form. A feature beyond the limit is absent. */
  addedFeatureBytes: 4_000,
  /** Blocking rules that a schema adds. */
  addedBlockingRules: 16,
  /** Comparisons of one profile. */
  comparisonsPerProfile: 30,
  /** Levels of one custom comparison, including `unknown`. */
  levelsPerComparison: 64,
  /** Recent changes whose keys a ledger stores, to check preconditions on the absence of records. */
  changesWithKeys: 10_000,
  /** Attempts of one conflicting write. */
  commitAttempts: 10,
  /** Stored summaries of imports of one supplier. The ledger deletes older summaries. */
  importsPerSupplier: 1_000,
  /** UTF-16 units of the JSON of one stored summary of an import. */
  importSummaryCharacters: 50_000,
  /** Hours for which an idempotency key is stored. */
  idempotencyKeyHours: 48,
  /** The default retention of the change feed, in days. */
  changeFeedDays: 30,
} as const
