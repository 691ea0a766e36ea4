import { type Registry, RegistryError, type SupplierCode } from '@utpid/core'
import { type Located, locateText } from '@utpid/core/operations'
import { defined } from '@utpid/core/storage'
import { z } from 'zod'
import { redactDecisions } from '../../response/body/actor-name.ts'
import { ok, type Route, route } from '../../route/route.ts'
import { formationSchema } from '../../schema/formation.ts'
import { codeText, supplierText, timestamp, utpidInput, utpidText, wholeNumber } from '../../schema/shared.ts'

const NOT_THERE = ['validation_failed', 'product_not_found'] as const

export const historyRoute: Route = route('GET /registry/product/{utpid}/history', {
  operationId: 'history',
  summary: 'Get the history of a product, oldest first',
  rules: ['readable_path', 'known_utpid'],
  access: { scope: 'registry:read' },
  cost: 1,
  params: z.strictObject({ utpid: utpidInput }),
  query: z.strictObject({ at: z.iso.datetime('must be an ISO 8601 time in UTC').optional() }),
  answers: {
    200: {
      description: 'The history, and the lineage now or at a time.',
      json: z.object({
        lineage: z.looseObject({ utpid: utpidText }),
        history: z.array(z.looseObject({ type: z.string() })),
      }),
    },
  },
  problems: NOT_THERE,
  async handle({ registry, params: { utpid }, query: { at }, caller, signal }) {
    const lineage = await registry.lineage(utpid, { signal, ...defined({ at }) })
    if (lineage === undefined) throw new RegistryError('product_not_found', `No product has the UTPID ${utpid}.`)
    const history = await registry.history(utpid, { signal })
    return ok(redactDecisions({ lineage, history }, { caller }))
  },
})

export const howRoute: Route = route('GET /registry/product/{utpid}/how', {
  operationId: 'how',
  summary: 'Explain how a product came to be',
  description:
    'Lists the edges of the records in the order in which clustering took them, what each step joined or refused and why, and the decisions of people. The UTPID of a merged product is answered by its survivor.',
  rules: ['readable_path', 'known_utpid'],
  access: { scope: 'registry:read' },
  cost: 1,
  params: z.strictObject({ utpid: utpidInput }),
  answers: { 200: { description: 'The steps by which the product came to be.', json: formationSchema } },
  problems: [...NOT_THERE, 'product_deleted', 'product_retired'],
  async handle({ registry, params: { utpid }, caller, signal }) {
    return ok(redactDecisions(await registry.how(utpid, { signal }), { caller }))
  },
})

export const changesRoute: Route = route('GET /registry/changes', {
  operationId: 'changes',
  summary: 'List changes after a change number, oldest first, without gaps',
  access: { scope: 'registry:read' },
  cost: 1,
  query: z.strictObject({
    after: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
    limit: wholeNumber(1, 1_000).optional(),
  }),
  answers: {
    200: {
      description: 'Changes with their events.',
      json: z.object({
        changes: z.array(
          z.object({
            change: z.int(),
            at: timestamp,
            events: z.array(z.looseObject({ type: z.string() })),
          }),
        ),
        last: z.int().meta({ description: 'Pass this as `after` for the next page.' }),
      }),
    },
  },
  problems: ['changes_expired'],
  async handle({ registry, query: { after = 0, limit = 100 }, signal }) {
    const changes = await registry.events({ after, limit, signal })
    return ok({ changes, last: changes.at(-1)?.change ?? after })
  },
})

const known = z.strictObject({ supplier: supplierText, code: codeText })

export const lookupRoute: Route = route('POST /registry/lookup', {
  operationId: 'lookup',
  summary: 'Find products by UTPIDs, aliases or supplier codes, without matching',
  isSafe: true,
  access: { scope: 'registry:read' },
  cost: 1,
  body: {
    json: z.strictObject({
      ids: z
        .array(z.union([utpidInput, known], 'must be a UTPID, or a supplier with its code'))
        .meta({ description: 'UTPIDs, aliases, or supplier codes as `supplier:code` or as objects.' })
        .min(1, 'must have at least one id')
        .max(1_000, 'must have at most 1,000 ids'),
    }),
  },
  answers: {
    200: {
      description: 'The product of each id, in the order of the request.',
      json: z.object({
        results: z.array(
          z.object({
            status: z.enum(['active', 'merged', 'deleted', 'retired', 'unknown']),
            utpid: utpidText.nullable(),
            requested: utpidText.nullable().meta({ description: 'The requested UTPID; null for a supplier code.' }),
          }),
        ),
      }),
    },
  },
  async handle({ registry, body: { ids }, signal }) {
    const results = await Promise.all(
      ids.map(async (id) => {
        const located = await locatedBy(registry, id, signal)
        return {
          status: located?.status ?? 'unknown',
          requested: located?.requested ?? null,
          utpid: located?.utpid ?? null,
        }
      }),
    )
    return ok({ results })
  },
})

async function locatedBy(
  registry: Registry,
  id: string | SupplierCode,
  signal: AbortSignal,
): Promise<Located | undefined> {
  if (typeof id !== 'string') return registry.locate(id, { signal }).catch(unknownIfNoId)
  return (await locateText(registry, id, { signal }).catch(unknownIfNoId))?.located
}

/** Treats an invalid text as unknown, so that the response still contains the other ids of the list. */
function unknownIfNoId(error: unknown): undefined {
  if (error instanceof RegistryError && error.code === 'validation_failed') return undefined
  throw error
}
