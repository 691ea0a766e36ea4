/** A hotel of three suppliers, and any number of identical records of it from a fourth supplier. */
export interface IdenticalRecords {
  readonly product: readonly object[]
  readonly copies: readonly object[]
  /** As many records of the fourth supplier, each of another location. */
  readonly different: readonly object[]
  /** The content of the identical records, without supplier and code. */
  readonly question: object
}

const HOTEL = {
  name: 'Hotel Marlowe Quill',
  category: 'hotel',
  location: {
    address: '12 Rue de la Pavane',
    city: 'Paris',
    country: 'FR',
    postalCode: '75002',
    coordinates: [48.8671, 2.3362],
  },
} as const
const SUPPLIER = 'bedbank'
const SYLLABLES = ['bra', 'cle', 'dri', 'flo', 'gru', 'pla', 'ske', 'twi', 'vro', 'zlu']
/** Degrees between neighbouring locations: about 300 m. */
const STEP = 0.003
const IN_A_ROW = 80

export function identicalRecords(count: number): IdenticalRecords {
  const code = (at: number): string => `B${String(at).padStart(5, '0')}`
  return {
    product: ['alpha', 'beta', 'gamma'].map((supplier) => ({ ...HOTEL, supplier, code: `${supplier}-1` })),
    copies: Array.from({ length: count }, (_, at) => ({ ...HOTEL, supplier: SUPPLIER, code: code(at) })),
    different: Array.from({ length: count }, (_, at) => ({
      ...HOTEL,
      supplier: SUPPLIER,
      code: code(at),
      name: `Hotel ${inventedName(at)}`,
      location: {
        ...HOTEL.location,
        address: `${(at % 90) + 1} Rue ${inventedName(at * 7 + 3)}`,
        coordinates: [48.5 + Math.floor(at / IN_A_ROW) * STEP, 2 + (at % IN_A_ROW) * STEP],
      },
    })),
    question: HOTEL,
  }
}

function inventedName(at: number): string {
  const digits = [at % 10, Math.floor(at / 10) % 10, Math.floor(at / 100) % 10, Math.floor(at / 1_000) % 10]
  const name = digits.map((digit) => SYLLABLES[digit]).join('')
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
