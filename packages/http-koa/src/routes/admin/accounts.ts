import { defined } from '@utpid/core/storage'
import { ACCOUNT_CHANGE, type Account, NEW_ACCOUNT } from '@utpid/service/internal'
import { z } from 'zod'
import { hostedRoute } from '../../handler/hosted.ts'
import { nextLink } from '../../response/next-link.ts'
import { ok, type Route } from '../../route/route.ts'
import { adminAccountSchema } from '../../schema/account.ts'
import { cursorText, idParameter, pageOf, wholeNumber } from '../../schema/shared.ts'

const access = { scope: 'admin:accounts' } as const
const DEFAULT_LIMIT = 100
/** Pattern of a cursor: the id of the last account. */
const ID_CURSOR = /^[A-Za-z0-9._~-]+$/

export const adminAccountsRoute: Route = hostedRoute('GET /admin/accounts', {
  operationId: 'adminAccounts',
  summary: 'List all accounts, oldest first',
  access,
  query: z.strictObject({ limit: wholeNumber(1, 1_000).optional(), cursor: cursorText(ID_CURSOR) }),
  answers: {
    200: {
      description: 'Accounts.',
      json: pageOf(adminAccountSchema),
      headers: { Link: 'The next page, `rel="next"`.' },
    },
  },
  async handle({ service, caller }, call) {
    const { limit = DEFAULT_LIMIT, cursor } = call.query
    const accounts = await service.accounts.list(caller, { limit, ...defined({ after: cursor }) })
    const next = accounts.length === limit ? accounts.at(-1)?.id : undefined
    return {
      status: 200,
      body: { results: accounts.map(shown), next: next ?? null },
      ...(next === undefined ? {} : { headers: { link: nextLink(call.url, next) } }),
    }
  },
})

export const createAccountRoute: Route = hostedRoute('POST /admin/accounts', {
  operationId: 'createAccount',
  summary: 'Create an account without members and keys',
  access,
  body: { json: NEW_ACCOUNT },
  answers: {
    201: { description: 'The account.', json: adminAccountSchema, headers: { Location: 'URL of the account.' } },
  },
  problems: ['insufficient_scope', 'not_found', 'already_exists'],
  async handle({ service, caller }, call) {
    const made = await service.accounts.create(caller, call.body)
    return { status: 201, body: shown(made), headers: { location: `/admin/accounts/${made.id}` } }
  },
})

export const adminAccountRoute: Route = hostedRoute('GET /admin/accounts/{id}', {
  operationId: 'adminAccount',
  summary: 'Get an account',
  access,
  params: idParameter,
  answers: { 200: { description: 'The account.', json: adminAccountSchema } },
  problems: ['not_found'],
  handle: async ({ service, caller }, call) => ok(shown(await service.accounts.get(caller, call.params.id))),
})

export const updateAccountOfRoute: Route = hostedRoute('PATCH /admin/accounts/{id}', {
  operationId: 'updateAccountOf',
  summary: 'Rename an account, change its plan, or suspend or reactivate it',
  access,
  params: idParameter,
  body: { json: ACCOUNT_CHANGE },
  answers: { 200: { description: 'The account.', json: adminAccountSchema } },
  problems: ['not_found', 'insufficient_scope'],
  handle: async ({ service, caller }, call) =>
    ok(shown(await service.accounts.update(caller, call.params.id, call.body))),
})

function shown({ id: own, name, status, plan, apiVersion, operator, createdAt }: Account): Record<string, unknown> {
  const isOperators = operator === true ? { operator } : {}
  return { id: own, name, status, plan, apiVersion, ...isOperators, createdAt }
}
