import { CATEGORIES, LIMITS, parseCategory, type Registry, type SearchResult } from '@utpid/core'
import type { Command } from 'commander'
import { CliError } from '../cli-error.ts'
import { addCommonOptions, type DataFlags, type JsonFlags, wholeNumber } from '../common-options.ts'
import { countryOption } from '../country-option.ts'
import { didYouMean } from '../did-you-mean.ts'
import { EXIT } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { requireSupplier } from '../known-supplier.ts'
import { counted, whole } from '../number-text.ts'
import { openRegistry } from '../open-registry.ts'
import { searchText } from '../search-text.ts'

interface SearchFlags extends DataFlags, JsonFlags {
  readonly type?: string
  readonly country?: string
  readonly verified?: boolean
  readonly supplier?: string
  readonly city?: string
  readonly limit?: number
  readonly offset?: number
}

export function addSearchCommand(program: Command, io: Io): void {
  const command = program
    .command('search')
    .description('Find products by name, city, destination, supplier or category.')
    .argument('[text...]', 'may be left out when an option says what to look for')
    .option('--type <category>', 'a category or several with commas, or lodging, activity, transfer')
    .option('--country <country>', 'ISO 3166 code or name', countryOption)
    .option('--city <city>', 'city')
    .option('--supplier <id>', 'only products of this supplier')
    .option('--verified', 'only verified products')
    .option('--limit <n>', 'products shown, 20 unless given', wholeNumber(1, LIMITS.searchPageSize))
    .option('--offset <n>', 'products left out before them', wholeNumber(0, LIMITS.searchOffset))
  addCommonOptions(command).action((words: string[], flags: SearchFlags) => search(words.join(' '), flags, io))
}

async function search(text: string, flags: SearchFlags, io: Io): Promise<void> {
  const { type, country, city, supplier, verified, limit, offset } = flags
  if (text.trim() === '' && [type, country, city, supplier, verified].every((flag) => flag === undefined)) {
    throw new CliError(
      EXIT.usage,
      'Say what to look for, for example: utpid search "ritz paris"; or give --city, --type ...',
    )
  }
  await using registry = await openRegistry(flags.data, { create: false })
  if (type !== undefined) await requireCategories(registry, type)
  if (supplier !== undefined) await requireSupplier(registry, supplier)
  const result = await registry.search(text, {
    signal: io.signal,
    ...(type === undefined ? {} : { type }),
    ...(country === undefined ? {} : { country }),
    ...(city === undefined ? {} : { city }),
    ...(supplier === undefined ? {} : { supplier }),
    ...(verified === undefined ? {} : { verified }),
    ...(limit === undefined ? {} : { limit }),
    ...(offset === undefined ? {} : { offset }),
  })
  if (flags.json === true) return io.stdout.json(result)
  if (result.products.length > 0) await io.stdout.write(searchText(result))
  await io.stderr.line(summary(result, offset ?? 0))
}

function summary({ total, exact, products }: SearchResult, offset: number): string {
  if (total === 0) return 'No product found.'
  const all = `${exact ? '' : 'at least '}${counted(total, 'product')}`
  if (products.length === 0) return `${all} found; --offset ${whole(offset)} is beyond the last.`
  if (products.length === total) return `${all} found.`
  const next = offset + products.length
  return `${whole(offset + 1)} to ${whole(next)} of ${all}${next < total ? `; --offset ${next} shows more` : ''}.`
}

/** Categories are an open list: what a record brought along is one, too. */
async function requireCategories(registry: Registry, types: string): Promise<void> {
  const { products } = await registry.stats()
  const known = [
    ...new Set(CATEGORIES.flatMap(({ slug, profile }) => [slug, profile])),
    ...Object.keys(products.byCategory),
  ]
  for (const type of types.split(',')) {
    if (known.includes(type.trim().toLowerCase()) || parseCategory(type).known) continue
    const hint = didYouMean(type, known)
    throw new CliError(
      EXIT.usage,
      `"${type}" is not a category${hint === '' ? '; "utpid stats" lists those in the registry.' : hint}`,
    )
  }
}
