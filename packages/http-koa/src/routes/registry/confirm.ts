import { LIMITS } from '@utpid/core'
import { z } from 'zod'
import { chargeRecords } from '../../handler/charge-records.ts'
import { redactDecisions } from '../../response/body/actor-name.ts'
import { ok, type Route, route } from '../../route/route.ts'
import { confirmationSchema, confirmInputSchema, unconfirmedSchema } from '../../schema/confirm.ts'

const { confirmationsPerBatch } = LIMITS

export const confirmRoute: Route = route('POST /registry/confirm', {
  operationId: 'confirm',
  summary: 'Ask whether a record still is a product',
  description:
    'Compares a record, as its supplier gives it now, with a product. Suppliers reuse codes, so ask before a booking. One question is `{ record, utpid }`; up to 100 are `{ inputs }`, answered as `{ results }` in their order, each with its own error. Each record counts as one call. Changes nothing.',
  isSafe: true,
  rules: ['known_utpid', 'usable_input', 'confirmable_record'],
  access: { scope: 'registry:match' },
  cost: 1,
  body: {
    json: z.union(
      [
        confirmInputSchema,
        z.strictObject({
          inputs: z
            .array(confirmInputSchema)
            .min(1, 'must have at least one input')
            .max(confirmationsPerBatch, `must have at most ${confirmationsPerBatch} inputs`),
        }),
      ],
      'must be { record, utpid } with a record and a UTPID, or { inputs } with 1 to 100 of them',
    ),
  },
  answers: {
    200: {
      description: 'The answer; for `inputs`, the answers in their order.',
      json: z.union([
        confirmationSchema,
        z.object({ results: z.array(z.union([confirmationSchema, unconfirmedSchema])) }),
      ]),
    },
  },
  problems: ['validation_failed', 'product_not_found'],
  async handle(call) {
    const { registry, body, signal } = call
    if (!('inputs' in body)) {
      return ok(redactDecisions(await registry.confirm(body.record, body.utpid, { signal }), call))
    }
    const refund = await chargeRecords(call, body.inputs.length - 1)
    try {
      return ok(redactDecisions({ results: await registry.confirmBatch(body.inputs, { signal }) }, call))
    } catch (error) {
      refund()
      throw error
    }
  },
})
