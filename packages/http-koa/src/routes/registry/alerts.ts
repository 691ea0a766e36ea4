import { RegistryError } from '@utpid/core'
import { ALERT_MARKED, ALERT_REASONS, CATEGORY_GROUPS } from '@utpid/core/operations'
import { defined } from '@utpid/core/storage'
import { z } from 'zod'
import { decisionOptions } from '../../handler/decision-options.ts'
import { redactDecisions } from '../../response/body/actor-name.ts'
import { ALERT_CURSOR, nextLink } from '../../response/next-link.ts'
import { ok, type Route, route } from '../../route/route.ts'
import { ALERT_STATUSES, alertOrder, alertSchema, decisionSchema } from '../../schema/alert.ts'
import {
  cursorText,
  decimal,
  dryRun,
  idParameter,
  note,
  timeInput,
  utpidInput,
  wholeNumber,
} from '../../schema/shared.ts'

const text = z.string().min(1).max(200)

/** The filter of alerts as query parameters. */
const alertFilter = {
  status: z.enum(ALERT_STATUSES, `must be one of ${ALERT_STATUSES.join(', ')}`).optional(),
  supplier: text.optional().meta({ description: 'Id of a supplier with a record in one of the two products.' }),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'must be a code of two letters')
    .optional()
    .meta({ description: 'Country of one of the two products, `ZZ` for unknown.' }),
  city: text
    .optional()
    .meta({ description: 'City of a record of the two products, in any case and with any accents.' }),
  kind: z
    .enum(CATEGORY_GROUPS, `must be one of ${CATEGORY_GROUPS.join(', ')}`)
    .optional()
    .meta({ description: 'Category group of a record of the two products.' }),
  reason: z
    .enum(ALERT_REASONS, `must be one of ${ALERT_REASONS.join(', ')}`)
    .optional()
    .meta({ description: 'Why the machine left the two to a person.' }),
  group: text.optional().meta({ description: 'A `group` of /registry/alerts/groups.' }),
  marked: z
    .enum(ALERT_MARKED, `must be one of ${ALERT_MARKED.join(', ')}`)
    .optional()
    .meta({ description: 'Only alerts with a mark of this kind, with any mark, or without marks.' }),
  minConfidence: decimal(0, 1).optional(),
  maxConfidence: decimal(0, 1).optional(),
  detectedFrom: timeInput.optional().meta({ description: 'Earliest time of detection.' }),
  detectedTo: timeInput.optional().meta({ description: 'Alerts detected before this time.' }),
} as const

export const alertsRoute: Route = route('GET /registry/alerts', {
  operationId: 'alerts',
  summary: 'List duplicate alerts of the registry, by default the highest information gain first',
  rules: ['given_cursor'],
  access: { scope: 'registry:read' },
  cost: 1,
  query: z.strictObject({
    ...alertFilter,
    order: alertOrder,
    limit: wholeNumber(1, 1_000).optional(),
    offset: wholeNumber(0, 1_000_000).optional(),
    cursor: cursorText(ALERT_CURSOR),
  }),
  answers: {
    200: {
      description: 'Alerts.',
      json: z.object({
        total: z.int().min(0),
        results: z.array(alertSchema),
        next: z.string().nullable().meta({ description: 'The cursor of the next page; null at the end.' }),
      }),
      headers: { Link: 'The next page, `rel="next"`.' },
    },
  },
  problems: ['invalid_cursor'],
  async handle({ registry, query, url, caller, signal }) {
    const { cursor, offset, ...options } = query
    // A cursor continues exactly where a page ended, whatever the offset of that page was.
    const start = cursor === undefined ? { offset } : { cursor }
    const { total, alerts, next } = await registry.alerts({ ...defined({ ...options, ...start }), signal })
    return {
      status: 200,
      body: { total, results: redactDecisions(alerts, { caller }), next },
      ...(next === null ? {} : { headers: { link: nextLink(url, next) } }),
    }
  },
})

export const alertGroupsRoute: Route = route('GET /registry/alerts/groups', {
  operationId: 'alertGroups',
  summary: 'Count alerts of one reason between the same two suppliers, largest group first',
  access: { scope: 'registry:read' },
  cost: 1,
  query: z.strictObject({ ...alertFilter, limit: wholeNumber(1, 1_000).optional() }),
  answers: {
    200: {
      description: 'Groups of alerts.',
      json: z.object({
        total: z.int().min(0).meta({ description: 'Number of all groups.' }),
        results: z.array(
          z.object({
            group: z.string().meta({ description: 'Value of the filter `group`.' }),
            reason: z.enum(ALERT_REASONS),
            suppliers: z.array(z.string()).length(2).meta({
              description: 'Suppliers of the two records behind each alert; one supplier twice for its own codes.',
            }),
            count: z.int().min(1),
            example: alertSchema,
          }),
        ),
      }),
    },
  },
  async handle({ registry, query, caller, signal }) {
    const { total, groups } = await registry.alertGroups({ ...defined(query), signal })
    return ok({ total, results: redactDecisions(groups, { caller }) })
  },
})

export const markAlertRoute: Route = route('POST /registry/alerts/{id}/mark', {
  operationId: 'markAlert',
  summary: 'Leave a doubt, a note or a proposal on an open alert',
  description:
    'A mark decides nothing. It stays until the alert is decided. A person has at most one mark of each kind on an alert: a new one replaces it, and `none` removes all marks of the person. A call that changes no mark writes nothing; any other call raises the revision of both products.',
  rules: ['mark_of_kind'],
  access: { scope: 'registry:review', or: ['registry:merge'] },
  cost: 1,
  params: idParameter,
  body: {
    json: z.strictObject({
      kind: z.enum(['unsure', 'note', 'proposal', 'none'], 'must be unsure, note, proposal or none'),
      note,
      resolution: z.enum(['merge', 'dismiss'], 'must be merge or dismiss').optional(),
    }),
  },
  answers: { 200: { description: 'The alert with its marks.', json: alertSchema } },
  problems: ['not_found', 'alert_decided'],
  async handle({ registry, params, body, actor, caller, signal }) {
    const marked = await registry.mark(params.id, { ...defined(body), kind: body.kind, actor, signal })
    return ok(redactDecisions(marked, { caller }))
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
  async handle({ registry, params, caller, signal }) {
    const alert = await registry.alert(params.id, { signal })
    if (alert === undefined) throw new RegistryError('not_found', `No alert has the id ${params.id}.`)
    return ok(redactDecisions(alert, { caller }))
  },
})

export const resolveAlertRoute: Route = route('POST /registry/alerts/{id}/resolve', {
  operationId: 'resolveAlert',
  summary: 'Decide an open alert',
  rules: ['max_pairs', 'survivor_of_merge', 'survivor_of_two', 'known_utpid'],
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
  problems: ['not_found', 'alert_decided', 'product_not_found', 'product_deleted', 'product_retired'],
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
