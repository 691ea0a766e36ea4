import { textInput } from '@utpid/service/internal'
import { z } from 'zod'
import { hosted } from '../../handler/hosted.ts'
import { type Route, route } from '../../route/route.ts'
import { countryCode, wholeNumber } from '../../schema/shared.ts'

export const suggestRoute: Route = route({
  operationId: 'suggest',
  method: 'GET',
  path: '/registry/suggest',
  summary: 'Suggest places, suppliers, brands and categories while a person types',
  access: { scope: 'registry:read' },
  cost: 1,
  query: z.strictObject({
    q: textInput({ min: 1, max: 100 }),
    limit: wholeNumber(1, 20).optional(),
  }),
  answers: {
    200: {
      description: 'Suggestions, best first.',
      json: z.object({
        results: z.array(
          z.object({
            kind: z.enum(['place', 'airport', 'supplier', 'brand', 'category']),
            text: z.string(),
            country: countryCode.optional(),
            parameter: z
              .enum(['destination', 'supplier', 'q', 'type'])
              .meta({ description: 'Search parameter for `value`.' }),
            value: z.string(),
          }),
        ),
      }),
    },
  },
  async handle(call) {
    const { service } = hosted(call)
    const { q, limit = 8 } = call.query
    return { status: 200, body: { results: await service.suggestions.find(q, limit) } }
  },
})
