import { isLet } from '../noise/product-category.ts'
import type { Lodging } from '../products/generated-product.ts'
import type { Random } from '../random/random.ts'

const UNITS: Readonly<Record<string, readonly string[]>> = {
  apartment: ['Rental unit', 'Condo', 'Loft', 'Serviced apartment'],
  villa: ['Home', 'Villa', 'Cottage', 'Vacation home'],
  room: ['Private room', 'Room in rental unit'],
}
const PLACEHOLDERS = ['a', 'A', 'test', 'teste', 'xxx', 'n/a', 'nao aplicavel', 'NÃO APLICÁVEL', '-']

/**
 * Returns a generated title: `Rental unit in Porto · ★4.70 · 1 bedroom`. Such a title is not a name: a hundred flats
 * share it.
 */
export function machineName(random: Random, { category, rooms = 1, site }: Lodging): string {
  const unit = random.pick((isLet(category) ? UNITS[category] : undefined) ?? ['Rental unit'])
  const stars = `${random.between(3, 4)}.${String(random.below(100)).padStart(2, '0')}`
  const rating = random.chance(8_000) ? ` · ★${stars}` : ' · ★New'
  return `${unit} in ${site.city.name}${rating} · ${rooms} bedroom${rooms === 1 ? '' : 's'}`
}

/** Returns a placeholder instead of the name, as forms, tests or crawlers leave it. */
export function junkName(random: Random, name: string): string {
  return random.chance(4_000) ? `REDIRECT 301 - ${name}` : random.pick(PLACEHOLDERS)
}
