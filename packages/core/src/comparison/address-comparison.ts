import type { AddressFeatures } from '../features/record-features.ts'
import type { Comparison } from './comparison.ts'

/** House numbers that differ by no more are a few doors apart. */
const NEAR_NUMBERS = 20

/**
 * Compares street and house number, written in either order. Ranges (`97-101`) agree with any
 * number in them; corner houses are often known by either street. Large houses have several doors, and suppliers round
 * and mistype numbers: a few doors apart says less against than the other end of the street.
 */
export const addressComparison: Comparison = {
  name: 'address',
  description: 'Whether street and house number agree.',
  levels: ['same_door', 'same_street', 'same_number_only', 'near_number', 'other_number', 'other_street', 'unknown'],
  chains: [
    ['same_door', 'same_street', 'same_number_only', 'other_number', 'other_street'],
    ['same_door', 'near_number', 'other_number'],
  ],
  speaks: ({ address }) => address !== undefined,
  compare: ({ address: a }, { address: b }) => {
    if (a === undefined || b === undefined) return 'unknown'
    const streets = streetsAgree(a.street, b.street)
    const numbers = numbersAgree(a, b)
    if (streets === undefined) return numbers === true ? 'same_number_only' : 'unknown'
    if (!streets && inTwoScripts(a, b)) return 'unknown'
    if (streets) return numbers === undefined ? 'same_street' : numbers ? 'same_door' : numbersApart(a, b)
    return numbers === true ? 'same_number_only' : 'other_street'
  },
  show: ({ location }) => location?.address,
}

/** `شارع الملك فهد` and `King Fahd Road` may be one street. */
function inTwoScripts({ script: a }: AddressFeatures, { script: b }: AddressFeatures): boolean {
  return a !== 0 && b !== 0 && a !== b
}

/** True when they share at least half of the shorter's words; undefined when a side names none. */
function streetsAgree(a: readonly number[], b: readonly number[]): boolean | undefined {
  if (a.length === 0 || b.length === 0) return undefined
  let shared = 0
  for (const word of a) if (b.includes(word)) shared++
  return shared * 2 >= Math.min(a.length, b.length) && shared > 0
}

function numbersAgree(a: AddressFeatures, b: AddressFeatures): boolean | undefined {
  if (a.houseNumber === 0 || b.houseNumber === 0) return undefined
  return a.houseNumber <= b.houseNumberLast && b.houseNumber <= a.houseNumberLast
}

function numbersApart(a: AddressFeatures, b: AddressFeatures): 'near_number' | 'other_number' {
  const apart = Math.max(a.houseNumber - b.houseNumberLast, b.houseNumber - a.houseNumberLast)
  return apart <= NEAR_NUMBERS ? 'near_number' : 'other_number'
}
