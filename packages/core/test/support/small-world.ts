import fc from 'fast-check'

/**
 * Records of a small world. It has few words, spots and suppliers, so that edges, ties, chains and bridges are
 * frequent.
 */
export interface SmallRecord {
  readonly supplier: string
  readonly code: string
  readonly name: string
  readonly category: string
  readonly location: { readonly coordinates?: readonly [number, number]; readonly city?: string }
  readonly phone?: string
  /** A detail, so that some versions of a record differ only in their details. */
  readonly description?: string
}

const NAMES = [
  'Zephyr',
  'Hotel Zephyr',
  'Zephyr Marlowe',
  'Hotel Zephyr Marlowe',
  'Marlowe',
  'Hotel Marlowe Quill',
  'Zephyr Quill',
  'Quill',
  'Zephyr 12',
  'Zephyr 14',
  'Ibis Marlowe',
  'Zephyr Annex',
]
/**
 * Metres to the north and east of one corner: one spot, one building, one block, other cells. At 451 m to the north is
 * a border between rows of cells. From 260, a lookup reaches the cell of 720, but not vice versa.
 */
const SPOTS: readonly (readonly [number, number])[] = [
  [0, 0],
  [20, 5],
  [70, 0],
  [150, 120],
  [260, 0],
  [420, 300],
  [640, 0],
  [720, 0],
  [900, 0],
]
const PHONES = ['+33 1 40 20 50 50', '+33 1 40 20 50 51', '+33 1 99 88 77 66']
const METERS_PER_DEGREE = 111_195

/** Returns the point that is some metres from a corner in the middle of Paris. */
export function spot(north: number, east: number): [number, number] {
  const latitude = 48.8601 + north / METERS_PER_DEGREE
  return [
    Math.round(latitude * 1e6) / 1e6,
    Math.round((2.3401 + east / (METERS_PER_DEGREE * Math.cos((latitude * Math.PI) / 180))) * 1e6) / 1e6,
  ]
}

/** A record with few possible words and spots, with one of `suppliers` suppliers and one of `codes` codes. */
export function smallRecord({ suppliers = 4, codes = 6 } = {}): fc.Arbitrary<SmallRecord> {
  return fc
    .record({
      supplier: fc.nat(suppliers - 1),
      code: fc.nat(codes - 1),
      name: fc.constantFrom(...NAMES),
      category: fc.constantFrom('hotel', 'hotel', 'hotel', 'apartment'),
      at: fc.option(fc.constantFrom(...SPOTS), { freq: 6 }),
      city: fc.option(fc.constant('Paris'), { freq: 2 }),
      phone: fc.option(fc.constantFrom(...PHONES), { freq: 1 }),
      description: fc.option(fc.constantFrom('Calm', 'Lively'), { freq: 1 }),
    })
    .map(({ supplier, code, name, category, at, city, phone, description }) => ({
      supplier: `s${supplier}`,
      code: `c${code}`,
      name,
      category,
      location: {
        ...(city === null ? {} : { city }),
        ...(at === null ? {} : { coordinates: spot(...at) }),
      },
      ...(phone === null ? {} : { phone }),
      ...(description === null ? {} : { description }),
    }))
}

/** Successive batches of records. A repeated code updates the record. */
export function history(options: { batches?: number; perBatch?: number } = {}): fc.Arbitrary<SmallRecord[][]> {
  const { batches = 8, perBatch = 8 } = options
  return fc.array(fc.array(smallRecord(), { minLength: 1, maxLength: perBatch }), { minLength: 1, maxLength: batches })
}

/** Returns the last version of each record. The registry depends only on these versions. */
export function finalState<Row extends { readonly supplier: string; readonly code: string }>(
  records: Iterable<Row>,
): Row[] {
  return [...new Map([...records].map((record) => [`${record.supplier}/${record.code}`, record])).values()]
}

/**
 * Returns a generator of numbers from 0 to 1 with a seed (mulberry32). It is for worlds that are too large to shrink.
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const order = [...items]
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const held = order[at] as Item
    order[at] = order[other] as Item
    order[other] = held
  }
  return order
}

/**
 * A crowd on one block: `count` records of `suppliers` suppliers, four per hotel, each with another spelling of the
 * name. While the key of the block and their common word is within its limit, the records find each other by it.
 * Without a word, they do so by the key of the block alone.
 *
 * @param across - Every `across`-th record is a few steps away, in the next cell. Default: none.
 * @param word - First word of all names; '' for no word, so that only the key of the block remains.
 */
export function crowd(
  count: number,
  suppliers: number,
  random: () => number,
  across: number = count + 1,
  word = 'Avenue ',
): SmallRecord[] {
  return Array.from({ length: count }, (_, at) => {
    const hotel = Math.floor(at / 4)
    return {
      supplier: `s${at % suppliers}`,
      code: `c${at}`,
      name: `${word}${misspelt(inventedName(hotel), at % 4)}`,
      category: 'hotel',
      location: {
        coordinates: spot((at + 1) % across === 0 ? 455 : 440 + (hotel % 8), Math.floor(random() * 9)),
      },
    }
  })
}

/**
 * Three crowds of 40 records on one block, each with its own word. They have all kinds of clusters and alerts, and
 * enough records for several slices, but a third of the pairs of one crowd.
 */
export function threeCrowds(): SmallRecord[] {
  return ['Avenue ', 'Solace ', 'Tamarind '].flatMap((word, at) =>
    crowd(40, 4, seededRandom(3), 5, word).map((record) => ({ ...record, code: `${record.code}${'abc'[at]}` })),
  )
}

/** Returns a name of one long word, which differs from all other names by more than a typo. */
function inventedName(hotel: number): string {
  const syllables = ['bra', 'cle', 'dri', 'flo', 'gru', 'pla', 'ske', 'twi', 'vro', 'zlu']
  const digits = [hotel % 10, Math.floor(hotel / 10) % 10, (hotel * 7 + 3) % 10, (hotel * 3 + 1) % 10]
  return digits.map((digit) => syllables[digit]).join('')
}

/** Changes a letter at one of four positions; 0 changes nothing. */
function misspelt(name: string, way: number): string {
  return way === 0 ? name : `${name.slice(0, way * 3)}x${name.slice(way * 3 + 1)}`
}
