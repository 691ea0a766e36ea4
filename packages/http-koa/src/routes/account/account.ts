import { defined } from '@utpid/core/storage'
import type { Account, Plan } from '@utpid/service/internal'
import { ROW_NAME } from '@utpid/service/internal'
import { z } from 'zod'
import { hostedRoute } from '../../handler/hosted.ts'
import { SERVED_VERSIONS } from '../../request/api-version.ts'
import { ok, type Route } from '../../route/route.ts'
import { accountSchema } from '../../schema/account.ts'

export const accountRoute: Route = hostedRoute('GET /account', {
  operationId: 'account',
  summary: 'The account with its plan',
  access: { scope: 'usage:read' },
  answers: { 200: { description: 'The account.', json: accountSchema } },
  handle: async ({ caller }) => ok(shown(caller.account, caller.plan)),
})

export const updateAccountRoute: Route = hostedRoute('PATCH /account', {
  operationId: 'updateAccount',
  summary: 'Rename the account, or set its default API version',
  access: { scope: 'team:write' },
  body: {
    json: z.strictObject({
      name: ROW_NAME.optional(),
      apiVersion: z
        .int('must be a whole number')
        .refine((version) => SERVED_VERSIONS.includes(version), `must be one of ${SERVED_VERSIONS.join(', ')}`)
        .meta({ enum: [...SERVED_VERSIONS] })
        .optional(),
    }),
  },
  answers: { 200: { description: 'The account.', json: accountSchema } },
  problems: ['insufficient_scope'],
  async handle({ service, caller, accountId }, call) {
    const account = await service.accounts.update(caller, accountId, defined(call.body))
    return ok(shown(account, caller.plan))
  },
})

function shown({ id, name, status, apiVersion, createdAt }: Account, plan: Plan): Record<string, unknown> {
  return { id, name, status, plan, apiVersion, createdAt }
}
