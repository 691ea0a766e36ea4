import { type Bodies, type Client, createClient, type ExportCallOptions, type ExportedForm } from '@utpid/client'
import type { CallOptions, Registry, SupplierCode } from '@utpid/core'
import type {
  CrosswalkRow,
  DecisionOptions,
  DecisionReport,
  DecisionsOptions,
  ExportRow,
  ListImportsOptions,
  SupplierChange,
} from '@utpid/core/operations'
import { defined } from '@utpid/core/storage'
import { PINNED_FIELDS } from '../../arguments/parse-pin.ts'
import { derivation, derivedMethods } from './derived-methods.ts'
import { needsFolder } from './needs-folder.ts'
import { contradictionsRemotely, storeConcordanceRemotely } from './remote-concordances.ts'
import { confirmBatchRemotely, confirmRemotely } from './remote-confirming.ts'
import { dryRunRemotely } from './remote-dry-run.ts'
import { localError, withLocalErrors } from './remote-error.ts'
import { importRemotely } from './remote-import.ts'
import { mapBatchRemotely, matchRemotely } from './remote-matching.ts'
import { REMOTE_RETRIES, type RemotePlace } from './remote-place.ts'
import { callOf, duplicatesRemotely, getRemotely, locateRemotely, searchRemotely } from './remote-reads.ts'

const ALERT_FILTER_OPTIONS = [
  'status',
  'supplier',
  'country',
  'city',
  'kind',
  'reason',
  'group',
  'marked',
  'minConfidence',
  'maxConfidence',
  'detectedFrom',
  'detectedTo',
] as const

/** Methods that one operation answers. */
const DERIVED = {
  merge: derivation('merge', { parameters: ['utpid', 'other'], options: ['survivor', 'note', 'dryRun'] }),
  dismiss: derivation('resolveDuplicate', {
    path: 1,
    parameters: ['duplicate'],
    options: ['note', 'dryRun'],
    fixed: { resolution: 'dismiss' },
  }),
  resolve: derivation('resolveAlert', { path: 1, options: ['resolution', 'survivor', 'note', 'dryRun'] }),
  reopen: derivation('reopenAlert', { path: 1, options: ['note', 'dryRun'] }),
  split: derivation('split', { parameters: ['utpid', 'records'], options: ['keep', 'note', 'dryRun'] }),
  undo: derivation('undo', { path: 1, options: ['note', 'dryRun'] }),
  delete: derivation('deleteProduct', { path: 1, options: ['note', 'dryRun'] }),
  pin: derivation('pin', { path: 1, parameters: ['fields'], options: ['note', 'dryRun'] }),
  verify: derivation('verify', { parameters: ['utpid'], options: ['method', 'evidence', 'dryRun', 'note'] }),
  unverify: derivation('verify', { parameters: ['utpid'], options: ['note', 'dryRun'], fixed: { verified: false } }),
  alert: derivation('alert', { path: 1, isOptional: true }),
  alerts: derivation('alerts', {
    options: [...ALERT_FILTER_OPTIONS, 'order', 'limit', 'offset', 'cursor'],
    take: ({ total, results, next }) => ({ total, alerts: results, next }),
  }),
  alertGroups: derivation('alertGroups', {
    options: [...ALERT_FILTER_OPTIONS, 'limit'],
    take: ({ total, results }) => ({ total, groups: results }),
  }),
  mark: derivation('markAlert', { path: 1, options: ['kind', 'note', 'resolution'] }),
  suppliers: derivation('suppliers', { take: ({ results }) => results }),
  listConcordances: derivation('concordances', { take: ({ results }) => results }),
  removeConcordance: derivation('removeConcordance', { path: 1 }),
  supplierReport: derivation('supplierReport', { path: 1 }),
  deactivateSupplier: derivation('deactivateSupplier', { path: 1 }),
  lineage: derivation('history', { path: 1, options: ['at'], isOptional: true, take: ({ lineage }) => lineage }),
  history: derivation('history', { path: 1, options: [], take: ({ history }) => history }),
  how: derivation('how', { path: 1, options: [] }),
  // Removes fields that a local registry does not have.
  stats: derivation('stats', { options: [], take: ({ lastUpdated: _, ...stats }) => stats }),
  countDecisions: derivation('decisionCounts', { options: ['from', 'to'], take: ({ results }) => results }),
  events: derivation('changes', { options: ['after', 'limit'], take: ({ changes }) => changes }),
  explainMatch: derivation('explain', {
    parameters: ['a', 'b'],
    take: ({ reasons: _, ...explanation }) => explanation,
  }),
  explainNonMatch: derivation('explain', {
    parameters: ['a', 'b'],
    take: ({ path: _path, weakest: _weakest, curatedBy: _curatedBy, ...explanation }) => explanation,
  }),
}

