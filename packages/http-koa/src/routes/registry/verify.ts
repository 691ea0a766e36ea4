import type { VerifyOptions } from '@utpid/core/operations'
import { textInput } from '@utpid/service/internal'
import { z } from 'zod'
import { decisionOptions } from '../../handler/decision-options.ts'
import { redactDecisions } from '../../response/body/actor-name.ts'
import { ok, type Route, route } from '../../route/route.ts'
import { dryRun, note, timestamp, utpidInput, utpidText } from '../../schema/shared.ts'

const bodySchema = z.strictObject({
  utpid: utpidInput,
  verified: z.boolean('must be true or false').optional().meta({ description: 'false removes the verification.' }),
  method: z.enum(['manual', 'supplier', 'checks'], 'must be manual, supplier or checks').optional(),
  evidence: textInput({ max: 2_000, form: 'lines' }).optional(),
  note,
  dryRun,
  ifRevision: z
    .int('must be a whole number')
    .optional()
    .meta({ description: 'Required revision of the product; otherwise `precondition_failed`.' }),
})

export const verifyRoute: Route = route('POST /registry/verify', {
  operationId: 'verify',
  summary: 'Verify a product',
  rules: ['known_utpid'],
  access: { scope: 'registry:verify' },
  cost: 1,
  body: { json: bodySchema },
  answers: {
    200: {
      description: 'The new state of the product. Repeating the request changes nothing.',
      json: z.object({
        utpid: utpidText,
        verified: z.boolean(),
        verifiedAt: timestamp.nullable(),
        verifiedBy: z.string().nullable(),
        method: z.string().nullable(),
        checks: z.array(z.object({ id: z.string(), passed: z.boolean(), detail: z.string() })),
        revision: z.int(),
        change: z.int().meta({ description: 'Change number of the decision, for undo.' }),
      }),
    },
  },
  problems: [
    'validation_failed',
    'product_not_found',
    'product_deleted',
    'product_retired',
    'product_merged',
    'precondition_failed',
    'revision_conflict',
  ],
  async handle(call) {
    const { registry, body } = call
    const { utpid, verified = true, ifRevision, ...given } = body
    const asked = decisionOptions(call, given) as VerifyOptions
    // `ifRevision` takes precedence over the header If-Match.
    const options = ifRevision === undefined ? asked : { ...asked, preconditions: [{ utpid, revision: ifRevision }] }
    const report = verified ? await registry.verify(utpid, options) : await registry.unverify(utpid, options)
    return ok(redactDecisions(report, call))
  },
})
