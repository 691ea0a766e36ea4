import { type ChangeNumber, type Ledger, RegistryError, type RegistryIndex, type Storage } from '@utpid/core'
import { delegatedLedger } from '@utpid/core/adapter'

/** What is read of a registry that is written elsewhere, or not at all. */
export interface ReadParts {
  readonly ledger: Ledger
  readonly index: RegistryIndex
  /** The last change that shows. */
  readonly change: () => ChangeNumber
  readonly close: () => Promise<void>
  /** Where it is, for messages. */
  readonly place: string
}

/** A storage that answers what is read, and refuses with `read_only` what would write. */
export function readOnlyStorage({ ledger, index, change, close, place }: ReadParts): Storage {
  return {
    capabilities: { durable: true, sharedWriters: false, exactTotals: true },
    place,
    ledger: {
      ...delegatedLedger(() => ledger),
      commit: readOnly,
      head: async () => ({ ...(await ledger.head()), change: change() }),
    },
    index: {
      apply: readOnly,
      at: async () => {
        await index.at()
        return change()
      },
      candidates: (probes, recordsPerKey) => index.candidates(probes, recordsPerKey),
      search: (query) => index.search(query),
      ...(index.features && { features: index.features.bind(index) }),
      expand: (request) => index.expand(request),
    },
    setIndexVersion: readOnly,
    setScoring: readOnly,
    continueAfter: readOnly,
    beginGeneration: readOnly,
    resumeGeneration: async () => undefined,
    close,
  }
}

async function readOnly(): Promise<never> {
  throw new RegistryError(
    'read_only',
    'This registry is open for reading only and takes no writes; write to the registry that it was made of.',
  )
}
