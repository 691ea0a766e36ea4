import type { Commit, DetailsContent } from '@utpid/core/storage'

export const SAMPLE_TIME = '2026-03-01T12:00:00.000Z'

/** Returns a record, its link and its product, derived from one number. Change N writes the stay of number N. */
export function numberedStay(
  number: number,
  extra: Record<string, string> = {},
): Pick<Commit, 'records' | 'links' | 'products' | 'lineage'> {
  return {
    records: [
      {
        id: number,
        revision: 1,
        record: { supplier: 'alpha', code: `A${number}`, name: `Hotel ${number}`, extra },
        contentHash: '00000000000000aa',
        features: Uint8Array.of(number % 256),
        keys: [1_000 + number],
        firstSeenAt: SAMPLE_TIME,
        updatedAt: SAMPLE_TIME,
      },
    ],
    links: [
      {
        recordId: number,
        productId: number,
        method: 'created',
        confidence: 10_000,
        since: SAMPLE_TIME,
        model: 'm',
        tfVersion: 0,
      },
    ],
    products: [
      {
        id: number,
        revision: 1,
        goldenRecord: { name: `Hotel ${number}`, category: 'hotel' },
        provenance: { name: number },
        records: [number],
        suppliers: ['alpha'],
        verified: false,
        confidence: 9_900,
        duplicates: 0,
        rank: 0,
        terms: [`n:hotel`, `n:w${number}`],
        mintedChange: number,
        lastUpdated: SAMPLE_TIME,
      },
    ],
    lineage: [
      {
        id: number,
        status: 'active',
        mintedChange: number,
        history: [{ change: number, at: SAMPLE_TIME, kind: 'minted' }],
      },
    ],
  }
}

/** Returns the details of a stay. Every third stay has none, and some details are longer than a page. */
export function detailsOf(number: number): DetailsContent | undefined {
  return number % 3 === 0 ? undefined : { description: `Stay ${number} `.repeat(number % 5 === 0 ? 900 : 4) }
}

/** Returns the stay of a number with its details. */
export function detailedStay(
  number: number,
  extra: Record<string, string> = {},
): ReturnType<typeof numberedStay> & Pick<Commit, 'details'> {
  const stay = numberedStay(number, extra)
  const content = detailsOf(number)
  if (content === undefined) return { ...stay, details: [] }
  const records = stay.records.map((row) => ({ ...row, detailed: true as const }))
  return { ...stay, records, details: [{ recordId: number, content }] }
}

/** The number of stays that {@link changedStay} changes repeatedly. */
export const STAYS_CHANGED = 90

/** Returns the commit of change N. It changes one stay, and sometimes moves or deactivates the stay. */
export function changedStay(change: number): Partial<Commit> {
  const number = (change * 31) % STAYS_CHANGED
  const isEven = number % 2 === 0
  if (isEven && change % 11 === 0) return { unlinked: [number], removedProducts: [number] }
  const { records, links, products, lineage } = numberedStay(number)
  const moved = links.map((link) => ({ ...link, productId: (number + change) % STAYS_CHANGED }))
  // Does not write the record: a written row would make an inactive record active again.
  if (!isEven && change % 5 === 0 && change > STAYS_CHANGED) return { links: moved }
  return {
    records: records.map((row) => ({ ...row, revision: change, keys: [1_000 + number, 5_000 + (change % 7)] })),
    links: moved,
    products: products.map((row) => ({
      ...row,
      revision: change,
      rank: change % 16,
      terms: ['n:hotel', change % 2 === 0 ? 'n:even' : 'n:odd'],
    })),
    lineage,
  }
}
