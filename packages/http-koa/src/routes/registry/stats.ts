import { type Registry, RegistryError } from '@utpid/core'
import { z } from 'zod'
import { isNotModified } from '../../answer/entity-tag.ts'
import { type Route, route } from '../../route/route.ts'
import { timestamp } from '../../schema/shared.ts'

const count = z.int().min(0)
const byName = z.record(z.string(), count)

export const statsRoute: Route = route({
  operationId: 'stats',
  method: 'GET',
  path: '/registry/stats',
  summary: 'Registry statistics',
  access: { scope: 'registry:read' },
  cost: 1,
  answers: {
    200: {
      description: 'What the registry holds.',
      json: z.object({
        products: z.object({ total: count, verified: count, byCategory: byName, byCountry: byName }),
        suppliers: z.object({
          total: count,
          top: z.array(z.object({ id: z.string(), name: z.string(), records: count, products: count })),
        }),
        records: z.object({ total: count }),
        duplicates: z.object({ open: count, merged: count, dismissed: count, withdrawn: count }),
        confidence: z.object({ mean: z.number().nullable(), histogram: z.array(count) }),
        lastUpdated: timestamp.nullable().meta({ description: 'Of the last change; null when it is no longer known.' }),
        change: count,
        generatedAt: timestamp,
      }),
      headers: { ETag: 'Weak: of the last change.', 'Cache-Control': 'May be kept for 30 seconds.' },
    },
    304: { description: 'Nothing has changed.' },
  },
  async handle({ registry, header, signal }) {
    const stats = await registry.stats({ signal })
    const etag = `W/"${stats.change}"`
    const headers = { etag, 'cache-control': 'private, max-age=30' }
    if (isNotModified(header('if-none-match'), etag)) return { status: 304, headers }
    return { status: 200, body: { ...stats, lastUpdated: await timeOf(registry, stats.change) }, headers }
  },
})

/** When a change was made; null before the first, and of one that the feed no longer has. */
async function timeOf(registry: Registry, change: number): Promise<string | null> {
  if (change === 0) return null
  const [step] = await registry.events({ after: change - 1, limit: 1 }).catch((error: unknown) => {
    if (error instanceof RegistryError && error.code === 'changes_expired') return []
    throw error
  })
  return step?.at ?? null
}
