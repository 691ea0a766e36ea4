import type { ErrorCode, MatchOptions, MatchResult } from '@utpid/core'
import type { AboutRegistry } from '../durable/registry-folder.ts'
import type { IndexParts } from '../snapshot/index-parts.ts'

/** What a thread is begun with. */
export interface BatchWorkerSetUp {
  /** Of the ledger. */
  readonly path: string
  /** A module that exports `openBatchRegistry`. */
  readonly module: string
}

/** What a registry is as of one change. Columns lie in memory that all threads share. */
export interface RegistryView {
  readonly id: number
  readonly about: AboutRegistry
  readonly change: number
  readonly parts: IndexParts
}

/** What a thread is told: a view, which all that follows is asked of, or inputs to match. */
export type Told =
  | { readonly view: RegistryView }
  /** Its number comes back with the answer: a short question may be answered before a long one that was asked first. */
  | { readonly number: number; readonly inputs: readonly unknown[]; readonly options: MatchOptions }

/** What is answered to inputs. */
export type Answered =
  | { readonly results: readonly MatchResult[] }
  | {
      readonly refused: {
        readonly code: ErrorCode
        readonly message: string
        readonly details: Readonly<Record<string, unknown>>
      }
    }
  /** Something else went wrong: whoever asked matches them by itself. */
  | { readonly failed: string }

/** What a thread says. Without a number something that it was told could not be read. */
export interface Said {
  readonly number?: number
  readonly answered: Answered
}
