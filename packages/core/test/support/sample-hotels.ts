import { spot } from './small-world.ts'

/** One hotel, described by two suppliers. The records are so similar that any sensible model joins them. */
export const ZEPHYR = {
  supplier: 'alpha',
  code: 'A1',
  name: 'Hotel Zephyr Marlowe',
  category: 'hotel',
  location: {
    address: '12 Rue de la Pavane',
    city: 'Paris',
    country: 'FR',
    postalCode: '75002',
    coordinates: spot(0, 0),
  },
  phone: '+33 1 40 20 50 50',
  website: 'https://zephyr-marlowe.example/',
  stars: 4,
} as const

export const ZEPHYR_BY_BETA = {
  ...ZEPHYR,
  supplier: 'beta',
  code: 'B1',
  name: 'Zéphyr Marlowe',
  location: { ...ZEPHYR.location, coordinates: spot(8, 5) },
} as const

/** Another hotel, a kilometre away, which shares no data with the first. */
export const QUILL = {
  supplier: 'alpha',
  code: 'A2',
  name: 'Quill Rondel Residence',
  category: 'hotel',
  location: {
    address: '7 Avenue des Larches',
    city: 'Paris',
    country: 'FR',
    postalCode: '75009',
    coordinates: spot(1_300, 800),
  },
  phone: '+33 1 99 88 77 66',
  website: 'https://quill-rondel.example/',
  stars: 3,
} as const
