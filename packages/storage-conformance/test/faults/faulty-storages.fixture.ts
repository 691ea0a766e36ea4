import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Commit, Ledger, RegistryIndex, Storage } from '@utpid/core'
import { testStorage } from '@utpid/storage-conformance'

/** A storage that is right but for one method. */
function faulty(
  change: (right: Storage) => { ledger?: Partial<Ledger>; index?: Partial<RegistryIndex> },
): typeof createMemoryStorage {
  return (settings) => {
    const right = createMemoryStorage(settings)
    const { ledger = {}, index = {} } = change(right)
    return { ...right, ledger: overlaid(right.ledger, ledger), index: overlaid(right.index, index) }
  }
}

function overlaid<Target extends object>(target: Target, methods: Partial<Target>): Target {
  return new Proxy(target, {
    get(_, name: string & keyof Target) {
      const method = methods[name] ?? target[name]
      return typeof method === 'function' ? method.bind(target) : method
    },
  })
}

function committing(right: Storage, change: (commit: Commit) => Commit): { ledger: Partial<Ledger> } {
  return { ledger: { commit: (commit) => right.ledger.commit(change(commit)) } }
}

const FAULTS: Readonly<Record<string, typeof createMemoryStorage>> = {
  'ignores keys that were expected': faulty((right) =>
    committing(right, (commit) => ({ ...commit, expect: { ...commit.expect, keys: [] } })),
  ),
  'ignores revisions of products': faulty((right) =>
    committing(right, (commit) => ({ ...commit, expect: { ...commit.expect, products: [] } })),
  ),
  'forgets tokens': faulty((right) => committing(right, ({ token: _, ...commit }) => commit)),
  'loses verifications': faulty((right) => committing(right, (commit) => ({ ...commit, verifications: [] }))),
  'loses words': faulty((right) => committing(right, (commit) => ({ ...commit, words: {} }))),
  'scans in descending order': faulty(({ ledger }) => ({
    ledger: { scanRecords: async (after, limit) => (await ledger.scanRecords(after, limit)).reverse() },
  })),
  'answers keys that are too common': faulty(({ index }) => ({
    index: { candidates: (probes, recordsPerKey) => index.candidates(probes, recordsPerKey + 1) },
  })),
  'ignores what an earlier tier found': faulty(({ index }) => ({
    index: { search: (query) => index.search({ ...query, except: [] }) },
  })),
  'takes two typos for one': faulty(({ index }) => ({
    index: { expand: (request) => index.expand({ ...request, by: request.by === 'prefix' ? 'prefix' : 2 }) },
  })),
  'answers after it was closed': (settings) => ({ ...createMemoryStorage(settings), close: async () => {} }),
}

for (const [name, createStorage] of Object.entries(FAULTS)) testStorage({ name, createStorage })
testStorage({ name: 'promises more than it can', createStorage: createMemoryStorage, capabilities: { durable: true } })
testStorage({ name: 'is right', createStorage: createMemoryStorage })
