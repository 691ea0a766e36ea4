import { LIMITS } from '@utpid/core'

const ZEPHYR = {
  location: { city: 'Paris', country: 'FR', coordinates: [48.86, 2.34] },
  phone: '+33 1 42 68 00 01',
  website: 'https://zephyr.example',
}

/**
 * Returns two records that a service links in its first part, and further records with the same keys. The further
 * records exceed a key limit, so the keys no longer bring the two together.
 */
export function partingRecords(): object[] {
  const joined = ['alpha', 'beta'].map((supplier) => ({
    supplier,
    code: 'P1',
    name: 'Zephyr Marlowe',
    category: 'apartment',
    phone: ZEPHYR.phone,
  }))
  const between = Array.from({ length: 498 }, (_, at) => ({
    supplier: 'gamma',
    code: `B${at}`,
    name: `Relais ${at * 7}`,
  }))
  const crowd = Array.from({ length: LIMITS.recordsPerKey + 5 }, (_, at) => ({
    supplier: `s${at}`,
    code: 'C1',
    name: `Zephyr Marlowe Suite ${at}`,
    category: 'apartment',
    ...ZEPHYR,
  }))
  return [...joined, ...between, ...crowd]
}
