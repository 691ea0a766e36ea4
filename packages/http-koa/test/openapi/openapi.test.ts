import { Validator } from '@seriousme/openapi-schema-validator'
import { defaultSchema, extendSchema } from '@utpid/core'
import { expect, it } from 'vitest'
import { openApiDocument } from '../../src/openapi/openapi-document.ts'
import { withoutReferences } from '../../src/openapi/without-references.ts'
import { pathParameters } from '../../src/route/route.ts'
import { ROUTES } from '../../src/routes/route-table.ts'
import { hostedTestService } from '../support/hosted-test-service.ts'
import { jsonOf } from '../support/test-service.ts'

it('is a valid OpenAPI document', async () => {
  const result = await new Validator().validate(JSON.parse(JSON.stringify(openApiDocument(ROUTES))))
  expect(result.errors ?? []).toEqual([])
  expect(result.valid).toBe(true)
})

it('names the custom fields of a schema wherever a record has its fields, and else nothing new', async () => {
  const schema = extendSchema(defaultSchema, {
    name: 'heights',
    fields: {
      height: {
        version: 1,
        type: { kind: 'number', min: 0, max: 900, unit: 'metres' },
        label: 'Height',
        description: 'The height of the house.',
        example: 40,
      },
    },
  })
  const document = JSON.parse(JSON.stringify(openApiDocument(ROUTES, '/', schema)))
  expect((await new Validator().validate(structuredClone(document))).errors ?? []).toEqual([])
  const height = {
    title: 'Height',
    type: 'number',
    minimum: 0,
    maximum: 900,
    description: 'The height of the house. In metres.',
    examples: [40],
  }
  const { schemas } = document.components
  const places = ['RecordContent', 'SupplierRecord', 'FeedRecord', 'MatchInput']
  for (const each of [...places.map((name) => schemas[name]), schemas.ProductDetails.properties.fields]) {
    expect(each.properties.height).toEqual(height)
    expect(Object.keys(each.properties).slice(-2)).toEqual(['height', 'extra'])
    delete each.properties.height
  }
  expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument(ROUTES))))
})

it.each(ROUTES.map((route) => [route.operationId, route] as const))(
  '%s documents its scopes and its path parameters',
  (_, route) => {
    expect(Object.keys(route.params?.shape ?? {}).sort()).toEqual(pathParameters(route.path).sort())
    expect(route.summary).not.toMatch(/\.$/)
    expect(Object.keys(route.answers).some((status) => /^2|303/.test(status))).toBe(true)
  },
)

it('has a unique id for each operation', () => {
  const names = ROUTES.map(({ operationId }) => operationId)
  expect(new Set(names).size).toBe(names.length)
})

it('documents all fields of keys and usage, and the request headers', async () => {
  const { ask } = await hostedTestService()
  const made = await ask('POST', '/account/keys', {
    body: {
      name: 'Shop',
      scopes: ['registry:write'],
      suppliers: ['expo'],
      burstPerSecond: 5,
      expiresAt: '2027-01-01T00:00:00Z',
    },
  })
  // biome-ignore lint/suspicious/noExplicitAny: the test checks the fields that it reads.
  const { paths } = withoutReferences(await jsonOf(await ask('GET', '/openapi.json'))) as any
  const fieldsOf = (path: string, verb: string, status: number): Record<string, unknown> =>
    paths[path][verb].responses[status].content['application/json'].schema.properties
  const key = fieldsOf('/account/keys', 'post', 201).key as { properties: object }
  expect(Object.keys(key.properties)).toEqual(expect.arrayContaining(Object.keys((await jsonOf(made)).key)))
  const { usage } = await jsonOf(await ask('GET', '/account/usage?groupBy=key'))
  const figures = fieldsOf('/account/usage', 'get', 200).usage as { items: { properties: object } }
  expect(Object.keys(figures.items.properties)).toEqual(expect.arrayContaining(Object.keys(usage[0] ?? {})))
  const headersOf = (path: string, verb: string): string[] =>
    paths[path][verb].parameters
      .filter((each: { in: string }) => each.in === 'header')
      .map(({ name }: { name: string }) => name)
  expect(headersOf('/registry/product/{utpid}', 'get')).toEqual(['If-None-Match', 'Utpid-Api-Version'])
  expect(headersOf('/registry/product/{utpid}', 'delete')).toContain('If-Match')
})

type Schema = { readonly [keyword: string]: unknown }

/** Returns a schema with all its nested schemas. */
function schemasIn(schema: unknown): Schema[] {
  if (Array.isArray(schema)) return schema.flatMap(schemasIn)
  if (typeof schema !== 'object' || schema === null) return []
  return [schema as Schema, ...Object.values(schema).flatMap(schemasIn)]
}

it('documents the items of every list, and the patterns of ids and cursors', () => {
  const { paths } = JSON.parse(JSON.stringify(withoutReferences(openApiDocument(ROUTES)))) as {
    paths: Record<string, Record<string, { parameters: { name: string; in: string; schema: Schema }[] }>>
  }
  const lists = schemasIn(paths).filter(({ type }) => type === 'array')
  expect(lists.length).toBeGreaterThan(50)
  for (const { items, prefixItems } of lists) {
    expect(items ?? prefixItems).toBeDefined()
    expect(items).not.toBe(false)
  }
  const parameters = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap((each) => each.parameters),
  )
  const named = parameters.filter((each) => each.in !== 'header' && /^(?:.*[iI]d|cursor)$/.test(each.name))
  expect(named.length).toBeGreaterThan(40)
  for (const { name, schema } of named) expect([name, schema.pattern]).toEqual([name, expect.any(String)])
})

it('documents the limits of bodies that the service checks', () => {
  // biome-ignore lint/suspicious/noExplicitAny: the test checks the fields that it reads.
  const { paths } = JSON.parse(JSON.stringify(withoutReferences(openApiDocument(ROUTES)))) as any
  const fieldsOf = (path: string, verb: string) =>
    paths[path][verb].requestBody.content['application/json'].schema.properties
  expect(fieldsOf('/account/keys', 'post').scopes.items.enum).toEqual(
    expect.arrayContaining(['*', 'registry:*', 'keys:own']),
  )
  expect(fieldsOf('/account/webhooks', 'post').events.items.enum).toContain('registry.product.*')
  expect(fieldsOf('/account/members', 'post').email).toMatchObject({ format: 'email', maxLength: 254 })
  expect(fieldsOf('/account/invitation', 'post').password).toMatchObject({ minLength: 10, maxLength: 200 })
  expect(fieldsOf('/registry/product/{utpid}', 'patch').fields).toMatchObject({
    minProperties: 1,
    additionalProperties: false,
    properties: { stars: { anyOf: [{ multipleOf: 0.5 }, { type: 'null' }] } },
  })
  expect(Object.keys(fieldsOf('/registry/match', 'post').input.properties)).toContain('location')
})
