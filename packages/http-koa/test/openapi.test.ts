import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import { openApiDocument } from '../src/openapi/openapi-document.ts'
import { pathParameters } from '../src/route/route.ts'
import { ROUTES } from '../src/routes/route-table.ts'

it('is a valid OpenAPI document', async () => {
  const result = await new Validator().validate(JSON.parse(JSON.stringify(openApiDocument(ROUTES))))
  expect(result.errors ?? []).toEqual([])
  expect(result.valid).toBe(true)
})

it.each(ROUTES.map((route) => [route.operationId, route] as const))(
  '%s says who may ask and what its path has',
  (_, route) => {
    expect(Object.keys(route.params?.shape ?? {}).sort()).toEqual(pathParameters(route.path).sort())
    expect(route.summary).not.toMatch(/\.$/)
    expect(Object.keys(route.answers).some((status) => status.startsWith('2'))).toBe(true)
  },
)

it('names each operation once', () => {
  const names = ROUTES.map(({ operationId }) => operationId)
  expect(new Set(names).size).toBe(names.length)
})
