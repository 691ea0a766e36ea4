import { fold } from '../source/repository.ts'
import { packageVersion, readPackageJson } from '../source/source-package.ts'
import { byCodeUnit, header, type Table } from '../source/table.ts'
import { AMBIGUOUS_BRAND_NAMES, MORE_BRAND_NAMES, MORE_BRANDS } from './brand-lists.ts'

const SOURCE = 'name-suggestion-index'

/** Kinds of lodging in the source, under brands/tourism. */
const KINDS = ['hotel', 'motel', 'hostel', 'apartment', 'guest_house', 'chalet', 'camp_site', 'caravan_site', 'resort']
const NAME_TAGS =
  /^(?:brand|name|official_name|alt_name|short_name|brand:short|(?:brand|name|official_name):[a-z]{2}(?:-[a-z]+)?)$/i
/** Words for "hotel" at the start or end of a brand. The brand is also recognised without them. */
const HOTEL_TAIL = / (?:hotels?|hoteles|hotels? (?:and )?resorts?|apartment hotel|hotel collection)$/
const HOTEL_HEAD = /^(?:hotels?|hoteles) /
const MAX_WORDS = 6

interface Item {
  readonly displayName: string
  readonly matchNames?: readonly string[]
  readonly tags: Readonly<Record<string, string>>
}

interface Brand {
  readonly id: string
  readonly names: Set<string>
}

/** Builds the table of lodging brands with their folded names. Names that prove nothing by themselves are left out. */
export function brandTable(): Table {
  const { nsi } = readPackageJson<{ nsi: Record<string, { items: Item[] }> }>(SOURCE, 'dist/json/nsi.min.json')
  const brands = new Map<string, Brand>()
  const ambiguous = new Set<string>()
  const add = (main: string, spellings: readonly string[]): void => {
    const id = slug(main)
    const brand = brands.get(id) ?? { id, names: new Set<string>() }
    brands.set(id, brand)
    for (const spelling of [main, ...spellings]) {
      for (const name of variants(spelling)) {
        if (isAmbiguous(name)) ambiguous.add(name)
        else brand.names.add(name)
      }
    }
  }

  for (const kind of KINDS) {
    for (const item of nsi[`brands/tourism/${kind}`]?.items ?? []) {
      const tags = Object.entries(item.tags).filter(([tag]) => NAME_TAGS.test(tag))
      add(latinName(item), [
        item.displayName,
        ...tags.flatMap(([, value]) => value.split(';')),
        ...(item.matchNames ?? []),
      ])
    }
  }
  for (const line of MORE_BRANDS) {
    const [name = '', ...more] = line.split('|')
    const id = slug(name)
    if (brands.has(id)) throw new Error(`${SOURCE} now has "${name}": remove it from MORE_BRANDS.`)
    brands.set(id, { id, names: new Set([name, ...more].map(fold)) })
  }
  const unknown = Object.keys(MORE_BRAND_NAMES).filter((id) => !brands.has(id))
  if (unknown.length > 0) throw new Error(`MORE_BRAND_NAMES names what is no brand: ${unknown.join(', ')}.`)
  for (const [id, more] of Object.entries(MORE_BRAND_NAMES)) {
    for (const name of more) brands.get(id)?.names.add(fold(name))
  }

  const idle = [...AMBIGUOUS_BRAND_NAMES].filter((name) => !ambiguous.has(name))
  if (idle.length > 0) throw new Error(`No brand has these names, take them out of the list: ${idle.join(', ')}.`)

  const owners = new Map<string, string>()
  const rows: string[] = []
  const nameless: string[] = []
  for (const { id, names } of [...brands.values()].sort((left, right) => byCodeUnit(left.id, right.id))) {
    const own = [...names].filter((name) => claim(owners, name, id, brands))
    if (own.length === 0) nameless.push(id)
    else rows.push(lineOf(id, own.sort(byCodeUnit)))
  }
  const source = `${header(
    [packageVersion(SOURCE)],
    'The brand names are under the BSD 3-Clause licence, (c) 2026 name-suggestion-index contributors: see NOTICE.',
  )}
/**
 * Brands of lodging, one a line, as \`parseBrands\` reads them: the folded names by which the
 * brand is known in a name, separated by \`|\`, in any script. The name with \`=\` gives the id,
 * with dashes for spaces; where none does, the id comes first, after \`#\`.
 */
export const BRAND_LINES: string = \`
${rows.join('\n')}
\`
`
  return {
    path: 'packages/core/src/features/extract/generated/brands.ts',
    bytes: Buffer.from(source),
    notes: [
      `${rows.length} brands, ${owners.size} names`,
      `left out as ambiguous by themselves: ${[...ambiguous].sort(byCodeUnit).join(', ')}`,
      `left out, no name of theirs tells: ${nameless.join(', ')}`,
    ],
  }
}

/** Writes a brand as a line of the table. Most ids are a name with dashes, which halves the table. */
function lineOf(id: string, names: readonly string[]): string {
  if (names.some((name) => /[`\\$=#]/.test(name))) throw new Error(`A name of ${id} has a sign of the table.`)
  const own = names.find((name) => name.replaceAll(' ', '-') === id)
  return own === undefined
    ? `#${id}|${names.join('|')}`
    : names.map((name) => (name === own ? `=${name}` : name)).join('|')
}

/** Returns a Latin name if the source has one, since ids are ASCII if possible. */
function latinName(item: Item): string {
  const { tags } = item
  const names = [tags['brand:en'], tags['name:en'], tags.brand, item.displayName, tags.name, ...(item.matchNames ?? [])]
  const latin = names.find((name) => name !== undefined && /^[\p{Script=Latin}\P{L}]+$/u.test(name))
  return (latin ?? item.displayName).replace(/\([^)]*\)/g, '').trim()
}

function slug(name: string): string {
  const folded = fold(name)
  const bare = folded.replace(HOTEL_TAIL, '').replace(/^the /, '')
  return (bare === '' ? folded : bare).replaceAll(' ', '-')
}

/** Returns a name as written, and the name without "hotel", which most writers omit. */
function variants(name: string): string[] {
  const folded = fold(name.replace(/\([^)]*\)/g, ' '))
  const bare = folded.replace(HOTEL_TAIL, '').replace(HOTEL_HEAD, '')
  const plain = [folded, bare, bare.replace(/^the /, '')]
  return [...new Set(plain)].filter((variant) => variant !== '' && variant.split(' ').length <= MAX_WORDS)
}

function isAmbiguous(name: string): boolean {
  // One or two Latin letters may be initials of anything. The exception "nh" has only one meaning in lodging.
  return AMBIGUOUS_BRAND_NAMES.has(name) || (/^[a-z]{1,2}$/.test(name) && name !== 'nh')
}

/** Assigns a name to the brand whose id has the same spelling, else to the first brand with this name. */
function claim(owners: Map<string, string>, name: string, id: string, brands: ReadonlyMap<string, Brand>): boolean {
  const bySpelling = slug(name)
  if (bySpelling !== id && brands.has(bySpelling)) return false
  if (owners.has(name)) return false
  owners.set(name, id)
  return true
}
