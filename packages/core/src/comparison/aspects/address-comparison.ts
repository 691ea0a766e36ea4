import type { AddressFeatures } from '../../features/record-features.ts'
import { defined } from '../../model/defined.ts'
import type { Comparison } from '../comparison.ts'

/** Maximum difference of house numbers that are a few doors apart. */
const MAX_NEAR_DIFFERENCE = 20

/**
 * Compares street and house number, in either order. A range (`97-101`) agrees with any number in it. A corner house
 * often has the address of either street. Large houses have several doors, and suppliers round and mistype numbers. So
 * a difference of a few doors is weaker evidence against a match than a large difference.
 */
export const addressComparison: Comparison = {
  name: 'address',
  description: 'Whether street and house number agree.',
  levels: ['same_door', 'same_street', 'same_number_only', 'near_number', 'other_number', 'other_street', 'unknown'],
  monotoneLevels: [
    ['same_door', 'same_street', 'same_number_only', 'other_number', 'other_street'],
    ['same_door', 'near_number', 'other_number'],
  ],
  isPresent: ({ address }) => address !== undefined,
  cost: 4,
  viewCost: 2,
  compare: ({ address: a }, { address: b }) => {
    if (a === undefined || b === undefined) return 'unknown'
    let shared = 0
    for (const word of a.street) if (b.street.includes(word)) shared++
    return compareDoors(a, b, b.script, b.street.length, shared)
  },
  compareView: ({ address }, other) => {
    if (address === undefined || !other.hasAddress) return 'unknown'
    return compareDoors(address, other, other.streetScript, other.streetWords, other.sharedStreetWords(address.street))
  },
  fieldOf: ({ address }) => defined({ address }),
  show: ({ location }) => location?.address,
}

/** The house numbers of an address or of a feature view. */
type Door = Pick<AddressFeatures, 'houseNumber' | 'houseNumberLast'>

/**
 * Compares the house numbers and streets of two addresses.
 *
 * @param others - Number of words of the other street.
 * @param shared - Number of words that both streets have.
 */
function compareDoors(a: AddressFeatures, b: Door, otherScript: number, others: number, shared: number): string {
  const streets = streetsAgree(a.street.length, others, shared)
  const numbers = numbersAgree(a, b)
  if (streets === undefined) return numbers === true ? 'same_number_only' : 'unknown'
  if (!streets && inTwoScripts(a.script, otherScript)) return 'unknown'
  if (streets) return numbers === undefined ? 'same_street' : numbers ? 'same_door' : numbersApart(a, b)
  return numbers === true ? 'same_number_only' : 'other_street'
}

/** Reports whether two streets are in different scripts: `شارع الملك فهد` and `King Fahd Road` may be one street. */
function inTwoScripts(a: number, b: number): boolean {
  return a !== 0 && b !== 0 && a !== b
}

/**
 * Reports whether two streets share at least half of the words of the shorter street; undefined if an address has no
 * street.
 */
function streetsAgree(words: number, others: number, shared: number): boolean | undefined {
  if (words === 0 || others === 0) return undefined
  return shared * 2 >= Math.min(words, others) && shared > 0
}

function numbersAgree(a: Door, b: Door): boolean | undefined {
  if (a.houseNumber === 0 || b.houseNumber === 0) return undefined
  return a.houseNumber <= b.houseNumberLast && b.houseNumber <= a.houseNumberLast
}

function numbersApart(a: Door, b: Door): 'near_number' | 'other_number' {
  const apart = Math.max(a.houseNumber - b.houseNumberLast, b.houseNumber - a.houseNumberLast)
  return apart <= MAX_NEAR_DIFFERENCE ? 'near_number' : 'other_number'
}
