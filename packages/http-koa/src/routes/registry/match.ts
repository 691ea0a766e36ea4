import { type MatchOptions, RegistryError } from '@utpid/core'
import { z } from 'zod'
import { InvalidRequest } from '../../response/problem.ts'
import { ok, type Route, route } from '../../route/route.ts'
import { inputSchema, matchOptionsSchema, matchResultSchema } from '../../schema/match.ts'

export const matchRoute: Route = route('POST /registry/match', {
  operationId: 'match',
  summary: 'Match an input to registry products',
  isSafe: true,
  rules: ['usable_input'],
  access: { scope: 'registry:match' },
  cost: 1,
  body: { json: z.strictObject({ input: inputSchema, options: matchOptionsSchema.optional() }) },
  answers: { 200: { description: 'The match decision; 200 for every valid input.', json: matchResultSchema } },
  problems: ['validation_failed'],
  async handle({ registry, body, signal }) {
    const { input, options } = body as { input: unknown; options?: MatchOptions }
    const result = await registry.match(input, { ...options, signal })
    if (result.error === undefined) return ok(result)
    const { code, message } = result.error
    if (code === 'unavailable' || code === 'aborted') throw new RegistryError(code, message)
    const field = 'field' in result.error ? result.error.field : undefined
    throw new InvalidRequest([{ path: field === undefined ? 'input' : `input.${field}`, code, message }])
  },
})
