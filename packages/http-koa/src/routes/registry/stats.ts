import { type Registry, RegistryError, type RegistryStats } from '@utpid/core'
import { TERM_FREQUENCY_DUE, TERM_FREQUENCY_MODES } from '@utpid/core/operations'
import { z } from 'zod'
import { isNotModified } from '../../response/headers/entity-tag.ts'
import { type Route, route } from '../../route/route.ts'
import { countryCode, listOf, timestamp } from '../../schema/shared.ts'

const BY = ['country', 'supplier'] as const
const SHARE_DIGITS = 10_000
const count = z.int().min(0)
const share = z.number().min(0).max(1).meta({ description: 'Share of all products, at most 4 decimals.' })
const byName = z.record(z.string(), count)

export const statsRoute: Route = route('GET /registry/stats', {
  operationId: 'stats',
  summary: 'Registry statistics',
  access: { scope: 'registry:read' },
  cost: 1,
  query: z.strictObject({
    by: listOf(BY)
      .optional()
      .meta({ description: 'Adds the share of the registry that each country or supplier covers.' }),
  }),
  answers: {
    200: {
      description: 'The statistics.',
      json: z.object({
        products: z.object({ total: count, verified: count, byCategory: byName, byCountry: byName }),
        suppliers: z.object({
          total: count,
          top: z.array(z.object({ id: z.string(), name: z.string(), records: count, products: count })),
        }),
        records: z.object({ total: count }),
        duplicates: z.object({ open: count, merged: count, dismissed: count, withdrawn: count, copies: count }),
        confidence: z.object({ mean: z.number().nullable(), histogram: z.array(count) }),
        lastUpdated: timestamp.nullable().meta({ description: 'Time of the last change; null if no longer known.' }),
        modelVersion: z
          .object({ model: z.string(), modelHash: z.string(), tfVersion: count, tfVersions: z.array(count) })
          .meta({
            description: 'Model version that scores pairs of records. `tfVersion` is the term-frequency version.',
          }),
        termFrequencies: z
          .object({
            mode: z.enum(TERM_FREQUENCY_MODES),
            countedAt: timestamp.nullable(),
            countedRecords: count.nullable(),
            drift: z.number().min(0).nullable(),
            due: z.enum(TERM_FREQUENCY_DUE).nullable(),
          })
          .meta({
            description:
              'Count of the term-frequency version; null for the shipped table. `drift`: mean change of the bits of frequent words since. `due`: why a new count is due.',
          }),
        change: count,
        generatedAt: timestamp,
        coverage: z
          .object({
            country: z.array(z.object({ country: countryCode, products: count, share })).optional(),
            supplier: z
              .array(z.object({ id: z.string(), name: z.string(), products: count, records: count, share }))
              .optional(),
          })
          .optional()
          .meta({ description: 'With `by`: largest first, each with its share of all products.' }),
      }),
      headers: {
        ETag: 'Weak entity tag of the last change.',
        'Cache-Control': 'The answer may be cached for 30 seconds.',
      },
    },
    304: { description: 'Not modified.' },
  },
  async handle({ registry, query: { by }, header, signal }) {
    const stats = await registry.stats({ signal })
    const etag = `W/"${stats.change}"`
    const headers = { etag, 'cache-control': 'private, max-age=30' }
    if (isNotModified(header('if-none-match'), etag)) return { status: 304, headers }
    const body = { ...stats, lastUpdated: await timeOf(registry, stats.change) }
    return { status: 200, body: by === undefined ? body : { ...body, coverage: coverageOf(stats, by) }, headers }
  },
})

/** Computes the coverage from existing counters, so that the time does not depend on the number of products. */
function coverageOf({ products, suppliers }: RegistryStats, by: readonly (typeof BY)[number][]): object {
  const shareOf = (part: number): number =>
    products.total === 0 ? 0 : Math.round((part / products.total) * SHARE_DIGITS) / SHARE_DIGITS
  return {
    ...(by.includes('country')
      ? {
          country: Object.entries(products.byCountry).map(([country, number]) => ({
            country,
            products: number,
            share: shareOf(number),
          })),
        }
      : {}),
    ...(by.includes('supplier')
      ? {
          supplier: suppliers.top
            .map(({ id, name, products: number, records }) => ({
              id,
              name,
              products: number,
              records,
              share: shareOf(number),
            }))
            .sort((a, b) => b.products - a.products || (a.id < b.id ? -1 : 1)),
        }
      : {}),
  }
}

/** Returns the time of a change. Null before the first change, or if the change feed no longer contains the change. */
async function timeOf(registry: Registry, change: number): Promise<string | null> {
  if (change === 0) return null
  const [step] = await registry.events({ after: change - 1, limit: 1 }).catch((error: unknown) => {
    if (error instanceof RegistryError && error.code === 'changes_expired') return []
    throw error
  })
  return step?.at ?? null
}
