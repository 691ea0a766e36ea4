import { defined } from '@utpid/core/storage'
import { ServiceError } from '@utpid/service'
import {
  type Deliveries,
  type Delivery,
  maySee,
  ROW_CURSOR,
  SECRET_OVERLAP,
  WEBHOOK_DESCRIPTION,
  WEBHOOK_SUBSCRIPTIONS,
  WEBHOOK_URL,
  type WebhookActor,
  type Webhooks,
} from '@utpid/service/internal'
import { z } from 'zod'
import { actorOf, hosted } from '../../handler/hosted.ts'
import { type Call, ok, type Route, routesWith } from '../../route/route.ts'
import { cursorText, idParameter, idText, pageOf, timeInput, timestamp, wholeNumber } from '../../schema/shared.ts'

const webhookSchema = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.string()),
    description: z.string(),
    status: z.enum(['active', 'disabled']),
    disabledBy: z.string().nullable(),
    createdAt: timestamp,
    failingSince: timestamp.nullable(),
    oldSecretUntil: timestamp.nullable(),
  })
  .meta({ id: 'Webhook' })
const withSecret = z
  .object({
    webhook: webhookSchema,
    secret: z.string().meta({ description: 'Shown only once: `whsec_...`, which verifies deliveries.' }),
  })
  .meta({ id: 'WebhookWithSecret' })
const deliverySchema = z
  .looseObject({
    id: z.string(),
    type: z.string(),
    status: z.enum(['waiting', 'delivered', 'failed']),
  })
  .meta({ id: 'Delivery' })
const url = WEBHOOK_URL
const events = WEBHOOK_SUBSCRIPTIONS
const description = WEBHOOK_DESCRIPTION
const NOT_THERE = ['webhook_not_found'] as const
const read = { scope: 'webhooks:read', or: ['webhooks:write'] } as const
const write = { scope: 'webhooks:write' } as const
const managedRoute = routesWith(parts)

export const webhooksRoute: Route = managedRoute('GET /account/webhooks', {
  operationId: 'webhooks',
  summary: 'List webhooks of the account',
  access: read,
  answers: { 200: { description: 'Webhooks.', json: z.object({ results: z.array(webhookSchema) }) } },
  handle: async ({ accountId, webhooks }) => ok({ results: await webhooks.list(accountId) }),
})

export const createWebhookRoute: Route = managedRoute('POST /account/webhooks', {
  operationId: 'createWebhook',
  summary: 'Create a webhook, which sends new events to a URL',
  rules: ['webhook_form', 'webhook_address', 'webhooks_of_plan'],
  access: write,
  isSecret: true,
  body: { json: z.strictObject({ url, events, description: description.optional() }) },
  answers: { 201: { description: 'The webhook with its secret.', json: withSecret } },
  problems: ['webhook_limit_reached', 'webhook_url_blocked', 'insufficient_scope', 'validation_failed'],
  async handle({ accountId, webhooks, actor }, call) {
    const { description: text, ...given } = call.body
    const made = await webhooks.create(
      accountId,
      { ...given, ...defined({ description: text }) },
      actor,
      call.caller?.completion,
    )
    return { status: 201, body: made, headers: { location: `/account/webhooks/${made.webhook.id}` } }
  },
})

export const webhookRoute: Route = managedRoute('GET /account/webhooks/{id}', {
  operationId: 'webhook',
  summary: 'Get a webhook',
  access: read,
  params: idParameter,
  answers: { 200: { description: 'The webhook.', json: webhookSchema } },
  problems: NOT_THERE,
  handle: async ({ accountId, webhooks }, call) => ok(await webhooks.get(accountId, call.params.id)),
})

export const updateWebhookRoute: Route = managedRoute('PATCH /account/webhooks/{id}', {
  operationId: 'updateWebhook',
  summary: 'Change, disable or enable a webhook',
  rules: ['webhook_form', 'webhook_address', 'webhooks_of_plan'],
  access: write,
  params: idParameter,
  body: {
    json: z.strictObject({
      url: url.optional(),
      events: events.optional(),
      description: description.optional(),
      status: z.enum(['active', 'disabled'], 'must be active or disabled').optional(),
      skipMissed: z
        .boolean()
        .optional()
        .meta({ description: 'With `status: active`: skip missed events and send only new ones.' }),
    }),
  },
  answers: { 200: { description: 'The webhook.', json: webhookSchema } },
  problems: [...NOT_THERE, 'webhook_limit_reached', 'webhook_url_blocked', 'insufficient_scope'],
  handle: async ({ accountId, webhooks, actor }, call) =>
    ok(await webhooks.update(accountId, call.params.id, defined(call.body), actor)),
})