/**
 * Returns a registry behind a service, over HTTP. Commands use it like the registry in a folder and get the same
 * answers. The actor of decisions is the owner of the key. Methods that need the folder throw a `CliError` that says so.
 */
export function remoteRegistry({ baseUrl, key }: RemotePlace): Registry {
  const client = createClient({ baseUrl, key, retries: REMOTE_RETRIES })
  const local =
    <Given extends unknown[], Answer>(work: (client: Client, ...given: Given) => Promise<Answer>) =>
    (...given: Given): Promise<Answer> =>
      withLocalErrors(baseUrl, () => work(client, ...given))
  const derived = derivedMethods(client, baseUrl, DERIVED) as unknown as Pick<Registry, keyof typeof DERIVED>
  return {
    ...derived,
    // A service returns all fields of a product, so `fields` changes nothing.
    get: local(getRemotely) as Registry['get'],
    locate: local(locateRemotely),
    search: local(searchRemotely) as Registry['search'],
    match: local(matchRemotely),
    mapBatch: local(mapBatchRemotely),
    confirm: local(confirmRemotely),
    confirmBatch: local(confirmBatchRemotely),
    import: local(importRemotely),
    dryRun: (options) => dryRunRemotely(client, baseUrl, options),
    duplicates: local(duplicatesRemotely),
    decisions: local(async (remote, { actor, kind, from, to, cursor, limit, ...options }: DecisionsOptions = {}) => {
      const query = defined({ by: actor, kind, from, to, cursor, limit })
      const { results, next } = await remote.decisions(query, callOf(options))
      return { decisions: results, ...(next === null ? {} : { nextCursor: next }) }
    }),
    listImports: local(async (remote, { supplier, limit, after, ...options }: ListImportsOptions) => {
      const query = defined({ limit, after })
      return (await remote.supplierImports(supplier, query, callOf(options))).results
    }),
    setSupplier: local((_, { id, ...change }: SupplierChange, options: CallOptions = {}) =>
      // The service checks the category.
      client.setSupplier(id, change as Bodies['setSupplier'], callOf(options)),
    ),
    deactivate: local((_, { supplier, code }: SupplierCode, options: CallOptions = {}) =>
      client.deactivateRecord(supplier, code, callOf(options)),
    ),
    unpin: local(unpinRemotely),
    export: ({ after, ...options } = {}) =>
      rowsOf<ExportRow>(client, baseUrl, 'registry', { ...callOf(options), ...defined({ after }) }),
    crosswalk: (options = {}) => rowsOf<CrosswalkRow>(client, baseUrl, 'crosswalk', callOf(options)),
    scorer: needing('Scoring pairs of records'),
    upsert: needing('Writing a single record'),
    addAliases: needing('Adding aliases'),
    storeConcordance: local(storeConcordanceRemotely),
    concordanceContradictions: (options = {}) => contradictionsRemotely(client, baseUrl, options),
    repairAssigned: needing('Repairing assigned identifiers'),
    reindex: needing('Reindexing', 'run it on the service: "utpid jobs create reindex"'),
    recluster: needing('Reclustering'),
    countTermFrequencies: needing('Counting words', 'run it on the service: "utpid jobs create rescore"'),
    termFrequencies: needing('Reading the words of a term-frequency version'),
    rescore: needing('Rescoring', 'run it on the service: "utpid jobs create rescore"'),
    async close() {},
    async [Symbol.asyncDispose]() {},
  }
}

function needing(...why: Parameters<typeof needsFolder>): () => never {
  return () => {
    throw needsFolder(...why)
  }
}

async function unpinRemotely(
  client: Client,
  utpid: string,
  names: readonly string[] = PINNED_FIELDS,
  { note, dryRun, ...options }: DecisionOptions,
): Promise<DecisionReport> {
  const fields = Object.fromEntries(names.map((name) => [name, null]))
  return client.pin(utpid, { fields, note, dryRun }, callOf(options))
}

async function* rowsOf<Row>(
  client: Client,
  address: string,
  format: ExportedForm,
  options: ExportCallOptions,
): AsyncGenerator<Row, void> {
  try {
    yield* client.exportRows(format, options) as AsyncGenerator<unknown> as AsyncGenerator<Row>
  } catch (error) {
    throw localError(error, address)
  }
}
