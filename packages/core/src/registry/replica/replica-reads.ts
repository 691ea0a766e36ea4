import { validationError } from '../../model/validation-error.ts'
import type { Commit, CommitResult } from '../../storage/commit.ts'
import { ledgerProxy } from '../../storage/ledger/ledger-proxy.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type { RegistryIndex } from '../../storage/registry-index.ts'
import type { ReplicaCopy } from './replica-copy.ts'

/**
 * Returns a ledger that reads rows from a copy. The change feed, counters and words come from the primary.
 *
 * @param current - A function that returns the copy that currently serves reads.
 */
export function replicaLedger(
  current: () => ReplicaCopy,
  primary: Ledger,
  commit: (commit: Commit) => Promise<CommitResult>,
): Ledger {
  const fromPrimary = async <T>(read: () => Promise<T>): Promise<T> => {
    current()
    return await read()
  }
  return {
    ...ledgerProxy(() => current().storage.ledger),
    commit,
    head: async () => current().head,
    byIdempotencyKey: (idempotencyKeys) => fromPrimary(() => primary.byIdempotencyKey(idempotencyKeys)),
    modelVersions: () => fromPrimary(() => primary.modelVersions()),
    counters: () => fromPrimary(() => primary.counters()),
    words: (words) => fromPrimary(() => primary.words(words)),
    commonWords: (records) => fromPrimary(() => primary.commonWords(records)),
    changes: (after, limit) => fromPrimary(() => primary.changes(after, limit)),
    isCatchingUp: () => current().isCatchingUp,
  }
}

/** Returns an index that searches a copy and reports change numbers of the primary. */
export function replicaIndex(current: () => ReplicaCopy): RegistryIndex {
  const local = async <T>(read: (index: RegistryIndex) => Promise<T>): Promise<T> => await read(current().storage.index)
  return {
    apply: async (changes) => {
      const at = current().change
      const later = changes.find(({ change }) => change > at)
      if (later === undefined) return
      throw validationError(
        `Change ${later.change} cannot be applied to a replica at change ${at}: a replica follows its primary automatically. Commit the change to the ledger.`,
      )
    },
    at: async () => current().change,
    candidates: (lookups, recordsPerKey) => local((index) => index.candidates(lookups, recordsPerKey)),
    search: (query) => local((index) => index.search(query)),
    features: (ids) => local(async (index) => (await index.features?.(ids)) ?? ids.map(() => undefined)),
    expand: (request) => local((index) => index.expand(request)),
  }
}
