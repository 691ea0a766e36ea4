import type { FrozenIndex } from '@utpid/adapter-memory/engine'
import type { MatchOptions, MatchResult, Registry } from '@utpid/core'
import type { ChangeNumber } from '@utpid/core/storage'
import type { CompareResult, CompareTask } from '../../clustering/compare-task.ts'
import type { Manifest } from '../../folder/registry-folder.ts'
import type { SchemaReference } from './thread-schema.ts'

/**
 * The maximum number of rows that a thread applies to its view. Applied rows are in small segments, which only the
 * writing thread merges.
 */
export const MAX_ROWS_FOLLOWED = 8_192
/** The maximum number of changes between two views. After more changes, opening the registry again is faster. */
export const MAX_CHANGES_BETWEEN_VIEWS = 2_000

/** The start data of a thread. */
export interface WorkerSetUp {
  readonly path: string
  /** A flag that is 1 after the check of all pages; undefined if all pages were checked before opening. */
  readonly allChecked: SharedArrayBuffer | undefined
  /** The module that exports `openWorkerRegistry`. */
  readonly module: string
  readonly schema: SchemaReference
}

/** A registry as of one change. Its columns are in memory that all threads share. */
export interface RegistryView {
  readonly id: number
  readonly manifest: Manifest
  readonly change: ChangeNumber
  readonly parts: FrozenIndex
}

/** Calls that a thread answers one by one. */
export const READS = ['search', 'match', 'mapBatch'] as const

export type Read = (typeof READS)[number]

/** The arguments of a read call as plain data: the query and the options. */
export type ReadArguments = readonly [unknown, Readonly<Record<string, unknown>>]

/** A request to a thread. */
export type Task =
  /** A view to use from now on. */
  | { readonly view: RegistryView }
  /** Inputs to match on the view. */
  | { readonly inputs: readonly unknown[]; readonly options: MatchOptions }
  /** A task that compares all rows of the view. */
  | { readonly compare: CompareTask }
  /** A query to run after applying all earlier writes. */
  | { readonly read: Read; readonly given: ReadArguments }

/** A request with a number, which its response repeats: a short request may finish before an earlier long request. */
export type Request = Task & { readonly number: number }

export type Response =
  | { readonly opened: true }
  | { readonly results: readonly MatchResult[] }
  | { readonly compared: CompareResult }
  /** A result, and the number of rows written after the view. Many such rows slow down queries. */
  | { readonly result: Awaited<ReturnType<Registry[Read]>>; readonly rowsSince: number }
  /** The registry was rebuilt, or has a new supplier. A new view is needed. */
  | { readonly outdated: true }
  /** The request was rejected or failed. The calling thread runs it again, and reports the error. */
  | { readonly failed: string }

/** A message of a thread. The number is missing if a request could not be deserialized. */
export interface Message {
  readonly number?: number
  readonly answered: Response
}
