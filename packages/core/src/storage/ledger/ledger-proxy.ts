import type { Ledger } from '../ledger.ts'

/**
 * Returns a ledger proxy, as a base for ledgers that override some methods. The target may change between calls.
 *
 * @param target - A function that returns the target for each call. If the function throws, the call rejects with that
 *   error.
 */
export function ledgerProxy(target: () => Ledger): Ledger {
  const asked = async <T>(ask: (ledger: Ledger) => Promise<T>): Promise<T> => await ask(target())
  return {
    commit: (commit) => asked((ledger) => ledger.commit(commit)),
    head: () => asked((ledger) => ledger.head()),
    getProducts: (ids) => asked((ledger) => ledger.getProducts(ids)),
    getRecords: (ids) => asked((ledger) => ledger.getRecords(ids)),
    suppliersOf: (ids) => asked((ledger) => ledger.suppliersOf(ids)),
    details: (ids) => asked((ledger) => ledger.details(ids)),
    bySupplierCode: (codes) => asked((ledger) => ledger.bySupplierCode(codes)),
    byAlias: (aliases) => asked((ledger) => ledger.byAlias(aliases)),
    byIdempotencyKey: (idempotencyKeys) => asked((ledger) => ledger.byIdempotencyKey(idempotencyKeys)),
    edges: (ids) => asked((ledger) => ledger.edges(ids)),
    lineage: (ids) => asked((ledger) => ledger.lineage(ids)),
    alerts: (query) => asked((ledger) => ledger.alerts(query)),
    alertGroups: (filter, limit) => asked((ledger) => ledger.alertGroups(filter, limit)),
    getAlerts: (ids) => asked((ledger) => ledger.getAlerts(ids)),
    openAlerts: (ids) => asked((ledger) => ledger.openAlerts(ids)),
    judgements: (ids) => asked((ledger) => ledger.judgements(ids)),
    verifications: (ids) => asked((ledger) => ledger.verifications(ids)),
    decisions: (changes) => asked((ledger) => ledger.decisions(changes)),
    listDecisions: (query) => asked((ledger) => ledger.listDecisions(query)),
    countDecisions: (from, to) => asked((ledger) => ledger.countDecisions(from, to)),
    suppliers: () => asked((ledger) => ledger.suppliers()),
    concordances: (ids) => asked((ledger) => ledger.concordances(ids)),
    imports: (supplier, before, limit) => asked((ledger) => ledger.imports(supplier, before, limit)),
    modelVersions: () => asked((ledger) => ledger.modelVersions()),
    counters: () => asked((ledger) => ledger.counters()),
    words: (words) => asked((ledger) => ledger.words(words)),
    commonWords: (records) => asked((ledger) => ledger.commonWords(records)),
    scanRecords: (after, limit) => asked((ledger) => ledger.scanRecords(after, limit)),
    scanProducts: (after, limit) => asked((ledger) => ledger.scanProducts(after, limit)),
    scanLineage: (after, limit) => asked((ledger) => ledger.scanLineage(after, limit)),
    scanAlerts: (after, limit) => asked((ledger) => ledger.scanAlerts(after, limit)),
    scanAliases: (after, limit) => asked((ledger) => ledger.scanAliases(after, limit)),
    scanConcordances: (after, limit) => asked((ledger) => ledger.scanConcordances(after, limit)),
    scanDecisions: (after, limit) => asked((ledger) => ledger.scanDecisions(after, limit)),
    scanCodes: (supplier, after, limit) => asked((ledger) => ledger.scanCodes(supplier, after, limit)),
    changes: (after, limit) => asked((ledger) => ledger.changes(after, limit)),
    isCatchingUp: () => target().isCatchingUp?.() === true,
  }
}
