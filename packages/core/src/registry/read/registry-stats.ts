import { CONFIDENCE_BINS, COPIES_COUNTER, RECORDS_OF_SUPPLIER_PREFIX } from '../../golden-record/counter-changes.ts'
import type { RegistryStats } from '../../model/product.ts'
import { storedTermFrequency, storedTfVersions } from '../../scoring/term-frequency-table.ts'
import { damagedRegistry } from '../../storage/ledger/checked-ledger.ts'
import { now, type RegistryContext } from '../context/registry-context.ts'
import { termFrequencyState } from '../context/term-frequency-state.ts'

/** The counters of totals. Each total has the prefix of the counters whose sum is the total. */
const PARTS = [
  ['products', 'products.category.'],
  ['products', 'products.country.'],
  ['products', 'confidence.bin.'],
  ['records', RECORDS_OF_SUPPLIER_PREFIX],
] as const

/**
 * Reads statistics from the counters. The statistics are exact, and reading takes the same time for 5 and for 5 million
 * products.
 */
export async function readStats(context: RegistryContext): Promise<RegistryStats> {
  const [counters, head, suppliers, modelVersions] = await Promise.all([
    context.ledger.counters(),
    context.ledger.head(),
    context.ledger.suppliers(),
    context.ledger.modelVersions(),
  ])
  const count = (name: string): number => counters.get(name) ?? 0
  const group = (prefix: string): Record<string, number> =>
    Object.fromEntries(
      [...counters]
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, amount]) => [name.slice(prefix.length), amount] as const)
        .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)),
    )
  const total = count('products')
  checkTotals(count, group, context.storage.place)
  const modelVersion = head.modelVersion ?? context.modelVersion
  const { terms } = context.scorer
  const { tfVersion } = modelVersion
  const { table } = terms.tfVersion === tfVersion ? terms : storedTermFrequency(tfVersion, modelVersions)
  return {
    products: {
      total,
      verified: count('products.verified'),
      byCategory: group('products.category.'),
      byCountry: group('products.country.'),
    },
    suppliers: {
      total: suppliers.length,
      top: suppliers
        .map(({ id, name }) => ({
          id,
          name,
          records: count(`records.supplier.${id}`),
          products: count(`products.supplier.${id}`),
        }))
        .sort((a, b) => b.records - a.records || (a.id < b.id ? -1 : 1)),
    },
    records: { total: count('records') },
    duplicates: {
      open: count('alerts.open'),
      merged: count('alerts.merged'),
      dismissed: count('alerts.dismissed'),
      withdrawn: count('alerts.withdrawn'),
      copies: count(COPIES_COUNTER),
    },
    confidence: {
      mean: total === 0 ? null : Math.round(count('confidence.sum') / total) / 10_000,
      histogram: Array.from({ length: CONFIDENCE_BINS }, (_, bin) => count(`confidence.bin.${bin}`)),
    },
    modelVersion: { ...modelVersion, tfVersions: [0, ...storedTfVersions(modelVersions)] },
    termFrequencies: {
      mode: context.termFrequencies,
      ...(await termFrequencyState(context.ledger, table, count('records'), context.minCountedRecords)),
    },
    change: head.change,
    generatedAt: now(context),
  }
}

/**
 * Checks that each total equals the sum of its parts, which the ledger counts separately from the total.
 *
 * @throws RegistryError `storage_corrupt`
 */
function checkTotals(
  count: (name: string) => number,
  group: (prefix: string) => Readonly<Record<string, number>>,
  place: string | undefined,
): void {
  for (const [name, prefix] of PARTS) {
    const parts = Object.values(group(prefix)).reduce((sum, part) => sum + part, 0)
    if (parts === count(name)) continue
    throw damagedRegistry(`the counter "${name}" is ${count(name)}, but the sum of "${prefix}" is ${parts}`, place)
  }
}
