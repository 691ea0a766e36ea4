import { type DuplicateAlert, type Product, type Registry, RegistryError } from '@utpid/core'
import { defined } from '@utpid/core/storage'
import { z } from 'zod'
import { decisionOptions } from '../../handler/decision-options.ts'
import { explainedAlert } from '../../response/body/explained.ts'
import { productResponse } from '../../response/body/product-response.ts'
import { type Call, ok, type Route, route } from '../../route/route.ts'
import { ALERT_STATUSES, alertOrder, alertSchema, decisionSchema } from '../../schema/alert.ts'
import { explainedSchema } from '../../schema/explain.ts'
import {
  confidence,
  countryCode,
  decimal,
  dryRun,
  listOf,
  note,
  timestamp,
  utpidInput,
  utpidText,
  wholeNumber,
} from '../../schema/shared.ts'

const NOT_THERE = ['validation_failed', 'product_not_found', 'product_deleted', 'product_retired'] as const

export const duplicatesRoute: Route = route('GET /registry/duplicates/{utpid}', {
  operationId: 'duplicates',
  summary: 'List duplicates of a product',
  rules: ['readable_path', 'known_utpid'],
  access: { scope: 'registry:read' },
  cost: 1,
  params: z.strictObject({ utpid: utpidInput }),
  query: z.strictObject({
    status: z.enum(ALERT_STATUSES, `must be one of ${ALERT_STATUSES.join(', ')}`).optional(),
    minConfidence: decimal(0, 1).optional(),
    limit: wholeNumber(1, 100).optional(),
    offset: wholeNumber(0, 10_000).optional(),
    order: alertOrder.meta({ description: 'Highest first. Default: confidence.' }),
    include: listOf(['explanation', 'alert']).optional(),
  }),
  answers: {
    200: {
      description: 'Possible duplicates of the product.',
      json: z.object({
        utpid: utpidText,
        total: z.int().min(0),
        results: z.array(
          z.object({
            alertId: z.string(),
            utpid: utpidText,
            name: z.string(),
            category: z.string(),
            location: z.object({ city: z.string(), country: countryCode }),
            supplier: z.string(),
            confidence,
            status: z.enum(['open', 'merged', 'dismissed', 'withdrawn']),
            detectedAt: timestamp,
            resolvedAt: timestamp.nullable(),
            resolution: z.string().nullable(),
            copies: z.int().min(2).nullable(),
            skippedKeys: z.boolean(),
            explanation: explainedSchema.nullable().optional().meta({
              description:
                'With `include=explanation`: how the two records of the alert compare, and why they are not one product; null if the registry no longer has them.',
            }),
            alert: alertSchema
              .optional()
              .meta({ description: 'With `include=alert`: the alert, as in /registry/alerts.' }),
          }),
        ),
      }),
    },
  },
  problems: NOT_THERE,
  async handle({ registry, caller, params, query, signal }) {
    const product = await activeProduct(registry, params.utpid, signal)
    const { limit = 20, offset = 0, minConfidence = 0, status = 'open', order = 'confidence', include = [] } = query
    const found: DuplicateAlert[] = []
    // Read all alerts of the product, which are few, to count the alerts above the confidence.
    for (let from = 0; ; from += PAGE) {
      const page = await registry.duplicates(product.utpid, {
        status,
        order,
        offset: from,
        limit: PAGE,
        signal,
      })
      found.push(...page.alerts.filter((alert) => alert.confidence >= minConfidence))
      if (page.alerts.length < PAGE) break
    }
    const shown = found.slice(offset, offset + limit)
    const results = await Promise.all(
      shown.map((alert) => duplicateOf({ registry, caller, signal }, product, alert, include)),
    )
    return ok({ utpid: product.utpid, total: found.length, results })
  },
})

const PAGE = 1_000

export const resolveDuplicateRoute: Route = route('POST /registry/duplicates/{utpid}/resolve', {
  operationId: 'resolveDuplicate',
  summary: 'Decide whether two products are one',
  rules: ['max_pairs', 'readable_path', 'known_utpid', 'survivor_of_two', 'two_products'],
  access: { scope: 'registry:merge' },
  cost: 1,
  params: z.strictObject({ utpid: utpidInput }),
  body: {
    json: z.strictObject({
      duplicate: utpidInput,
      resolution: z.enum(['merge', 'dismiss'], 'must be merge or dismiss'),
      survivor: utpidInput.optional(),
      note,
      dryRun,
    }),
  },
  answers: { 200: { description: 'Effect of the decision.', json: decisionSchema } },
  problems: [...NOT_THERE, 'product_merged', 'judgement_conflict', 'precondition_failed'],
  async handle(call) {
    const { registry, params, body } = call
    const { duplicate, resolution, survivor, ...given } = body
    const options = decisionOptions(call, given)
    const report =
      resolution === 'dismiss'
        ? await registry.dismiss(params.utpid, duplicate, options)
        : await registry.merge(params.utpid, duplicate, { ...options, ...defined({ survivor }) })
    return ok(report)
  },
})

/**
 * Returns the active product of a UTPID.
 *
 * @throws `product_not_found`, `product_deleted`, `product_retired`
 */
export async function activeProduct(registry: Registry, utpid: string, signal: AbortSignal): Promise<Product> {
  const located = await registry.locate({ utpid }, { signal })
  if (located?.status === 'deleted' || located?.status === 'retired') {
    throw new RegistryError(`product_${located.status}`, `The product ${utpid} was ${located.status}.`)
  }
  const product = located?.utpid == null ? undefined : await registry.get(located.utpid, { signal })
  if (product === undefined) throw new RegistryError('product_not_found', `No product has the UTPID ${utpid}.`)
  return product
}

async function duplicateOf(
  { registry, caller, signal }: Pick<Call, 'registry' | 'caller' | 'signal'>,
  { utpid }: Product,
  alert: DuplicateAlert,
  include: readonly ('explanation' | 'alert')[],
): Promise<unknown> {
  const at = alert.utpids[0] === utpid ? 1 : 0
  const other = await registry.get(alert.utpids[at], { signal })
  const shown = other === undefined ? undefined : productResponse(other)
  const location = shown?.location as { city: string; country: string } | undefined
  const record = alert.records[at]
  return {
    alertId: alert.alertId,
    utpid: alert.utpids[at],
    name: alert.names[at],
    category: other?.category ?? 'other',
    location: { city: location?.city ?? '', country: location?.country ?? 'ZZ' },
    supplier: other?.suppliers.find(({ id }) => id === record.supplier)?.name ?? record.supplier,
    confidence: alert.confidence,
    status: alert.status,
    detectedAt: alert.detectedAt,
    resolvedAt: alert.resolvedAt,
    resolution: alert.status === 'open' ? null : alert.status,
    copies: alert.copies,
    skippedKeys: alert.skippedKeys,
    ...(include.includes('alert') ? { alert } : {}),
    ...(include.includes('explanation')
      ? { explanation: await explainedAlert({ registry, caller, signal }, alert) }
      : {}),
  }
}
