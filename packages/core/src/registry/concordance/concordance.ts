import type { SupplierCode } from '../../model/supplier-record.ts'
import type { Utpid } from '../../model/utpid.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import type { ImportPass } from '../loss/record-source.ts'
import type { ConcordanceLoss } from './concordance-loss.ts'

/** One entry of a concordance: a code and the id of its set. Codes with one set belong to one product. */
export interface ConcordanceEntry extends Omit<SupplierCode, 'supplier'> {
  /** Default: the option `supplier`. */
  readonly supplier?: string
  /** The id of the set, at most `LIMITS.codeCharacters` characters. */
  readonly set: string
}

/**
 * The entries of a concordance, or a function that returns them again for each reading: `check` counts the codes that a
 * replacement would remove, `write` stores the entries.
 */
export type ConcordanceSource =
  | Iterable<ConcordanceEntry>
  | AsyncIterable<ConcordanceEntry>
  | ((pass: ImportPass) => Iterable<ConcordanceEntry> | AsyncIterable<ConcordanceEntry>)

/** The options of `storeConcordance`. */
export interface StoreConcordanceOptions {
  /** A note about the origin of the codes, such as a file and its date. Default: the stored note. */
  readonly source?: string
  /**
   * If true, the call only adds entries. Default: false, so that codes and sets that the entries lack are removed at the
   * end.
   */
  readonly add?: boolean
  /**
   * The supplier of entries that name none, for a file of one supplier. Then the call removes only codes of this
   * supplier.
   */
  readonly supplier?: string
  /**
   * The share of the stored codes that a replacement may remove, 0 to 1. Default: 0.1. The call counts them before it
   * writes anything, so it reads the entries twice: pass an array or a function. With 1, nothing is counted.
   */
  readonly allowLoss?: number
  /**
   * A function that is called if more codes would be removed than allowed, before anything is written. If it returns
   * true, the call continues. Default: the call fails with `excessive_loss`.
   */
  readonly onLoss?: (loss: ConcordanceLoss) => boolean | Promise<boolean>
  /** A signal that stops the call between two batches. Nothing is removed then. Repeating the call continues. */
  readonly signal?: AbortSignalLike
  /** A callback with the progress, called after each batch. */
  readonly onProgress?: (progress: ConcordanceProgress) => void
}

/** The progress of a call that stores or removes a concordance. */
export interface ConcordanceProgress {
  /**
   * `check` reads the codes of entries that replace stored ones; `store` stores entries; `remove` looks through the stored
   * codes for codes to remove.
   */
  readonly phase: 'check' | 'store' | 'remove'
  /** The number of entries or stored codes so far. */
  readonly done: number
}

/** The result of `storeConcordance`. */
export interface ConcordanceReport {
  readonly name: string
  /** The number of entries that the call read. */
  readonly entries: number
  /** The number of codes that are new in the concordance. */
  readonly added: number
  /** The number of times that the sets of a stored code changed. */
  readonly changed: number
  /** The number of codes that the call removed, since the entries lack them. */
  readonly removed: number
  /** The number of times that the call wrote a record, because its assigned identifiers changed. */
  readonly records: number
  /** The number of stored codes afterwards. */
  readonly codes: number
  /** The number of these codes with several sets. Such a code contradicts itself and gives its record no identifier. */
  readonly contradictions: number
  /** The number of entries that cannot be used. */
  readonly rejected: number
  /** The first of these entries, at most 20. */
  readonly rejections: readonly RejectedEntry[]
  /** The number of the last change of the call; the latest change if nothing was written. */
  readonly change: number
}

/** An entry that cannot be used. */
export interface RejectedEntry {
  /** The position in the input, counted from 0. */
  readonly index: number
  /** One sentence for people. */
  readonly message: string
}

/** A stored concordance. */
export interface StoredConcordance {
  readonly name: string
  /** The note about its origin; null without one. */
  readonly source: string | null
  /** The start of its last change, ISO 8601 UTC. */
  readonly since: string
  /** The end of the last call that stored entries; null while a call is under way or if it was interrupted. */
  readonly completedAt: string | null
  readonly codes: number
  /** The number of codes with several sets. */
  readonly contradictions: number
}

/** The result of `removeConcordance`. */
export interface RemovedConcordance {
  readonly name: string
  /** The number of codes that were removed. */
  readonly removed: number
  /** The number of records that lost an assigned identifier. */
  readonly records: number
  /** The number of the last change. */
  readonly change: number
}

/** A contradiction of stored concordances. */
export type ConcordanceContradiction =
  /** A code has several sets of one concordance. None of them counts. */
  | {
      readonly kind: 'several_sets'
      readonly concordance: string
      readonly code: SupplierCode
      readonly sets: readonly string[]
    }
  /** Two codes have one set of a concordance, but different sets of another one. Both concordances count. */
  | {
      readonly kind: 'concordances_disagree'
      /** The concordance in which the codes belong together. */
      readonly concordance: string
      readonly set: string
      /** The concordance in which they do not. */
      readonly other: string
      readonly code: SupplierCode
    }
  /** Two codes have one set, but a person judged their records different. The decision wins. */
  | {
      readonly kind: 'judged_different'
      readonly concordance: string
      readonly set: string
      readonly codes: readonly [SupplierCode, SupplierCode]
      readonly utpids: readonly [Utpid | null, Utpid | null]
      /** The change of the decision. */
      readonly decision: number
    }
