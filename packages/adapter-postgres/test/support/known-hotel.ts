const WORDS = [
  'Zephyr',
  'Marlowe',
  'Quill',
  'Solace',
  'Ember',
  'Larkspur',
  'Pavane',
  'Oriel',
  'Rondel',
  'Larch',
  'アパ',
]
const SUPPLIERS = ['alpha', 'beta', 'gamma'] as const

/** The number of suppliers per hotel. The records of hotel H start at H times this number. */
export const SUPPLIERS_OF_HOTEL: number = SUPPLIERS.length

/** Returns one version of a record, which tests identify by its number. */
export function knownHotel(number: number, version: number): Record<string, unknown> {
  const hotel = Math.floor(number / SUPPLIERS_OF_HOTEL)
  const word = (step: number): string => WORDS[(hotel * step) % WORDS.length] as string
  return {
    supplier: SUPPLIERS[number % SUPPLIERS_OF_HOTEL],
    code: codeOfHotel(number),
    name: `${number % 2 === 0 ? 'Hotel ' : ''}${word(1)} ${word(3)} ${hotel}${version % 4 === 3 ? ' Annex' : ''}`,
    category: 'hotel',
    phone: `+33 1 ${40_205_000 + hotel}`,
    location: { city: 'Paris', country: 'FR', coordinates: [48.8 + (hotel % 50) / 500, 2.3 + (hotel % 70) / 700] },
    extra: { version: String(version) },
    ...detailsOfVersion(version),
  }
}

/** Returns the details of a version. Every third version has none. */
export function detailsOfVersion(version: number): { readonly bookings?: number } {
  return version % 3 === 0 ? {} : { bookings: version }
}

export function codeOfHotel(number: number): string {
  return `H${number}`
}
