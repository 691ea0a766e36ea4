import { NEW_KEY, NEW_MEMBER } from '@utpid/service/internal'
import { z } from 'zod'
import { hosted } from '../../handler/hosted.ts'
import { type Route, route } from '../../route/route.ts'
import { idParameter, idText } from '../../schema/shared.ts'
import { createKeyRoute, keysRoute, revokeKeyRoute } from '../account/keys.ts'
import { inviteMemberRoute, linkMemberRoute, membersRoute } from '../account/team.ts'

const access = { scope: 'admin:accounts' } as const

export const keysOfRoute: Route = route({
  operationId: 'keysOf',
  method: 'GET',
  path: '/admin/accounts/{id}/keys',
  summary: 'List keys of an account, newest first',
  access,
  cost: 0,
  params: idParameter,
  answers: keysRoute.answers,
  problems: ['not_found', 'insufficient_scope'],
  async handle(call) {
    const { service, caller } = hosted(call)
    return { status: 200, body: { results: await service.adminAccess.keys(caller, call.params.id) } }
  },
})

export const createKeyOfRoute: Route = route({
  operationId: 'createKeyOf',
  method: 'POST',
  path: '/admin/accounts/{id}/keys',
  summary: 'Create a key for an account: its first key, or a replacement for lost keys',
  rules: ['future_end', 'known_assignee', 'burst_of_plan', 'max_keys'],
  access,
  cost: 0,
  isSecret: true,
  params: idParameter,
  body: { json: NEW_KEY },
  answers: createKeyRoute.answers,
  problems: ['not_found', 'insufficient_scope', 'plan_feature_unavailable', 'validation_failed'],
  async handle(call) {
    const { service, caller } = hosted(call)
    const made = await service.adminAccess.createKey(caller, call.params.id, call.body)
    const location = `/admin/accounts/${call.params.id}/keys`
    return { status: 201, body: { key: made.view, text: made.text }, headers: { location } }
  },
})

export const revokeKeyOfRoute: Route = route({
  operationId: 'revokeKeyOf',
  method: 'POST',
  path: '/admin/accounts/{id}/keys/{keyId}/revoke',
  summary: 'Revoke a key of an account permanently and at once',
  access,
  cost: 0,
  params: z.strictObject({ id: idText, keyId: idText }),
  body: { json: z.strictObject({}) },
  answers: revokeKeyRoute.answers,
  problems: ['not_found', 'key_not_found', 'insufficient_scope'],
  async handle(call) {
    const { service, caller, params } = { ...hosted(call), params: call.params }
    return { status: 200, body: await service.adminAccess.revokeKey(caller, params.id, params.keyId) }
  },
})

export const membersOfRoute: Route = route({
  operationId: 'membersOf',
  method: 'GET',
  path: '/admin/accounts/{id}/members',
  summary: 'List members of an account',
  access,
  cost: 0,
  params: idParameter,
  answers: membersRoute.answers,
  problems: ['not_found', 'insufficient_scope'],
  async handle(call) {
    const { service, caller } = hosted(call)
    return { status: 200, body: { results: await service.adminAccess.members(caller, call.params.id) } }
  },
})

export const inviteMemberOfRoute: Route = route({
  operationId: 'inviteMemberOf',
  method: 'POST',
  path: '/admin/accounts/{id}/members',
  summary: 'Invite a member to an account with a link, usually its first owner',
  rules: ['max_rows'],
  access,
  cost: 0,
  isSecret: true,
  params: idParameter,
  body: { json: NEW_MEMBER },
  answers: inviteMemberRoute.answers,
  problems: ['not_found', 'insufficient_scope', 'already_exists'],
  async handle(call) {
    const { service, caller } = hosted(call)
    const { member, ...invitation } = await service.adminAccess.invite(caller, call.params.id, call.body)
    const location = `/admin/accounts/${call.params.id}/members`
    return { status: 201, body: { member, invitation }, headers: { location } }
  },
})

export const linkMemberOfRoute: Route = route({
  operationId: 'linkMemberOf',
  method: 'POST',
  path: '/admin/accounts/{id}/members/{memberId}/invitation',
  summary: 'Create a new link for a member of an account who cannot sign in',
  rules: ['enabled_member'],
  access,
  cost: 0,
  isSecret: true,
  params: z.strictObject({ id: idText, memberId: idText }),
  body: { json: z.strictObject({}) },
  answers: linkMemberRoute.answers,
  problems: ['not_found', 'insufficient_scope', 'validation_failed'],
  async handle(call) {
    const { service, caller } = hosted(call)
    const { member, ...invitation } = await service.adminAccess.newLink(caller, call.params.id, call.params.memberId)
    return { status: 200, body: { member, invitation } }
  },
})
