import type { Caller, HostedService } from '@utpid/service'
import { textInput } from '@utpid/service/internal'
import { z } from 'zod'
import { hostedRoute } from '../../handler/hosted.ts'
import { type Call, ok, type Route } from '../../route/route.ts'
import { idParameter, timestamp } from '../../schema/shared.ts'

const codeBody = { json: z.strictObject({ code: textInput({ min: 1, max: 100, isTrimmed: true }) }) }
const recoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).meta({ description: 'Shown only once. Each code works once.' }),
})

export const totpRoute: Route = hostedRoute('GET /account/totp', {
  operationId: 'totp',
  summary: 'Whether one’s own password has a second factor',
  access: { session: true },
  answers: {
    200: {
      description: 'The second factor.',
      json: z.object({
        available: z.boolean().meta({ description: 'Whether the member can have one.' }),
        required: z.boolean().meta({ description: 'Whether the service requires it for passwords.' }),
        enabled: z.boolean(),
        createdAt: timestamp.nullable(),
        recoveryCodes: z.int().meta({ description: 'Recovery codes that have not been used.' }),
      }),
    },
  },
  problems: ['insufficient_scope'],
  async handle({ service, caller }) {
    const state = await service.secondFactor.state(caller)
    return ok({ ...state, createdAt: state.createdAt ?? null })
  },
})

export const beginTotpRoute: Route = hostedRoute('POST /account/totp', {
  operationId: 'beginTotp',
  summary: 'Create a secret for an authenticator app; a code of the app then turns the second factor on',
  rules: ['totp_off'],
  access: { session: true },
  isSecret: true,
  body: { json: z.strictObject({}) },
  answers: {
    200: {
      description: 'The secret. An earlier secret that was not confirmed is no longer valid.',
      json: z.object({
        secret: z.string().meta({ description: 'Base32, for entry by hand.' }),
        uri: z.string().meta({ description: '`otpauth://totp/...`' }),
        qr: z.string().meta({ description: 'QR code of `uri`, as SVG.' }),
      }),
    },
  },
  problems: ['insufficient_scope', 'validation_failed'],
  handle: async ({ service, caller }) => ok(await service.secondFactor.begin(caller)),
})

export const confirmTotpRoute: Route = hostedRoute('POST /account/totp/confirmation', {
  operationId: 'confirmTotp',
  summary: 'Turn the second factor on with a code of the app',
  rules: ['totp_begun'],
  access: { session: true },
  isSecret: true,
  body: codeBody,
  answers: { 200: { description: 'The recovery codes.', json: recoveryCodes } },
  problems: ['insufficient_scope', 'validation_failed', 'invalid_credentials', 'auth_throttled'],
  async handle({ service, caller }, call) {
    const codes = await limited(service, caller, call, () => service.secondFactor.confirm(caller, call.body.code))
    // Sessions that a password alone has opened end.
    await service.ownSessions.endOthers(caller)
    return ok({ recoveryCodes: codes })
  },
})

export const renewRecoveryCodesRoute: Route = hostedRoute('POST /account/totp/recovery-codes', {
  operationId: 'renewRecoveryCodes',
  summary: 'Replace the recovery codes',
  rules: ['totp_on'],
  access: { session: true },
  isSecret: true,
  body: codeBody,
  answers: { 200: { description: 'The recovery codes.', json: recoveryCodes } },
  problems: ['insufficient_scope', 'validation_failed', 'invalid_credentials', 'auth_throttled'],
  async handle({ service, caller }, call) {
    const renew = (): Promise<string[]> => service.secondFactor.renewRecoveryCodes(caller, call.body.code)
    return ok({ recoveryCodes: await limited(service, caller, call, renew) })
  },
})

export const removeTotpRoute: Route = hostedRoute('POST /account/totp/removal', {
  operationId: 'removeTotp',
  summary: 'Turn the second factor off with a code',
  rules: ['totp_on'],
  access: { session: true },
  body: codeBody,
  answers: { 204: { description: 'The second factor is off.' } },
  problems: ['insufficient_scope', 'validation_failed', 'invalid_credentials', 'auth_throttled'],
  async handle({ service, caller }, call) {
    await limited(service, caller, call, () => service.secondFactor.remove(caller, call.body.code))
    return { status: 204 }
  },
})

export const resetTotpRoute: Route = hostedRoute('DELETE /account/members/{id}/totp', {
  operationId: 'resetTotp',
  summary: 'Remove the second factor of a member who lost it, and end the member’s sessions',
  description: 'Only owners do so for an owner.',
  access: { scope: 'team:write' },
  params: idParameter,
  answers: { 204: { description: 'The second factor is off.' } },
  problems: ['not_found', 'insufficient_scope'],
  async handle({ service, caller, accountId }, call) {
    await service.secondFactor.reset(caller, accountId, call.params.id)
    return { status: 204 }
  },
})

/** Limits wrong codes together with wrong passwords of the member. */
async function limited<Result>(
  { failedAuthentications }: HostedService,
  { member }: Caller,
  { ip }: Pick<Call, 'ip'>,
  work: () => Promise<Result>,
): Promise<Result> {
  return await failedAuthentications.tryPassword(ip, member?.email ?? '', work)
}
