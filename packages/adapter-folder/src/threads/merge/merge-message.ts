import type { KeyColumns, Merged, PartsToMerge, TermColumns } from '@utpid/adapter-memory/engine'

/** What the thread is to merge; columns lie in memory that both share. */
export type MergeWanted = { readonly number: number } & PartsToMerge

/** What became of it. */
export type MergeSaid = { readonly number: number } & (
  | { readonly merged: Merged<KeyColumns> | Merged<TermColumns> }
  | { readonly failed: string }
)
