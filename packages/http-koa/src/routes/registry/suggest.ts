import { textInput } from '@utpid/service'
import { z } from 'zod'
import { hosted } from '../../handler/hosted.ts'
import { type Route, route } from '../../route/route.ts'
import { countryCode, wholeNumber } from '../../schema/shared.ts'

export const suggestRoute: Route = route({
  operationId: 'suggest',
  method: 'GET',
  path: '/registry/suggest',
  summary: 'What somebody who types may mean: places, suppliers, brands, categories',
  access: { scope: 'registry:read' },
  cost: 1,
  query: z.strictObject({
    q: textInput({ least: 1, most: 100 }),
    limit: wholeNumber(1, 20).optional(),
  }),
  answers: {
    200: {
      description: 'The best ones first.',
      json: z.object({
        results: z.array(
          z.object({
            kind: z.enum(['place', 'airport', 'supplier', 'brand', 'category']),
            text: z.string(),
            country: countryCode.optional(),
            parameter: z
              .enum(['destination', 'supplier', 'q', 'type'])
              .meta({ description: 'The parameter of a search that takes `value`.' }),
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
