/** `@utpid/core`: the registry, and the types of products, records and matches. docs/glossary.md defines the terms. */

export type { CustomBlockingRule } from './features/rules/blocking-rule.ts'
export { distanceInMeters } from './geo/distance.ts'
export type { Gazetteer } from './geo/gazetteer.ts'
export { DEFAULT_SURVIVORSHIP_RULES, type SurvivorshipRules } from './golden-record/survivorship-rules.ts'
export { parseCategory } from './ingest/parse-category.ts'
export { COUNTRY_CODES, parseCountry } from './ingest/parse-country.ts'
export { parseInput, parseRecord, parseSupplierId } from './ingest/parse-record.ts'
export { INPUT_SCHEMA, RECORD_SCHEMA } from './ingest/record-schema.ts'
export { CATEGORIES, type Category } from './model/category.ts'
export type { ErrorCode } from './model/error-codes.ts'
export { LIMITS } from './model/limits.ts'
export type { ExplainedCompetition, Explanation, Match, MatchDecision, MatchResult } from './model/match.ts'
export type { MatchExplanation, NonMatchExplanation } from './model/match-explanation.ts'
export type { Coordinates, Location } from './model/place.ts'
export type { DuplicateAlert, LinkedRecord, Product, RegistryStats } from './model/product.ts'
export { RegistryError } from './model/registry-error.ts'
export type { RegistryEvent } from './model/registry-event.ts'
export type { Repair } from './model/repair.ts'
export type {
  ActivityDetails,
  AltName,
  Identifier,
  JsonValue,
  MatchInput,
  RecordContent,
  Supplier,
  SupplierCode,
  SupplierRecord,
  TransferDetails,
  TransferEnd,
} from './model/supplier-record.ts'
export {
  type Alias,
  formatUtpid,
  type ProductId,
  parseUtpid,
  requireUtpid,
  UTPID_FORMAT,
  type Utpid,
  type UtpidFormat,
} from './model/utpid.ts'
export type { Confirmation, UnconfirmedInput } from './registry/confirm/confirmation.ts'
export type { CallOptions } from './registry/context/check-signal.ts'
export type { RegistryOptions } from './registry/context/registry-options.ts'
export { createRegistry } from './registry/create-registry.ts'
export type { MatchOptions } from './registry/match/match-inputs.ts'
export type { ProductSummary } from './registry/read/product-summary.ts'
export type { Registry } from './registry/registry.ts'
export { SEARCH_FACETS } from './registry/search/search-facets.ts'
export type { SearchOptions, SearchResult } from './registry/search/search-products.ts'
export type {
  CountingImportOptions as ImportOptions,
  CountingImportReport as ImportReport,
} from './registry/term-frequency/import-and-count.ts'
export type { AbortSignalLike } from './runtime/environment.ts'
export type { CustomComparison } from './schema/custom-comparison.ts'
export type { CustomField } from './schema/custom-field.ts'
export { defaultSchema } from './schema/default-schema.ts'
export { extendSchema, type SchemaExtension } from './schema/extend-schema.ts'
export { fieldComparison } from './schema/field-comparison.ts'
export { measureComparison } from './schema/measure-comparison.ts'
export type { RegistrySchema } from './schema/registry-schema.ts'
export type { Storage } from './storage/storage.ts'
