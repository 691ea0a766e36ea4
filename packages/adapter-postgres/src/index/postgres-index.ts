import { LIMITS, RegistryError } from '@utpid/core'
import type {
  CandidateColumns,
  ChangeNumber,
  ExpandedWord,
  ExpandRequest,
  IndexChange,
  KeyLookup,
  RegistryIndex,
  SearchAnswer,
  SearchQuery,
} from '@utpid/core/storage'
import { checkExpandRequest, checkLookups, checkSearchQuery, type Lifetime } from '@utpid/core/storage'
import type { Database } from '../connection/database.ts'
import { headRow } from '../tables/head-row.ts'
import type { Tables } from '../tables/tables.ts'
import { readCandidates } from './candidates/candidates.ts'
import { BatchedExpansions } from './expand/batched-expansions.ts'
import { expand } from './expand/expand.ts'
import { search } from './search/search.ts'

/** The index, in the database of the ledger. The ledger writes the rows of the index in its transactions. */
export class PostgresIndex implements RegistryIndex {
  readonly #lifetime: Lifetime
  readonly #database: Database
  readonly #tables: Tables
  readonly #expansions: BatchedExpansions

  constructor(lifetime: Lifetime, database: Database, tables: Tables) {
    this.#lifetime = lifetime
    this.#database = database
    this.#tables = tables
    this.#expansions = new BatchedExpansions((requests) => expand(database, tables.derived, requests))
  }

  async apply(changes: readonly IndexChange[]): Promise<void> {
    const at = await this.at()
    const later = changes.find(({ change }) => change > at)
    if (later === undefined) return
    throw new RegistryError(
      'validation_failed',
      `Change ${later.change} cannot be applied to an index at change ${at}. In PostgreSQL the ledger writes the index itself: commit the change to the ledger.`,
    )
  }

  async at(): Promise<ChangeNumber> {
    this.#lifetime.check()
    const rows = await this.#database.query<{ change: ChangeNumber }>(`select change from ${this.#tables.head}`)
    return headRow(rows, this.#tables).change
  }

  async candidates(
    lookups: readonly KeyLookup[],
    recordsPerKey: number = LIMITS.recordsPerKey,
  ): Promise<CandidateColumns> {
    this.#lifetime.check()
    checkLookups(lookups)
    return await readCandidates(this.#database, this.#tables.derived, lookups, recordsPerKey)
  }

  async search(query: SearchQuery): Promise<SearchAnswer> {
    this.#lifetime.check()
    checkSearchQuery(query)
    return await search(this.#database, this.#tables.derived, query)
  }

  async expand(request: ExpandRequest): Promise<ExpandedWord[]> {
    this.#lifetime.check()
    checkExpandRequest(request)
    return await this.#expansions.expand(request)
  }
}
