import { BRANDS } from '@utpid/core/scoring'
import { hashNumbers, hashText, type Random, STREAM } from '../random/random.ts'

export interface BrandName {
  readonly id: string
  readonly name: string
}

/** Very common brands. Half of the branded names use these brands, as in real feeds. */
const COMMON_BRANDS = new Set(
  `ibis ibis-budget ibis-styles novotel mercure campanile kyriad best-western holiday-inn holiday-inn-express hilton
   marriott radisson-blu nh melia premier-inn travelodge motel-6 super-8 days-inn comfort-inn hampton
   courtyard b-b premiere-classe motel-one scandic toyoko-inn apa sofitel pullman`.split(/\s+/),
)

/** Words inside a brand that have no capital letter. */
const SMALL_WORDS = new Set(['by', 'and', 'of', 'ibis', 'voco'])

/**
 * Returns the usual name of a brand: the name that equals the slug. The table has folded names in alphabetical order.
 */
function brandName(id: string, names: string): string {
  const folded = names.split('|')
  const usual = folded.find((name) => name === id.replaceAll('-', ' ')) ?? folded[0] ?? id
  const words = usual.split(' ')
  return words.map((word) => (SMALL_WORDS.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1))).join(' ')
}

function inHashOrder(brands: readonly BrandName[]): readonly BrandName[] {
  const order = new Map(brands.map((brand) => [brand.id, hashNumbers(STREAM.brand, hashText(brand.id))]))
  return brands.toSorted((left, right) => (order.get(left.id) ?? 0) - (order.get(right.id) ?? 0))
}

const LATIN_BRANDS: readonly BrandName[] = BRANDS.map(([id, names]) => ({ id, name: brandName(id, names) })).filter(
  ({ name }) => /^[\p{Script=Latin}\d '&-]{3,}$/u.test(name),
)
const COMMON = LATIN_BRANDS.filter(({ id }) => COMMON_BRANDS.has(id))
const ORDERED = inHashOrder(LATIN_BRANDS)

/**
 * Picks a brand. Half of the picks are common brands. The other picks are any brand, weighted towards the start of a
 * fixed shuffle.
 */
export function pickBrand(random: Random): BrandName {
  if (COMMON.length > 0 && random.chance(5_000)) return random.pick(COMMON)
  const index = Math.min(random.below(ORDERED.length), random.below(ORDERED.length))
  const brand = ORDERED[index]
  if (brand === undefined) throw new TypeError('the table of brands in @utpid/core is empty: run `npm run tables`')
  return brand
}

/**
 * Picks another brand for the same building. Real buildings combine an economy brand and a better brand under one roof.
 */
export function pickOtherBrand(random: Random, not: BrandName): BrandName {
  for (;;) {
    const brand = pickBrand(random)
    if (brand.id !== not.id) return brand
  }
}
