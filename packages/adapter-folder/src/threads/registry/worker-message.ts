import type { FrozenIndex } from '@utpid/adapter-memory/engine'
import type { MatchOptions, MatchResult, Registry } from '@utpid/core'
import type { ChangeNumber } from '@utpid/core/storage'
import type { CompareResult, CompareTask } from '../../clustering/compare-task.ts'
import type { Manifest } from '../../folder/registry-folder.ts'

/** Maximum rows that a thread applies to its view. They are in small segments, which only the writing thread merges. */
export const MAX_ROWS_FOLLOWED = 8_192
/** Maximum changes between two views: after more changes, opening the registry again is faster. */
export const MAX_CHANGES_BETWEEN_VIEWS = 2_000

/** Data that a thread starts with. */
export interface WorkerSetUp {
  readonly path: string
  /** Set to 1 after the check of all pages; undefined if they were checked before opening. */
  readonly allChecked: SharedArrayBuffer | undefined
  /** Module that exports `openWorkerRegistry`. */
  readonly module: string
}

/** A registry as of one change. Its columns are in memory shared by all threads. */
export interface RegistryView {
  readonly id: number
  readonly manifest: Manifest
  readonly change: ChangeNumber
  readonly parts: FrozenIndex
}

/** Calls that a thread answers one by one. */
export const READS = ['search', 'match', 'mapBatch'] as const

export type Read = (typeof READS)[number]

/** Arguments of a read call as plain data: the query and the options. */
export type ReadArguments = readonly [unknown, Readonly<Record<string, unknown>>]

/** Request to a thread. */
export type Task =
  /** Use this view from now on. */
  | { readonly view: RegistryView }
  /** Inputs to match on the view. */
  | { readonly inputs: readonly unknown[]; readonly options: MatchOptions }
  /** A task of comparing all rows of the view. */
  | { readonly compare: CompareTask }
  /** A query to answer after applying all earlier writes. */
  | { readonly read: Read; readonly given: ReadArguments }

/** A request with a number, which its response repeats: a short request may be answered before an earlier long one. */
export type Request = Task & { readonly number: number }

export type Response =
  | { readonly opened: true }
  | { readonly results: readonly MatchResult[] }
  | { readonly compared: CompareResult }
  /** An answer, and the number of rows written since the view: many such rows slow queries down. */
  | { readonly result: Awaited<ReturnType<Registry[Read]>>; readonly rowsSince: number }
  /** The registry was rebuilt, or has a new supplier: a new view is needed. */
  | { readonly outdated: true }
  /** The request was rejected or failed: the calling thread answers it, and reports the error. */
  | { readonly failed: string }

/** Message of a thread. The number is missing if a request could not be deserialized. */
export interface Message {
  readonly number?: number
  readonly answered: Response
}
