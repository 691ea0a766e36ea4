import type { RejectionCode, RepairCode } from './repair.ts'

/**
 * The summary of one import for one supplier. The registry stores the last `LIMITS.importsPerSupplier` summaries of each
 * supplier.
 */
export interface ImportSummary {
  readonly supplier: string
  /** The number of the change that stored the summary. It follows all changes of the import. */
  readonly change: number
  /** The times of the start and the end of the import, ISO 8601 UTC. */
  readonly startedAt: string
  readonly finishedAt: string
  /** The numbers of the supplier's records in the import, by outcome. */
  readonly counts: ImportSummaryCounts
  /** The number of rejected records by reason. */
  readonly rejections: Readonly<Partial<Record<RejectionCode, number>>>
  /** The number of records with a repair, by repair. A record with several repairs counts several times. */
  readonly repairs: Readonly<Partial<Record<RepairCode, number>>>
  /** The number of accepted records by the source of their category. */
  readonly categories: CategorySources
  /** True if the supplier feed was complete, so that missing records were deactivated. */
  readonly full?: true
  /** True if the import continued after an interruption and its counts do not cover the earlier part. */
  readonly resumed?: true
  readonly source?: ImportSource
}

/** The numbers of records of one supplier in an import. Each record is in one count, but `repaired` counts it again. */
export interface ImportSummaryCounts {
  readonly linked: number
  readonly created: number
  readonly alerted: number
  readonly updated: number
  readonly unchanged: number
  readonly suppressed: number
  readonly rejected: number
  readonly superseded: number
  readonly repaired: number
  /** The number of records that the full feed lacked and the import deactivated. */
  readonly deactivated: number
}

/** The sources of categories. */
export interface CategorySources {
  /** The record stated a known category. */
  readonly stated: number
  /** The record stated no category; its name or the default of the supplier gave one. */
  readonly inferred: number
  /** The record stated a category that utpid does not know. */
  readonly unknown: number
  /** The record stated no category and became `other`. */
  readonly missing: number
}

/** Where the records of an import came from. The caller of `import` gives it; texts are cut to 200 characters. */
export interface ImportSource {
  /** The name of the file. */
  readonly file?: string
  /** The format of the file, such as `csv`. */
  readonly format?: string
  /** The person or API key that started the import. */
  readonly actor?: string
  /** The number of lines or elements that could not be read as records. */
  readonly unreadable?: number
  /** The columns with values that no field used. At most 50 are stored. */
  readonly ignored?: readonly IgnoredColumn[]
}

/** A column of a supplier feed with values that no field used. */
export interface IgnoredColumn {
  readonly column: string
  /** The share of records with a value, 0 to 1. */
  readonly filled: number
  /** The field that the column probably belongs to, if there is a guess. */
  readonly guess?: string
}
