import { parseShownCountry, parseSupplierId, SEARCH_FACETS, type SearchOptions } from '@utpid/core'
import { z } from 'zod'
import { nextLink } from '../../answer/next-link.ts'
import { detailedItem, searchItem } from '../../answer/product-answer.ts'
import { givenFields } from '../../request/given-fields.ts'
import type { Route } from '../../route/route.ts'
import { route } from '../../route/route.ts'
import { searchSchema } from '../../schema/product.ts'
import { decimal, listOf, truth, wholeNumber } from '../../schema/shared.ts'

const near: z.ZodType<[number, number], string> = z
  .string()
  .regex(/^-?\d{1,2}(\.\d+)?,-?\d{1,3}(\.\d+)?$/, 'must be latitude,longitude in degrees')
  .transform((text) => text.split(',').map(Number) as [number, number])
  .refine(([lat, lon]) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180, 'must be -90 to 90, then -180 to 180') as never

export const searchProductsRoute: Route = route({
  operationId: 'search',
  method: 'GET',
  path: '/registry/search',
  summary: 'Search products by name, city, supplier, category or destination',
  access: { scope: 'registry:read' },
  cost: 1,
  query: z.strictObject({
    q: z
      .string()
      .min(1, 'must have at least 1 character')
      .max(256, 'must have at most 256 characters')
      .optional()
      .meta({ description: 'Text; may be left out when a filter is given.' }),
    type: z
      .string()
      .max(500)
      .optional()
      .meta({ description: 'The shown category, a profile, or a comma list of them; `other` for unknown.' }),
    country: z
      .string()
      .refine((text) => /^[a-z]{2,3}$/i.test(text) && parseShownCountry(text) !== undefined, 'must be an ISO 3166 code')
      .optional()
      .meta({ description: 'The shown country: ISO 3166 alpha-2 or alpha-3 code, in any case; `ZZ` for unknown.' }),
    verified: truth.optional().meta({ description: 'true: only verified products; false filters nothing.' }),
    supplier: z.string().min(1, 'must not be empty').max(200).optional().meta({ description: 'Id of a supplier.' }),
    city: z.string().min(1, 'must not be empty').max(256).optional(),
    destination: z
      .string()
      .min(1, 'must not be empty')
      .max(256)
      .optional()
      .meta({ description: 'A city, region, shown country or airport code.' }),
    near: near.optional().meta({ description: 'latitude,longitude; nearest first.' }),
    radius: decimal(1, 50_000).optional().meta({ description: 'Metres around `near`; 1,000 unless given.' }),
    limit: wholeNumber(1, 100).optional().meta({ description: 'Results per page; 20 unless given.' }),
    offset: wholeNumber(0, 10_000).optional(),
    cursor: z.string().max(16_384).optional().meta({ description: 'Of the `Link` to the next page.' }),
    include: listOf(['distance', 'details', 'facets'])
      .optional()
      .meta({ description: 'Keys to add, as a comma list.' }),
  }),
  answers: {
    200: {
      description: 'The products found.',
      json: searchSchema,
      headers: {
        Link: 'The next page, `rel="next"`; absent on the last one.',
        'Utpid-Total-Relation': '`gte` when `total` is a lower bound.',
      },
    },
  },
  problems: ['validation_failed', 'offset_too_large', 'invalid_cursor'],
  async handle({ registry, caller, query, url, signal }) {
    const { q = '', near: center, radius, include = [], supplier, ...options } = query
    const asked: SearchOptions = {
      ...(givenFields(options) as SearchOptions),
      ...(supplier === undefined ? {} : { supplier }),
      ...(center === undefined
        ? {}
        : { near: { coordinates: center, ...(radius === undefined ? {} : { radiusMeters: radius }) } }),
    }
    const supplierId = supplier === undefined ? undefined : parseSupplierId(supplier)
    const hasDistance = include.includes('distance')
    const hasDetails = include.includes('details')
    const counted = { ...asked, ...(include.includes('facets') ? { facets: SEARCH_FACETS } : {}), signal }
    const found = hasDetails
      ? await itemsOf(registry.search(q, counted), (product) => detailedItem(product, supplierId, hasDistance, caller))
      : await itemsOf(registry.list(q, counted), (product) => searchItem(product, supplierId, hasDistance))
    return {
      status: 200,
      body: {
        total: found.total,
        results: found.products,
        ...(found.facets && { facets: found.facets }),
      },
      headers: {
        ...(found.exact ? {} : { 'utpid-total-relation': 'gte' }),
        ...(found.next === undefined ? {} : { link: nextLink(url, found.next) }),
      },
    }
  },
})

async function itemsOf<Product, Page extends { readonly products: readonly Product[] }>(
  page: Promise<Page & { readonly products: readonly Product[] }>,
  item: (product: Product) => unknown,
): Promise<Omit<Page, 'products'> & { readonly products: readonly unknown[] }> {
  const found = await page
  return { ...found, products: found.products.map(item) }
}
