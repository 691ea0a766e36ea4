import { RegistryError, type Storage } from '@utpid/core'
import type { ChangeNumber, Ledger, RegistryIndex } from '@utpid/core/storage'
import { ledgerProxy } from '@utpid/core/storage'

/** The parts of a registry that this process only reads. */
export interface ReadParts {
  readonly ledger: Ledger
  readonly index: RegistryIndex
  /** Returns the last visible change. */
  readonly change: () => ChangeNumber
  readonly close: () => Promise<void>
  /** The location of the registry, for messages. */
  readonly place: string
}

/** Creates a storage that allows reads and rejects writes with `read_only`. */
export function readOnlyStorage({ ledger, index, change, close, place }: ReadParts): Storage {
  return {
    capabilities: { durable: true, sharedWriters: false, exactTotals: true },
    place,
    ledger: {
      ...ledgerProxy(() => ledger),
      commit: readOnly,
      head: async () => ({ ...(await ledger.head()), change: change() }),
    },
    index: {
      apply: readOnly,
      at: async () => {
        await index.at()
        return change()
      },
      candidates: (lookups, recordsPerKey) => index.candidates(lookups, recordsPerKey),
      search: (query) => index.search(query),
      ...(index.features && { features: index.features.bind(index) }),
      expand: (request) => index.expand(request),
    },
    setIndexVersion: readOnly,
    setModelVersion: readOnly,
    setNextChange: readOnly,
    beginGeneration: readOnly,
    resumeGeneration: async () => undefined,
    close,
  }
}

async function readOnly(): Promise<never> {
  throw new RegistryError('read_only', 'This registry is read-only. Write to its source registry.')
}
