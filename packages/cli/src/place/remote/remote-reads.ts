import { type Client, UtpidError } from '@utpid/client'
import {
  type CallOptions,
  type DuplicateAlert,
  type Product,
  requireUtpid,
  type SearchOptions,
  type SearchResult,
} from '@utpid/core'
import type {
  AlertList,
  AlertsOptions,
  FieldsOption,
  FoundProduct,
  Located,
  LocateQuery,
  ProductFields,
} from '@utpid/core/operations'
import { defined } from '@utpid/core/storage'

/** Error codes for items that do not exist, or no longer exist. */
const GONE: ReadonlySet<string> = new Set(['not_found', 'product_not_found', 'product_deleted', 'product_retired'])
const DUPLICATES_PER_PAGE = 100

/** Returns the answer, or undefined for a product that does not exist. */
export async function orUndefinedIfGone<Result>(asked: Promise<Result>): Promise<Result | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof UtpidError && GONE.has(error.code)) return undefined
    throw error
  }
}

export async function getRemotely(
  client: Client,
  utpid: string,
  options: CallOptions = {},
): Promise<Product | undefined> {
  const found = await orUndefinedIfGone(client.product(utpid, { include: ['details'] }, callOf(options)))
  return found?.details as unknown as Product | undefined
}

export async function locateRemotely(
  client: Client,
  query: LocateQuery,
  options: CallOptions = {},
): Promise<Located | undefined> {
  const id = 'utpid' in query ? query.utpid : { supplier: query.supplier, code: query.code }
  const [found] = (await client.lookup({ ids: [id] }, callOf(options))).results
  if (found !== undefined && found.status !== 'unknown') {
    // The service also reads a text as `supplier:code`.
    if ('utpid' in query && found.requested === null) requireUtpid(query.utpid)
    return found as unknown as Located
  }
  // Report a text that cannot be an identifier as invalid.
  if ('utpid' in query) await getRemotely(client, query.utpid, options)
  return undefined
}

export async function searchRemotely(
  client: Client,
  text: string,
  { near, signal, type, facets: asked = [], fields, ...filters }: SearchOptions & FieldsOption & CallOptions = {},
): Promise<SearchResult> {
  let headers = new Headers()
  const { results, total, facets } = await client.search(
    {
      ...filters,
      ...(type !== undefined && { type: String(type) }),
      ...(text.trim() !== '' && { q: text }),
      ...(near && { near: near.coordinates.map(decimal).join(','), radius: near.radiusMeters }),
      include: ['details', 'distance', ...(asked.length === 0 ? [] : ['facets' as const])],
    },
    {
      signal: signal as AbortSignal | undefined,
      onResponse: (response) => {
        headers = response.headers
      },
    },
  )
  const [, link] = /<([^<>]*)>;\s*rel="next"/.exec(headers.get('link') ?? '') ?? []
  const next = link === undefined ? null : new URL(link, 'http://registry.invalid').searchParams.get('cursor')
  return {
    total,
    exact: headers.get('utpid-total-relation') !== 'gte',
    products: results.map(({ details }) => foundProduct(details as unknown as FoundProduct, fields)),
    ...(facets && { facets: Object.assign({ exact: facets.exact }, ...asked.map((by) => ({ [by]: facets[by] }))) }),
    ...(next !== null && { next }),
  }
}

/** A service returns all fields. A summary also names the supplier of the name. */
function foundProduct(product: FoundProduct, fields: ProductFields = 'all'): FoundProduct {
  return fields === 'all' ? product : { ...product, ...defined({ namedBy: product.provenance.name?.supplier }) }
}

export async function duplicatesRemotely(
  client: Client,
  utpid: string,
  options: AlertsOptions & CallOptions = {},
): Promise<AlertList> {
  // The command has no other options.
  const { status, order = 'informationGain', limit = 20, offset = 0 } = options
  const alerts: DuplicateAlert[] = []
  for (;;) {
    const query = { status, order, limit: Math.min(limit - alerts.length, DUPLICATES_PER_PAGE) }
    const page = await client.duplicates(
      utpid,
      { ...query, offset: offset + alerts.length, include: ['alert'] },
      callOf(options),
    )
    alerts.push(...page.results.map(({ alert }) => alert as unknown as DuplicateAlert))
    if (page.results.length === 0 || alerts.length >= limit) return { total: page.total, alerts, next: null }
    if (offset + alerts.length >= page.total) return { total: page.total, alerts, next: null }
  }
}

/** Converts the options of a call to those of the client. */
export function callOf({ signal }: CallOptions): { readonly signal: AbortSignal | undefined } {
  return { signal: signal as AbortSignal | undefined }
}

/** Formats a number without an exponent, since coordinates in a query must not have one. */
function decimal(degrees: number): string {
  const text = String(degrees)
  return text.includes('e') ? degrees.toFixed(9) : text
}
