import { RegistryError } from '@utpid/core'
import { z } from 'zod'
import { decisionOptions } from '../../handler/decision-options.ts'
import { nextLink, OFFSET_CURSOR, offsetCursor, offsetOfCursor } from '../../response/next-link.ts'
import { ok, type Route, route } from '../../route/route.ts'
import { ALERT_STATUSES, alertSchema, decisionSchema } from '../../schema/alert.ts'
import { cursorText, dryRun, idParameter, note, utpidInput, wholeNumber } from '../../schema/shared.ts'

export const alertsRoute: Route = route('GET /registry/alerts', {
  operationId: 'alerts',
  summary: 'List duplicate alerts of the registry, by default the highest information gain first',
  rules: ['given_cursor'],
  access: { scope: 'registry:read' },
  cost: 1,
  query: z.strictObject({
    status: z.enum(ALERT_STATUSES, `must be one of ${ALERT_STATUSES.join(', ')}`).optional(),
    order: z
      .enum(['informationGain', 'confidence', 'detectedAt'], 'must be informationGain, confidence or detectedAt')
      .optional(),
    limit: wholeNumber(1, 1_000).optional(),
    offset: wholeNumber(0, 1_000_000).optional(),
    cursor: cursorText(OFFSET_CURSOR),
  }),
  answers: {
    200: {
      description: 'Alerts.',
      json: z.object({ total: z.int().min(0), results: z.array(alertSchema) }),
      headers: { Link: 'The next page, `rel="next"`.' },
    },
  },
  problems: ['invalid_cursor'],
  async handle({ registry, query, url, signal }) {
    const { status = 'open', order = 'informationGain', limit = 20, cursor } = query
    const offset = cursor === undefined ? (query.offset ?? 0) : offsetOfCursor(cursor)
    const { total, alerts } = await registry.alerts({ status, order, limit, offset, signal })
    const next = offset + alerts.length
    return {
      status: 200,
      body: { total, results: alerts },
      ...(alerts.length > 0 && next < total ? { headers: { link: nextLink(url, offsetCursor(next)) } } : {}),
    }
  },
})

export const alertRoute: Route = route('GET /registry/alerts/{id}', {
  operationId: 'alert',
  summary: 'Get a duplicate alert in any status',
  access: { scope: 'registry:read' },
  cost: 1,
  params: idParameter,
  answers: { 200: { description: 'The alert.', json: alertSchema } },
  problems: ['not_found'],
  async handle({ registry, params, signal }) {
    const alert = await registry.alert(params.id, { signal })
    if (alert === undefined) throw new RegistryError('not_found', `No alert has the id ${params.id}.`)
    return ok(alert)
  },
})

export const resolveAlertRoute: Route = route('POST /registry/alerts/{id}/resolve', {
  operationId: 'resolveAlert',
  summary: 'Decide an open alert',
  rules: ['max_pairs', 'alert_open', 'survivor_of_merge', 'survivor_of_two', 'known_utpid'],
  access: { scope: 'registry:merge' },
  cost: 1,
  params: idParameter,
  body: {
    json: z.strictObject({
      resolution: z.enum(['merge', 'dismiss'], 'must be merge or dismiss'),
      survivor: utpidInput.optional(),
      note,
      dryRun,
    }),
  },
  answers: { 200: { description: 'Effect of the decision.', json: decisionSchema } },
  problems: ['not_found', 'product_not_found', 'product_deleted', 'product_retired'],
  handle: async (call) => ok(await call.registry.resolve(call.params.id, decisionOptions(call, call.body))),
})

export const reopenAlertRoute: Route = route('POST /registry/alerts/{id}/reopen', {
  operationId: 'reopenAlert',
  summary: 'Undo the decision that closed an alert',
  rules: ['alert_closed', 'decision_to_undo'],
  access: { scope: 'registry:merge' },
  cost: 1,
  params: idParameter,
  body: { json: z.strictObject({ note, dryRun }) },
  answers: { 200: { description: 'Effect of the decision.', json: decisionSchema } },
  problems: ['not_found'],
  handle: async (call) => ok(await call.registry.reopen(call.params.id, decisionOptions(call, call.body))),
})
