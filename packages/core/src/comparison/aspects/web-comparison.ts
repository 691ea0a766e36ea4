import type { WebFeatures } from '../../features/record-features.ts'
import { defined } from '../../model/defined.ts'
import type { Comparison } from '../comparison.ts'
import { isSamePhone } from './phone-comparison.ts'

/**
 * Compares web addresses. A chain uses one host for all its hotels. So with a known brand, the same host is weak
 * evidence, and another page on this host is evidence against a match. An owner of two houses often uses one telephone
 * and one page for both houses. So the page adds little if the telephone agrees.
 */
export const webComparison: Comparison = {
  name: 'web',
  description: 'Whether the web addresses agree.',
  levels: ['same_page', 'same_host', 'same_contact', 'chain_host', 'unknown', 'different'],
  monotoneLevels: [
    ['same_page', 'same_host', 'chain_host', 'different'],
    ['same_page', 'same_contact', 'different'],
  ],
  isPresent: ({ web }) => web !== undefined,
  hasKeys: true,
  compare: (left, right) => {
    const { web: a } = left
    const { web: b } = right
    if (a === undefined || b === undefined) return 'unknown'
    const branded = left.brand !== undefined || right.brand !== undefined
    return compareWeb(a, b.host, b.page, b.shared, branded, isSamePhone(left.phone, right.phone))
  },
  compareView: ({ web, brand, phone }, other) => {
    if (web === undefined || !other.hasWeb) return 'unknown'
    const branded = brand !== undefined || other.hasBrand
    return compareWeb(web, other.webHost, other.webPage, other.isWebShared, branded, isSamePhone(phone, other.phone))
  },
  fieldOf: ({ web }) => defined({ web }),
  show: ({ website }) => website,
}

function compareWeb(
  a: WebFeatures,
  host: number,
  page: number,
  shared: boolean,
  branded: boolean,
  isPhone: boolean,
): string {
  const isPage = a.page === page && (a.host !== a.page || !(a.shared || branded))
  if (!isPage && (a.shared || shared)) return 'unknown'
  const isHost = a.host === host && !branded
  if ((isPage || isHost) && isPhone) return 'same_contact'
  if (isPage) return 'same_page'
  if (a.host === host) return branded ? 'chain_host' : 'same_host'
  return 'different'
}
