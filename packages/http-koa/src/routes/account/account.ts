import { defined } from '@utpid/core/storage'
import type { Account, Plan } from '@utpid/service/internal'
import { ROW_NAME } from '@utpid/service/internal'
import { z } from 'zod'
import { hostedRoute } from '../../handler/hosted.ts'
import { SERVED_VERSIONS } from '../../request/api-version.ts'
import { sessionCookie } from '../../request/session-cookie.ts'
import { ok, type Route } from '../../route/route.ts'
import { accountSchema } from '../../schema/account.ts'
import { memberSchema } from '../../schema/member.ts'
import { idText } from '../../schema/shared.ts'

const MAX_NAME = 100

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

export const deleteAccountRoute: Route = hostedRoute('DELETE /account', {
  operationId: 'deleteAccount',
  summary: 'Delete the account, as an owner',
  description:
    'Ends all keys and sessions at once, and deletes members, keys, webhooks, jobs with their files, logs and usage. The registry keeps the records and decisions of the account.',
  rules: ['name_of_account', 'operator_stays'],
  access: { scope: 'team:write' },
  query: z.strictObject({
    name: z.string().max(MAX_NAME).meta({ description: 'The name of the account, as a confirmation.' }),
  }),
  answers: {
    204: { description: 'The account was deleted.', headers: { 'Set-Cookie': 'Deletes the session cookie.' } },
  },
  problems: ['insufficient_scope', 'validation_failed'],
  async handle({ service, caller, accountId }, call) {
    await service.accountDeletion.delete(caller, accountId, call.query.name)
    return { status: 204, headers: { 'set-cookie': sessionCookie('', 0, call) } }
  },
})

export const transferOwnershipRoute: Route = hostedRoute('POST /account/ownership', {
  operationId: 'transferOwnership',
  summary: 'Make another member an owner and oneself an admin, as an owner',
  rules: ['other_active_member'],
  access: { session: true },
  body: { json: z.strictObject({ member: idText }) },
  answers: { 200: { description: 'The new owner.', json: memberSchema } },
  problems: ['not_found', 'insufficient_scope', 'validation_failed'],
  handle: async ({ service, caller }, call) => ok(await service.members.transferOwnership(caller, call.body.member)),
})

function shown({ id, name, status, apiVersion, operator, createdAt }: Account, plan: Plan): Record<string, unknown> {
  return { id, name, status, plan, apiVersion, ...defined({ operator }), createdAt }
}
