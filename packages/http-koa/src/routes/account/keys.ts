import { KEY_CHANGE, KEY_ROTATION, NEW_KEY } from '@utpid/service/internal'
import { z } from 'zod'
import { hostedRoute } from '../../handler/hosted.ts'
import { ok, type Route } from '../../route/route.ts'
import { idParameter, timestamp } from '../../schema/shared.ts'

const limitSchema = z.object({
  policy: z.string(),
  requests: z.number(),
  perSeconds: z.number(),
  remaining: z.number(),
  resetSeconds: z.number(),
})
const keySchema = z
  .object({
    id: z.string(),
    accountId: z.string(),
    name: z.string(),
    mode: z.enum(['live', 'test']),
    start: z.string().meta({ description: 'First characters of the key.' }),
    scopes: z.array(z.string()),
    state: z.enum(['active', 'expired', 'revoked', 'disabled']).optional(),
    createdAt: timestamp,
    createdBy: z
      .string()
      .optional()
      .meta({ description: 'Member or key that created it; absent if the operator created it.' }),
    suppliers: z
      .array(z.string())
      .optional()
      .meta({ description: 'The key may write records of these suppliers only.' }),
    assignee: z.object({ kind: z.enum(['member', 'service']), id: z.string() }).optional(),
    burstPerSecond: z.number().optional(),
    sustained: z.object({ requests: z.number(), perSeconds: z.number() }).optional(),
    limits: z.array(limitSchema).optional().meta({ description: 'Current state of its limits.' }),
    expiresAt: timestamp.optional(),
    revokedAt: timestamp.optional(),
    overlapUntil: timestamp.optional().meta({ description: 'Time until which rotated keys still work.' }),
    lastUsedAt: timestamp.optional(),
  })
  .meta({ id: 'Key' })
const madeSchema = z
  .object({
    key: keySchema,
    text: z.string().meta({ description: 'Shown only once: store it with your secrets.' }),
  })
  .meta({ id: 'MadeKey' })
const read = { scope: 'keys:read', or: ['keys:write', 'keys:own'] } as const
const write = { scope: 'keys:write', or: ['keys:own'] } as const

export const keysRoute: Route = hostedRoute('GET /account/keys', {
  operationId: 'keys',
  summary: 'List keys of the account, or keys assigned to the caller, newest first',
  access: read,
  answers: { 200: { description: 'Keys, without their secrets.', json: z.object({ results: z.array(keySchema) }) } },
  handle: async ({ service, caller, accountId }) => ok({ results: await service.keyList.list(caller, accountId) }),
})

export const createKeyRoute: Route = hostedRoute('POST /account/keys', {
  operationId: 'createKey',
  summary: 'Create a key',
  rules: ['future_end', 'known_assignee', 'burst_of_plan', 'max_keys'],
  access: write,
  isSecret: true,
  body: { json: NEW_KEY },
  answers: { 201: { description: 'The key with its secret.', json: madeSchema } },
  problems: ['insufficient_scope', 'plan_feature_unavailable', 'validation_failed'],
  async handle({ service, caller, accountId }, call) {
    const { key, text } = await service.keys.create(caller, accountId, call.body)
    const shown = await service.keyList.get(caller, accountId, key.id)
    return { status: 201, body: { key: shown, text }, headers: { location: `/account/keys/${key.id}` } }
  },
})

export const keyRoute: Route = hostedRoute('GET /account/keys/{id}', {
  operationId: 'key',
  summary: 'Get a key with the state of its limits',
  access: read,
  params: idParameter,
  answers: { 200: { description: 'The key.', json: keySchema } },
  problems: ['key_not_found'],
  handle: async ({ service, caller, accountId }, call) =>
    ok(await service.keyList.get(caller, accountId, call.params.id)),
})

export const updateKeyRoute: Route = hostedRoute('PATCH /account/keys/{id}', {
  operationId: 'updateKey',
  summary: 'Change a key; null removes a setting',
  rules: ['open_key', 'future_end', 'known_assignee', 'burst_of_plan'],
  access: write,
  params: idParameter,
  body: { json: KEY_CHANGE },
  answers: { 200: { description: 'The key.', json: keySchema } },
  problems: ['key_not_found', 'insufficient_scope', 'plan_feature_unavailable'],
  async handle({ service, caller, accountId }, call) {
    await service.keys.update(caller, accountId, call.params.id, call.body)
    return ok(await service.keyList.get(caller, accountId, call.params.id))
  },
})

export const rotateKeyRoute: Route = hostedRoute('POST /account/keys/{id}/rotate', {
  operationId: 'rotateKey',
  summary: 'Rotate the secret of a key; the old secret works until the overlap ends',
  rules: ['open_key'],
  access: write,
  isSecret: true,
  params: idParameter,
  body: { json: KEY_ROTATION },
  answers: { 200: { description: 'The key with its new secret.', json: madeSchema } },
  problems: ['key_not_found', 'insufficient_scope', 'validation_failed'],
  async handle({ service, caller, accountId }, call) {
    const { key, text } = await service.keys.rotate(caller, accountId, call.params.id, call.body)
    return ok({ key: await service.keyList.get(caller, accountId, key.id), text })
  },
})

export const revokeKeyRoute: Route = hostedRoute('POST /account/keys/{id}/revoke', {
  operationId: 'revokeKey',
  summary: 'Revoke a key permanently and at once',
  access: write,
  params: idParameter,
  body: { json: z.strictObject({}) },
  answers: { 200: { description: 'The key.', json: keySchema } },
  problems: ['key_not_found', 'insufficient_scope'],
  async handle({ service, caller, accountId }, call) {
    await service.keys.revoke(caller, accountId, call.params.id)
    return ok(await service.keyList.get(caller, accountId, call.params.id))
  },
})
