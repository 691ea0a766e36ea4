import { LIMITS, parseSupplierId, SEARCH_FACETS, type SearchOptions } from '@utpid/core'
import { parseDisplayedCountry } from '@utpid/core/scoring'
import { defined } from '@utpid/core/storage'
import { textInput } from '@utpid/service/internal'
import { z } from 'zod'
import { detailedItem, searchItem } from '../../response/body/product-response.ts'
import { nextLink } from '../../response/next-link.ts'
import type { Route } from '../../route/route.ts'
import { route } from '../../route/route.ts'
import { searchSchema } from '../../schema/product.ts'
import { booleanParameter, decimal, listOf, supplierText, wholeNumber } from '../../schema/shared.ts'

/** The form of an alpha-2 or alpha-3 code. */
const COUNTRY = /^[A-Za-z]{2,3}$/
/** Latitude, then longitude. */
const POINT = /^-?(?:90(?:\.0+)?|[0-8]?\d(?:\.\d+)?),-?(?:180(?:\.0+)?|(?:1[0-7]|\d)?\d(?:\.\d+)?)$/

const near: z.ZodType<[number, number], string> = z
  .string()
  .regex(POINT, 'must be latitude,longitude in degrees: -90 to 90, then -180 to 180')
  .transform((text) => text.split(',').map(Number) as [number, number]) as never

export const searchProductsRoute: Route = route('GET /registry/search', {
  operationId: 'search',
  summary: 'Search products by name, city, supplier, category or destination',
  rules: ['search_needs_something', 'search_cursor', 'cursor_or_offset', 'search_depth', 'assigned_country'],
  access: { scope: 'registry:read' },
  cost: 1,
  query: z.strictObject({
    q: textInput({ min: 1, max: LIMITS.searchTextCharacters })
      .optional()
      .meta({ description: 'Search text; optional if there is a filter.' }),
    type: textInput({ max: 500 }).optional().meta({
      description:
        'Displayed category, `profile:NAME` for all categories of a profile, or a comma-separated list of them; `other` for unknown.',
    }),
    country: z
      .string()
      .regex(COUNTRY, { error: 'must have two or three letters', abort: true })
      .refine((text) => parseDisplayedCountry(text) !== undefined, 'must be an ISO 3166 code')
      .optional()
      .meta({ description: 'Displayed country: ISO 3166 alpha-2 or alpha-3 code, in any case; `ZZ` for unknown.' }),
    verified: booleanParameter.optional().meta({ description: 'true: only verified products; false: all products.' }),
    supplier: supplierText.optional(),
    city: textInput({ min: 1, max: LIMITS.searchTextCharacters }).optional(),
    destination: textInput({ min: 1, max: LIMITS.searchTextCharacters })
      .optional()
      .meta({ description: 'A city, region, displayed country or airport code.' }),
    near: near.optional().meta({ description: 'latitude,longitude; nearest first.' }),
    radius: decimal(1, 50_000).optional().meta({ description: 'Metres around `near`. Default: 1,000.' }),
    limit: wholeNumber(1, 100).optional().meta({ description: 'Results per page. Default: 20.' }),
    offset: wholeNumber(0, 10_000).optional(),
    cursor: z
      .string()
      .max(LIMITS.cursorCharacters)
      .optional()
      .meta({ description: 'Cursor from the `Link` to the next page.', pattern: '^[A-Za-z0-9_-]+$' }),
    include: listOf(['distance', 'details', 'facets'])
      .optional()
      .meta({ description: 'Fields to add, as a comma-separated list.' }),
  }),
  answers: {
    200: {
      description: 'The matching products.',
      json: searchSchema,
      headers: {
        Link: 'URL of the next page, `rel="next"`; absent on the last page.',
        'Utpid-Total-Relation': '`gte` when `total` is a lower bound.',
      },
    },
  },
  problems: ['validation_failed', 'offset_too_large', 'invalid_cursor'],
  async handle({ registry, caller, query, url, signal }) {
    const { q = '', near: center, radius, include = [], supplier, ...options } = query
    const asked: SearchOptions = {
      ...(defined(options) as SearchOptions),
      ...defined({ supplier }),
      ...(center === undefined ? {} : { near: { coordinates: center, ...defined({ radiusMeters: radius }) } }),
    }
    const supplierId = supplier === undefined ? undefined : parseSupplierId(supplier)
    const hasDistance = include.includes('distance')
    const hasDetails = include.includes('details')
    const counted = { ...asked, ...(include.includes('facets') ? { facets: SEARCH_FACETS } : {}), signal }
    const found = hasDetails
      ? await itemsOf(registry.search(q, counted), (product) => detailedItem(product, supplierId, hasDistance, caller))
      : await itemsOf(registry.search(q, { ...counted, fields: 'summary' }), (product) =>
          searchItem(product, supplierId, hasDistance),
        )
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
