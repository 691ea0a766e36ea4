import { CODES_OF_CONCORDANCE_PREFIX, CONTRADICTIONS_SUFFIX } from '../../golden-record/counter-changes.ts'
import { LIMITS } from '../../model/limits.ts'
import { CONCORDANCE_LIST, setsOfRow } from '../../storage/concordance-rows.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type { CodeSets, ConcordanceList } from '../../storage/rows.ts'
import { compareText } from '../../text/text-order.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import type { StoredConcordance } from './concordance.ts'

/** Lists the stored concordances by name. */
export async function listConcordances({ ledger }: Pick<RegistryContext, 'ledger'>): Promise<StoredConcordance[]> {
  const [list] = await ledger.concordances([CONCORDANCE_LIST])
  const stored = Object.entries((list?.content ?? {}) as ConcordanceList)
  if (stored.length === 0) return []
  const counters = await ledger.counters()
  return stored
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, { source = null, since, completedAt = null }]) => ({
      name,
      source,
      since,
      completedAt,
      codes: counters.get(`${CODES_OF_CONCORDANCE_PREFIX}${name}`) ?? 0,
      contradictions: counters.get(`${CODES_OF_CONCORDANCE_PREFIX}${name}${CONTRADICTIONS_SUFFIX}`) ?? 0,
    }))
}

/** Yields the stored codes with their sets in pages. */
export async function* storedCodes(
  ledger: Pick<Ledger, 'scanConcordances'>,
  limit: number = LIMITS.rowsPerPage,
): AsyncGenerator<{ readonly id: string; readonly sets: CodeSets }[], void> {
  for (let after: string | undefined; ; ) {
    const page = await ledger.scanConcordances(after, limit)
    after = page.at(-1)?.id
    if (after === undefined) return
    yield page.filter(({ id }) => id !== CONCORDANCE_LIST).map((row) => ({ id: row.id, sets: setsOfRow(row) }))
  }
}
