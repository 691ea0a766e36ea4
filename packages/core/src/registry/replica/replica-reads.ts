import { RegistryError } from '../../model/registry-error.ts'
import type { Commit, CommitResult } from '../../storage/commit.ts'
import { delegatedLedger } from '../../storage/ledger/delegated-ledger.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type { RegistryIndex } from '../../storage/registry-index.ts'
import type { ReplicaCopy } from './replica-copy.ts'

/**
 * A ledger that reads rows from a copy; change feed, counters and words come from the primary.
 *
 * @param present - Returns the copy that serves reads now.
 */
export function replicaLedger(
  present: () => ReplicaCopy,
  primary: Ledger,
  commit: (commit: Commit) => Promise<CommitResult>,
): Ledger {
  const asked = async <T>(read: () => Promise<T>): Promise<T> => {
    present()
    return await read()
  }
  return {
    ...delegatedLedger(() => present().storage.ledger),
    commit,
    head: async () => present().head,
    byToken: (tokens) => asked(() => primary.byToken(tokens)),
    scorings: () => asked(() => primary.scorings()),
    counters: () => asked(() => primary.counters()),
    words: (words) => asked(() => primary.words(words)),
    commonWords: (records) => asked(() => primary.commonWords(records)),
    changes: (after, limit) => asked(() => primary.changes(after, limit)),
    isCatchingUp: () => present().isCatchingUp,
  }
}

/** An index that searches a copy, with the change numbers of the primary. */
export function replicaIndex(present: () => ReplicaCopy): RegistryIndex {
  const local = async <T>(read: (index: RegistryIndex) => Promise<T>): Promise<T> => await read(present().storage.index)
  return {
    apply: async (changes) => {
      const at = present().change
      const later = changes.find(({ change }) => change > at)
      if (later === undefined) return
      throw new RegistryError(
        'validation_failed',
        `Change ${later.change} cannot be applied to a replica at change ${at}: it follows its primary automatically. Commit it to the ledger.`,
      )
    },
    at: async () => present().change,
    candidates: (probes, recordsPerKey) => local((index) => index.candidates(probes, recordsPerKey)),
    search: (query) => local((index) => index.search(query)),
    features: (ids) => local(async (index) => (await index.features?.(ids)) ?? ids.map(() => undefined)),
    expand: (request) => local((index) => index.expand(request)),
  }
}
