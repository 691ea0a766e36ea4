import { NEW_KEY, NEW_MEMBER } from '@utpid/service/internal'
import { z } from 'zod'
import { hostedRoute } from '../../handler/hosted.ts'
import { ok, type Route } from '../../route/route.ts'
import { idParameter, idText } from '../../schema/shared.ts'
import { createKeyRoute, keysRoute, revokeKeyRoute } from '../account/keys.ts'
import { inviteMemberRoute, linkMemberRoute, membersRoute } from '../account/team.ts'

const access = { scope: 'admin:accounts' } as const

export const keysOfRoute: Route = hostedRoute('GET /admin/accounts/{id}/keys', {
  operationId: 'keysOf',
  summary: 'List keys of an account, newest first',
  access,
  params: idParameter,
  answers: keysRoute.answers,
  problems: ['not_found', 'insufficient_scope'],
  handle: async ({ service, caller }, call) => ok({ results: await service.adminAccess.keys(caller, call.params.id) }),
})

export const createKeyOfRoute: Route = hostedRoute('POST /admin/accounts/{id}/keys', {
  operationId: 'createKeyOf',
  summary: 'Create a key for an account: its first key, or a replacement for lost keys',
  rules: ['future_end', 'known_assignee', 'burst_of_plan', 'max_keys'],
  access,
  isSecret: true,
  params: idParameter,
  body: { json: NEW_KEY },
  answers: createKeyRoute.answers,
  problems: ['not_found', 'insufficient_scope', 'plan_feature_unavailable', 'validation_failed'],
  async handle({ service, caller }, call) {
    const made = await service.adminAccess.createKey(caller, call.params.id, call.body)
    const location = `/admin/accounts/${call.params.id}/keys`
    return { status: 201, body: { key: made.view, text: made.text }, headers: { location } }
  },
})

export const revokeKeyOfRoute: Route = hostedRoute('POST /admin/accounts/{id}/keys/{keyId}/revoke', {
  operationId: 'revokeKeyOf',
  summary: 'Revoke a key of an account permanently and at once',
  access,
  params: z.strictObject({ id: idText, keyId: idText }),
  body: { json: z.strictObject({}) },
  answers: revokeKeyRoute.answers,
  problems: ['not_found', 'key_not_found', 'insufficient_scope'],
  handle: async ({ service, caller }, { params }) =>
    ok(await service.adminAccess.revokeKey(caller, params.id, params.keyId)),
})

export const membersOfRoute: Route = hostedRoute('GET /admin/accounts/{id}/members', {
  operationId: 'membersOf',
  summary: 'List members of an account',
  access,
  params: idParameter,
  answers: membersRoute.answers,
  problems: ['not_found', 'insufficient_scope'],
  handle: async ({ service, caller }, call) =>
    ok({ results: await service.adminAccess.members(caller, call.params.id) }),
})

export const inviteMemberOfRoute: Route = hostedRoute('POST /admin/accounts/{id}/members', {
  operationId: 'inviteMemberOf',
  summary: 'Invite a member to an account with a link, usually its first owner',
  rules: ['max_rows'],
  access,
  isSecret: true,
  params: idParameter,
  body: { json: NEW_MEMBER },
  answers: inviteMemberRoute.answers,
  problems: ['not_found', 'insufficient_scope', 'already_exists'],
  async handle({ service, caller }, call) {
    const { member, ...invitation } = await service.adminAccess.invite(caller, call.params.id, call.body)
    const location = `/admin/accounts/${call.params.id}/members`
    return { status: 201, body: { member, invitation }, headers: { location } }
  },
})

export const linkMemberOfRoute: Route = hostedRoute('POST /admin/accounts/{id}/members/{memberId}/invitation', {
  operationId: 'linkMemberOf',
  summary: 'Create a new link for a member of an account who cannot sign in',
  rules: ['enabled_member'],
  access,
  isSecret: true,
  params: z.strictObject({ id: idText, memberId: idText }),
  body: { json: z.strictObject({}) },
  answers: linkMemberRoute.answers,
  problems: ['not_found', 'insufficient_scope', 'validation_failed'],
  async handle({ service, caller }, call) {
    const { member, ...invitation } = await service.adminAccess.newLink(caller, call.params.id, call.params.memberId)
    return ok({ member, invitation })
  },
})
