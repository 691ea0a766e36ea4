import type { Asked } from '@utpid/core'
import { z } from 'zod'
import { requireScope } from '../../handler/require-scope.ts'
import { explained } from '../../response/body/explained.ts'
import { type Route, route } from '../../route/route.ts'
import { explainedSchema } from '../../schema/explain.ts'
import { inputSchema } from '../../schema/match.ts'
import { askedUtpid } from '../../schema/shared.ts'

const asked = z
  .union([askedUtpid, inputSchema], 'must be a UTPID, a supplier with its code, or a record')
  .meta({ description: 'A UTPID or alias, `{ supplier, code }` of a record that is known, or a record that is not.' })

export const explainRoute: Route = route({
  operationId: 'explain',
  method: 'POST',
  path: '/registry/explain',
  summary: 'Why two are one product, or why not',
  description:
    'Any two: products by UTPID, records by supplier and code, records that are in no registry. Nothing is changed. A record that is in no registry needs the scope `registry:match`, too. A text that can be no UTPID or alias, and a record that has neither a name nor an identifier nor a supplier code, are answered with `validation_failed`.',
  isQuestion: true,
  rules: ['known_utpid', 'something_to_match'],
  access: { scope: 'registry:read' },
  cost: 1,
  body: { json: z.strictObject({ a: asked, b: asked }) },
  answers: { 200: { description: 'How they compare, what joins them or keeps them apart.', json: explainedSchema } },
  problems: ['validation_failed', 'product_not_found'],
  async handle(call) {
    const { a, b } = call.body as { readonly a: Asked; readonly b: Asked }
    if (isInput(a) || isInput(b)) requireScope(call, 'registry:match')
    return { status: 200, body: await explained(call, a, b) }
  },
})

/** Whether it says more than the code of a record: then it is matched. */
function isInput(each: Asked): boolean {
  return typeof each === 'object' && Object.keys(each).some((field) => field !== 'supplier' && field !== 'code')
}