export const deleteWebhookRoute: Route = managedRoute('DELETE /account/webhooks/{id}', {
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook and its deliveries',
  access: write,
  params: idParameter,
  answers: { 204: { description: 'The webhook was deleted.' } },
  problems: NOT_THERE,
  async handle({ accountId, webhooks, actor }, call) {
    await webhooks.delete(accountId, call.params.id, actor)
    return { status: 204 }
  },
})

export const rotateSecretRoute: Route = managedRoute('POST /account/webhooks/{id}/rotate-secret', {
  operationId: 'rotateSecret',
  summary: 'Rotate the secret; both secrets sign until the overlap ends',
  access: write,
  isSecret: true,
  params: idParameter,
  body: { json: z.strictObject({ overlapSeconds: SECRET_OVERLAP.optional() }) },
  answers: { 200: { description: 'The webhook with its new secret.', json: withSecret } },
  problems: NOT_THERE,
  async handle({ accountId, webhooks, actor }, call) {
    const { overlapSeconds } = call.body
    const options = overlapSeconds === undefined ? {} : { overlapSeconds }
    return ok(await webhooks.rotateSecret(accountId, call.params.id, options, actor, call.caller?.completion))
  },
})

export const testWebhookRoute: Route = managedRoute('POST /account/webhooks/{id}/test', {
  operationId: 'testWebhook',
  summary: 'Send a `webhook.test` event',
  rules: ['enabled_webhook'],
  access: write,
  params: idParameter,
  body: { json: z.strictObject({}) },
  answers: { 202: { description: 'The event was queued.', json: z.object({ deliveryId: z.string() }) } },
  problems: NOT_THERE,
  handle: async ({ accountId, webhooks }, call) => ({
    status: 202,
    body: { deliveryId: await webhooks.test(accountId, call.params.id) },
  }),
})

export const deliveriesRoute: Route = managedRoute('GET /account/webhooks/{id}/deliveries', {
  operationId: 'deliveries',
  summary: 'List deliveries with their outcomes, newest first',
  access: read,
  params: idParameter,
  query: z.strictObject({
    status: z.enum(['waiting', 'delivered', 'failed'], 'must be waiting, delivered or failed').optional(),
    limit: wholeNumber(1, 100).optional(),
    cursor: cursorText(ROW_CURSOR),
  }),
  answers: { 200: { description: 'Deliveries.', json: pageOf(deliverySchema) } },
  problems: [...NOT_THERE, 'invalid_cursor'],
  async handle({ accountId, deliveries, actor }, call) {
    const query = defined(call.query)
    const page = await deliveries.list(accountId, call.params.id, query)
    return ok({ results: page.deliveries.map((each) => shown(each, actor)), next: page.cursor ?? null })
  },
})

export const retryDeliveryRoute: Route = managedRoute('POST /account/webhooks/{id}/deliveries/{deliveryId}/retry', {
  operationId: 'retryDelivery',
  summary: 'Retry a delivery now',
  rules: ['enabled_webhook'],
  access: write,
  params: z.strictObject({ id: idText, deliveryId: idText }),
  body: { json: z.strictObject({}) },
  answers: { 202: { description: 'The delivery was queued again.', json: deliverySchema } },
  problems: [...NOT_THERE, 'not_found'],
  async handle({ accountId, deliveries, actor }, call) {
    const { id: webhookId, deliveryId } = call.params
    return { status: 202, body: shown(await deliveries.retry(accountId, webhookId, deliveryId, actor), actor) }
  },
})

export const recoverRoute: Route = managedRoute('POST /account/webhooks/{id}/recover', {
  operationId: 'recoverDeliveries',
  summary: 'Retry all deliveries that failed since a time',
  rules: ['enabled_webhook'],
  access: write,
  params: idParameter,
  body: { json: z.strictObject({ since: timeInput }) },
  answers: { 202: { description: 'Number of deliveries queued again.', json: z.object({ deliveries: z.int() }) } },
  problems: NOT_THERE,
  handle: async ({ accountId, deliveries, actor }, call) => ({
    status: 202,
    body: { deliveries: await deliveries.recover(accountId, call.params.id, call.body, actor) },
  }),
})

/** Hides the body of a delivery from callers without access to its data. */
function shown(delivery: Delivery, actor: WebhookActor): Delivery | Omit<Delivery, 'body'> {
  const { body: _, ...rest } = delivery
  return maySee(actor, delivery.type) ? delivery : rest
}

function parts(call: Pick<Call, 'service' | 'caller'>): {
  readonly accountId: string
  readonly webhooks: Webhooks
  readonly deliveries: Deliveries
  readonly actor: WebhookActor
} {
  const { service, caller, accountId } = hosted(call)
  const { webhooks, deliveries } = service
  if (webhooks === undefined || deliveries === undefined) {
    throw new ServiceError(
      'plan_feature_unavailable',
      'Webhooks are not available: the service was started without a key for secrets.',
    )
  }
  return { accountId, webhooks, deliveries, actor: actorOf(caller) }
}
