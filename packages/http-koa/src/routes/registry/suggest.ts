import { textInput } from '@utpid/service/internal'
import { z } from 'zod'
import { hostedRoute } from '../../handler/hosted.ts'
import { ok, type Route } from '../../route/route.ts'
import { countryCode, wholeNumber } from '../../schema/shared.ts'

export const suggestRoute: Route = hostedRoute('GET /registry/suggest', {
  operationId: 'suggest',
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
  async handle({ service }, call) {
    const { q, limit = 8 } = call.query
    return ok({ results: await service.suggestions.find(q, limit) })
  },
})
