import type { PairRef } from '@utpid/core/operations'
import { z } from 'zod'
import { requireScope } from '../../handler/require-scope.ts'
import { explained } from '../../response/body/explained.ts'
import { ok, type Route, route } from '../../route/route.ts'
import { explainedSchema } from '../../schema/explain.ts'
import { inputSchema } from '../../schema/match.ts'
import { utpidInput } from '../../schema/shared.ts'

const asked = z
  .union([utpidInput, inputSchema], 'must be a UTPID, a supplier with its code, or a record')
  .meta({ description: 'A UTPID or alias, `{ supplier, code }` of a known record, or a new record.' })

export const explainRoute: Route = route('POST /registry/explain', {
  operationId: 'explain',
  summary: 'Explain why two are one product, or why not',
  description:
    'Compares any two of: products by UTPID, records by supplier and code, or new records. Changes nothing. A new record also needs the scope `registry:match`. A text that is no valid UTPID or alias, or a record without a name, identifier and supplier code, is answered with `validation_failed`.',
  isSafe: true,
  rules: ['known_utpid', 'usable_input'],
  access: { scope: 'registry:read' },
  cost: 1,
  body: { json: z.strictObject({ a: asked, b: asked }) },
  answers: {
    200: { description: 'How the two compare, and what joins them or keeps them apart.', json: explainedSchema },
  },
  problems: ['validation_failed', 'product_not_found'],
  async handle(call) {
    const { a, b } = call.body as { readonly a: PairRef; readonly b: PairRef }
    if (isInput(a) || isInput(b)) requireScope(call, 'registry:match')
    return ok(await explained(call, a, b))
  },
})

/** Whether a part of the pair is a new record to match: it has fields other than supplier and code. */
function isInput(each: PairRef): boolean {
  return typeof each === 'object' && Object.keys(each).some((field) => field !== 'supplier' && field !== 'code')
}
