import { RegistryError } from '@utpid/core'
import { defined } from '@utpid/core/storage'
import { listAudit, ROW_CURSOR, readLog, readLogs, readUsage, textInput } from '@utpid/service/internal'
import { z } from 'zod'
import { hostedRoute } from '../../handler/hosted.ts'
import { ok, type Route } from '../../route/route.ts'
import { cursorText, pageOf, timeInput, timestamp, wholeNumber } from '../../schema/shared.ts'

const DAY = 86_400_000
const cursor = cursorText(ROW_CURSOR)
const logSchema = z
  .object({
    requestId: z.string(),
    createdAt: timestamp,
    method: z.string(),
    route: z.string(),
    status: z.int(),
    milliseconds: z.number(),
    reason: z.string().optional().meta({ description: 'Why the key was rejected: `revoked`, `expired`, `rotated`...' }),
  })
  .meta({ id: 'RequestLog' })

const milliseconds = z.number().nullable()
const usageSchema = z.object({
  from: timestamp,
  group: z.string().optional().meta({ description: 'With `groupBy`: an endpoint, a key id or a status.' }),
  calls: z.int(),
  errors: z.int(),
  errorRate: z.number(),
  throttled: z.int(),
  quotaRefused: z.int(),
  p50: milliseconds.meta({ description: 'Milliseconds, accurate to 5 %; null without calls.' }),
  p95: milliseconds,
  p99: milliseconds,
})

export const usageRoute: Route = hostedRoute('GET /account/usage', {
  operationId: 'usage',
  summary: 'Get calls, errors, latencies and the quota of the month',
  rules: ['range_of_usage'],
  access: { scope: 'usage:read' },
  query: z.strictObject({
    from: timeInput.optional().meta({ description: 'Default: 24 hours before `to`.' }),
    to: timeInput.optional().meta({ description: 'Default: now.' }),
    bucket: z.enum(['hour', 'day'], 'must be hour or day').optional(),
    groupBy: z.enum(['endpoint', 'key', 'status'], 'must be endpoint, key or status').optional(),
  }),
  answers: {
    200: {
      description: 'Usage over time; calls of the last second may be missing.',
      json: z.object({
        usage: z.array(usageSchema),
        quota: z
          .object({ limit: z.int(), used: z.int(), remaining: z.int(), resetsAt: timestamp })
          .nullable()
          .meta({ description: 'null if unlimited.' }),
      }),
    },
  },
  problems: ['validation_failed'],
  async handle({ service, caller, accountId }, call) {
    const { from, to, bucket = 'hour', groupBy } = call.query
    const end = to === undefined ? service.environment.now() : Date.parse(to)
    const usage = await readUsage(service.store, accountId, {
      from: from === undefined ? end - DAY : Date.parse(from),
      to: end,
      bucket,
      ...defined({ groupBy }),
    })
    const quota = await service.quota.state(accountId, caller.plan.callsPerMonth)
    return ok({ usage, quota: quota ?? null })
  },
})

export const logsRoute: Route = hostedRoute('GET /account/logs', {
  operationId: 'logs',
  summary: 'List requests of the last 90 days, newest first',
  access: { scope: 'logs:read' },
  query: z.strictObject({
    from: timeInput.optional(),
    to: timeInput.optional(),
    key: textInput({ max: 100 }).optional(),
    method: textInput({ max: 10 }).optional(),
    route: textInput({ max: 200 }).optional(),
    status: z
      .string()
      .regex(/^([1-5]xx|[1-5]\d\d)$/, 'must be a status such as 404 or a class such as 4xx')
      .optional(),
    code: textInput({ max: 100 }).optional(),
    limit: wholeNumber(1, 1_000).optional(),
    cursor,
  }),
  answers: { 200: { description: 'Requests, without bodies, queries and keys.', json: pageOf(logSchema) } },
  problems: ['invalid_cursor'],
  async handle({ service, accountId }, call) {
    const { from, to, key, method, route: path, status, code, limit, cursor: after } = call.query
    const filter = {
      ...(from === undefined ? {} : { from: Date.parse(from) }),
      ...(to === undefined ? {} : { to: Date.parse(to) }),
      ...defined({ keyId: key, method, route: path, code }),
      ...(status === undefined ? {} : statusFilter(status)),
    }
    const page = { ...defined({ limit, cursor: after }) }
    const { logs, cursor: next } = await readLogs(service.store, accountId, filter, page)
    return ok({ results: logs, next: next ?? null })
  },
})

function statusFilter(status: string): { readonly status?: number; readonly statusClass?: number } {
  return status.endsWith('xx') ? { statusClass: Number(status[0]) } : { status: Number(status) }
}

export const logRoute: Route = hostedRoute('GET /account/logs/{requestId}', {
  operationId: 'log',
  summary: 'Get a request by its id',
  access: { scope: 'logs:read' },
  params: z.strictObject({ requestId: z.string().regex(/^[A-Za-z0-9._-]{1,128}$/, 'must be a request id') }),
  answers: { 200: { description: 'The request.', json: logSchema } },
  problems: ['not_found'],
  async handle({ service, accountId }, call) {
    const log = await readLog(service.store, accountId, call.params.requestId)
    if (log === undefined) throw new RegistryError('not_found', 'No request has this id.')
    return ok(log)
  },
})

export const auditRoute: Route = hostedRoute('GET /account/audit', {
  operationId: 'audit',
  summary: 'List changes of the account with their actors, newest first',
  access: { scope: 'audit:read' },
  query: z.strictObject({
    from: timeInput.optional(),
    to: timeInput.optional(),
    limit: wholeNumber(1, 1_000).optional(),
    cursor,
  }),
  answers: {
    200: {
      description: 'Changes.',
      json: pageOf(z.looseObject({ id: z.string(), createdAt: timestamp, action: z.string() })),
    },
  },
  problems: ['validation_failed'],
  async handle({ service, caller, accountId }, call) {
    const range = defined(call.query)
    const { entries, next } = await listAudit(service.store, caller, accountId, range)
    return ok({ results: entries, next: next ?? null })
  },
})
