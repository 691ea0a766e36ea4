/** `@utpid/feed`: reads suppliers' feeds, with any field names and encodings, as records for `@utpid/core`. */

export { AnnotatedCopy, type AnnotatedCopyOptions, canAnnotate } from './back/annotated-copy.ts'
export { type AnsweredInput, importedResult, mappedResult, withoutProduct } from './back/result/outcome-result.ts'
export { RESULT_COLUMNS, type RowResult } from './back/result/row-result.ts'
export {
  type ColumnGuess,
  type ColumnReport,
  type ColumnSource,
  type ColumnUse,
  fillsTarget,
  ignoredColumns,
  ignoredSources,
} from './columns/column-report.ts'
export {
  FEED_WARNINGS,
  type FeedWarning,
  type FeedWarningCode,
  feedWarnings,
  rowsWithName,
} from './columns/missing-fields.ts'
export { Concordance, type RepeatedCode } from './concordance/concordance.ts'
export {
  CONCORDANCE_COLUMNS,
  type ConcordanceFileRow,
  type ConcordanceOptions,
  type ReadConcordance,
  readConcordance,
  readConcordanceRows,
  type UnusedRow,
} from './concordance/read-concordance.ts'
export { createFeedStats, type FeedStats } from './feed/feed-stats.ts'
export { type FeedRecipe, type ReadFeedOptions, readFeed } from './feed/read-feed.ts'
export { FEED_ERROR_CODES, FeedError, type FeedErrorCode } from './item/feed-error.ts'
export {
  FEED_REPAIR_CODES,
  type FeedFailure,
  type FeedItem,
  type FeedRecord,
  type FeedRepair,
  type FeedRepairCode,
  ITEM_ERROR_CODES,
  type ItemError,
  type ItemErrorCode,
} from './item/feed-item.ts'
export type { RowPosition } from './item/row-position.ts'
export { FEED_LIMITS, MAX_LINE_BYTES } from './limits/feed-limits.ts'
export { type ReadLinesOptions, readLines } from './lines/read-lines.ts'
export { type Condition, parseRemovedWhen, parseWhere, type RemovalCondition } from './mapping/condition.ts'
export { FIELD_ALIASES } from './mapping/field-aliases.ts'
export { type Mapping, parseConstants, parseMapping, parseMappingFile, readMappingFile } from './mapping/mapping.ts'
export { RECORD_TARGETS } from './mapping/record-target.ts'
export { toRecord } from './mapping/to-record.ts'
export { builtInRecipe, recipeNames } from './recipe/built-in-recipes.ts'
export { type PathFate, type RecipeCheck, RecipeChecker, type RefusedValue } from './recipe/check-recipe.ts'
export { compileRecipe, parseRecipe } from './recipe/compile-recipe.ts'
export { draftRecipe } from './recipe/draft-recipe.ts'
export type { PathUse } from './recipe/path-tree.ts'
export { readRecipe } from './recipe/read-recipe-file.ts'
export type { ConcordanceCode, ConcordanceSet, Recipe } from './recipe/recipe.ts'
export { detectFormat, type FeedFormat } from './source/detect-format.ts'
export type { BytesListener, FeedSource } from './source/open-source.ts'
export { type SpooledFile, type SpoolOptions, spool } from './source/spool.ts'
