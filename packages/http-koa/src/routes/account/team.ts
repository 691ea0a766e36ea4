import { RegistryError } from '@utpid/core'
import { MEMBER_CHANGE, NEW_MEMBER, ROW_NAME } from '@utpid/service/internal'
import { z } from 'zod'
import { hostedRoute } from '../../handler/hosted.ts'
import { ok, type Route } from '../../route/route.ts'
import { memberSchema } from '../../schema/member.ts'
import { idParameter, timestamp } from '../../schema/shared.ts'

const invitedSchema = z
  .object({
    member: memberSchema,
    invitation: z.object({
      text: z.string().meta({ description: 'Shown only once: pass it to the member.' }),
      expiresAt: timestamp,
    }),
  })
  .meta({ id: 'InvitedMember' })
const serviceSchema = z.object({ id: z.string(), name: z.string(), createdAt: timestamp }).meta({ id: 'Service' })

export const membersRoute: Route = hostedRoute('GET /account/members', {
  operationId: 'members',
  summary: 'List members of the account',
  access: { scope: 'team:read', or: ['team:write'] },
  answers: { 200: { description: 'Members.', json: z.object({ results: z.array(memberSchema) }) } },
  handle: async ({ service, caller, accountId }) => ok({ results: await service.members.list(caller, accountId) }),
})

export const memberRoute: Route = hostedRoute('GET /account/members/{id}', {
  operationId: 'member',
  summary: 'Get a member',
  access: { scope: 'team:read', or: ['team:write'] },
  params: idParameter,
  answers: { 200: { description: 'The member.', json: memberSchema } },
  problems: ['not_found'],
  async handle({ service, caller, accountId }, call) {
    const members = await service.members.list(caller, accountId)
    const member = members.find((each) => each.id === call.params.id)
    if (member === undefined) throw new RegistryError('not_found', 'The account has no member with this id.')
    return ok(member)
  },
})

export const linkMemberRoute: Route = hostedRoute('POST /account/members/{id}/invitation', {
  operationId: 'linkMember',
  summary: 'Create a new invitation link for a member; earlier links become invalid',
  rules: ['enabled_member'],
  access: { scope: 'team:write' },
  isSecret: true,
  params: idParameter,
  body: { json: z.strictObject({}) },
  answers: { 200: { description: 'The member with the invitation.', json: invitedSchema } },
  problems: ['not_found', 'insufficient_scope', 'validation_failed'],
  async handle({ service, caller, accountId }, call) {
    const { member, text, expiresAt } = await service.members.newLink(caller, accountId, call.params.id)
    return ok({ member, invitation: { text, expiresAt } })
  },
})

export const inviteMemberRoute: Route = hostedRoute('POST /account/members', {
  operationId: 'inviteMember',
  summary: 'Invite a member with a link',
  rules: ['max_rows'],
  access: { scope: 'team:write' },
  isSecret: true,
  body: { json: NEW_MEMBER },
  answers: { 201: { description: 'The member with the invitation.', json: invitedSchema } },
  problems: ['insufficient_scope', 'already_exists'],
  async handle({ service, caller, accountId }, call) {
    const { member, text, expiresAt } = await service.members.invite(caller, accountId, call.body)
    const location = `/account/members/${member.id}`
    return { status: 201, body: { member, invitation: { text, expiresAt } }, headers: { location } }
  },
})

export const updateMemberRoute: Route = hostedRoute('PATCH /account/members/{id}', {
  operationId: 'updateMember',
  summary: 'Change the name or role of a member, or disable or enable the member',
  rules: ['joined_member', 'other_owner'],
  access: { scope: 'team:write' },
  params: idParameter,
  body: { json: MEMBER_CHANGE },
  answers: { 200: { description: 'The member.', json: memberSchema } },
  problems: ['not_found', 'insufficient_scope', 'validation_failed'],
  handle: async ({ service, caller, accountId }, call) =>
    ok(await service.members.update(caller, accountId, call.params.id, call.body)),
})

export const removeMemberRoute: Route = hostedRoute('DELETE /account/members/{id}', {
  operationId: 'removeMember',
  summary: 'Remove a member and the keys assigned to them',
  rules: ['other_owner'],
  access: { scope: 'team:write' },
  params: idParameter,
  answers: { 204: { description: 'The member was removed.' } },
  problems: ['not_found', 'insufficient_scope', 'validation_failed'],
  async handle({ service, caller, accountId }, call) {
    await service.members.remove(caller, accountId, call.params.id)
    return { status: 204 }
  },
})

export const servicesRoute: Route = hostedRoute('GET /account/services', {
  operationId: 'services',
  summary: 'List services of the account, to which keys can be assigned',
  access: { scope: 'team:read', or: ['team:write'] },
  answers: { 200: { description: 'Services.', json: z.object({ results: z.array(serviceSchema) }) } },
  handle: async ({ service, caller, accountId }) => ok({ results: await service.services.list(caller, accountId) }),
})

export const serviceRoute: Route = hostedRoute('GET /account/services/{id}', {
  operationId: 'service',
  summary: 'Get a service',
  access: { scope: 'team:read', or: ['team:write'] },
  params: idParameter,
  answers: { 200: { description: 'The service.', json: serviceSchema } },
  problems: ['not_found'],
  async handle({ service, caller, accountId }, call) {
    const services = await service.services.list(caller, accountId)
    const found = services.find((each) => each.id === call.params.id)
    if (found === undefined) throw new RegistryError('not_found', 'The account has no service with this id.')
    return ok(found)
  },
})

export const createServiceRoute: Route = hostedRoute('POST /account/services', {
  operationId: 'createService',
  summary: 'Create a service',
  rules: ['max_rows'],
  access: { scope: 'team:write' },
  body: { json: z.strictObject({ name: ROW_NAME }) },
  answers: { 201: { description: 'The service.', json: serviceSchema } },
  problems: ['already_exists', 'validation_failed'],
  async handle({ service, caller, accountId }, call) {
    const made = await service.services.create(caller, accountId, call.body.name)
    return { status: 201, body: made, headers: { location: `/account/services/${made.id}` } }
  },
})

export const removeServiceRoute: Route = hostedRoute('DELETE /account/services/{id}', {
  operationId: 'removeService',
  summary: 'Remove a service and the keys assigned to it',
  access: { scope: 'team:write' },
  params: idParameter,
  answers: { 204: { description: 'The service was removed.' } },
  problems: ['not_found'],
  async handle({ service, caller, accountId }, call) {
    await service.services.remove(caller, accountId, call.params.id)
    return { status: 204 }
  },
})
