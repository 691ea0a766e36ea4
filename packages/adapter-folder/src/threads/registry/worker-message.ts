import type { IndexParts } from '@utpid/adapter-memory/engine'
import type { ChangeNumber, MatchOptions, MatchResult, Registry } from '@utpid/core'
import type { CompareAnswer, CompareTask } from '../../clustering/compare-task.ts'
import type { AboutRegistry } from '../../folder/registry-folder.ts'

/** Rows that a thread takes in since its view, at most: they lie in small segments, which only the one who writes merges. */
export const ROWS_FOLLOWED_MOST = 8_192
/** To walk more changes from one view to the next takes longer than to open the registry anew. */
export const CHANGES_WALKED = 2_000

/** What a thread is begun with. */
export interface WorkerSetUp {
  /** Of the ledger. */
  readonly path: string
  /** Set to 1 when its pages were walked; undefined when that was before it was opened. */
  readonly walked: SharedArrayBuffer | undefined
  /** A module that exports `openWorkerRegistry`. */
  readonly module: string
}

/** What a registry is as of one change. Columns lie in memory that all threads share. */
export interface RegistryView {
  readonly id: number
  readonly about: AboutRegistry
  readonly change: ChangeNumber
  readonly parts: IndexParts
}

/** Calls that a thread answers one by one. */
export const READS = ['search', 'list', 'match', 'mapBatch'] as const

export type Read = (typeof READS)[number]

/** What is asked by such a call: what is looked for, and the options, as plain data. */
export type ReadArguments = readonly [unknown, Readonly<Record<string, unknown>>]

/** What a thread is asked for. */
export type Wanted =
  /** From here on all is asked of this view. */
  | { readonly view: RegistryView }
  /** Inputs to match on the view. */
  | { readonly inputs: readonly unknown[]; readonly options: MatchOptions }
  /** A piece of comparing all rows of the view. */
  | { readonly compare: CompareTask }
  /** To be answered by all that was written before. */
  | { readonly read: Read; readonly given: ReadArguments }

/** Its number comes back with the answer: a short question may be answered before a long one that was asked first. */
export type Told = Wanted & { readonly number: number }

/** What a thread answers. */
export type Answered =
  | { readonly opened: true }
  | { readonly results: readonly MatchResult[] }
  | { readonly compared: CompareAnswer }
  /** With how many rows were written since the view: they are in the way when there are many. */
  | { readonly result: Awaited<ReturnType<Registry[Read]>>; readonly rowsSince: number }
  /** The registry was made anew, or knows of another supplier: it takes another view to answer. */
  | { readonly outdated: true }
  /** It was refused, or something went wrong: whoever asked answers by itself, and says so. */
  | { readonly failed: string }

/** What a thread says. Without a number something that it was told could not be read. */
export interface Said {
  readonly number?: number
  readonly answered: Answered
}
