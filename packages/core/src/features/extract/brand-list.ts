import { BRAND_LINES } from './generated/brands.ts'

/**
 * The brands of lodging, sorted by id: a slug, and the folded names by which the brand is known in a name, separated by
 * `|`. No name is of two brands. Sub-brands are brands of their own.
 */
export const BRANDS: readonly (readonly [id: string, names: string])[] = parseBrands(BRAND_LINES)

/** Parses the lines of the table, see `BRAND_LINES`. */
function parseBrands(lines: string): (readonly [id: string, names: string])[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const names = line.split('|')
      if (line.startsWith('#')) return [(names[0] as string).slice(1), names.slice(1).join('|')] as const
      const own = names.find((name) => name.startsWith('=')) as string
      return [own.slice(1).replaceAll(' ', '-'), line.replace('=', '')] as const
    })
}
