import { RegistryError } from '../model/registry-error.ts'
import type { Commit, CommitResult } from '../storage/commit.ts'
import type { Ledger } from '../storage/ledger.ts'
import type { RegistryIndex } from '../storage/registry-index.ts'
import type { ReplicaCopy } from './replica-copy.ts'

/**
 * A ledger that reads from a copy. What rows do not tell is asked of the primary: its feed, its counters and its words.
 *
 * @param present - The copy that answers now.
 */
export function replicaLedger(
  present: () => ReplicaCopy,
  primary: Ledger,
  commit: (commit: Commit) => Promise<CommitResult>,
): Ledger {
  const local = async <T>(read: (ledger: Ledger) => Promise<T>): Promise<T> => await read(present().storage.ledger)
  const asked = async <T>(read: () => Promise<T>): Promise<T> => {
    present()
    return await read()
  }
  return {
    commit,
    head: async () => present().head,
    getProducts: (ids) => local((ledger) => ledger.getProducts(ids)),
    getRecords: (ids) => local((ledger) => ledger.getRecords(ids)),
    bySupplierCode: (codes) => local((ledger) => ledger.bySupplierCode(codes)),
    byAlias: (aliases) => local((ledger) => ledger.byAlias(aliases)),
    byToken: (tokens) => asked(() => primary.byToken(tokens)),
    edges: (ids) => local((ledger) => ledger.edges(ids)),
    lineage: (ids) => local((ledger) => ledger.lineage(ids)),
    alerts: (query) => local((ledger) => ledger.alerts(query)),
    getAlerts: (ids) => local((ledger) => ledger.getAlerts(ids)),
    openAlerts: (ids) => local((ledger) => ledger.openAlerts(ids)),
    rulings: (ids) => local((ledger) => ledger.rulings(ids)),
    verifications: (ids) => local((ledger) => ledger.verifications(ids)),
    decisions: (changes) => local((ledger) => ledger.decisions(changes)),
    suppliers: () => local((ledger) => ledger.suppliers()),
    scorings: () => asked(() => primary.scorings()),
    counters: () => asked(() => primary.counters()),
    words: (words) => asked(() => primary.words(words)),
    commonWords: (records) => asked(() => primary.commonWords(records)),
    scanRecords: (after, limit) => local((ledger) => ledger.scanRecords(after, limit)),
    scanProducts: (after, limit) => local((ledger) => ledger.scanProducts(after, limit)),
    scanLineage: (after, limit) => local((ledger) => ledger.scanLineage(after, limit)),
    scanAlerts: (after, limit) => local((ledger) => ledger.scanAlerts(after, limit)),
    scanAliases: (after, limit) => local((ledger) => ledger.scanAliases(after, limit)),
    scanDecisions: (after, limit) => local((ledger) => ledger.scanDecisions(after, limit)),
    scanCodes: (supplier, after, limit) => local((ledger) => ledger.scanCodes(supplier, after, limit)),
    changes: (after, limit) => asked(() => primary.changes(after, limit)),
  }
}

/** An index that answers from a copy, by the numbers of the primary. */
export function replicaIndex(present: () => ReplicaCopy): RegistryIndex {
  const local = async <T>(read: (index: RegistryIndex) => Promise<T>): Promise<T> => await read(present().storage.index)
  return {
    apply: async (changes) => {
      const at = present().change
      const later = changes.find(({ change }) => change > at)
      if (later === undefined) return
      throw new RegistryError(
        'validation_failed',
        `Change ${later.change} cannot be applied to a replica at change ${at}: it follows its primary by itself. Commit it to the ledger.`,
      )
    },
    at: async () => present().change,
    candidates: (probes, recordsPerKey) => local((index) => index.candidates(probes, recordsPerKey)),
    search: (query) => local((index) => index.search(query)),
    expand: (request) => local((index) => index.expand(request)),
  }
}
