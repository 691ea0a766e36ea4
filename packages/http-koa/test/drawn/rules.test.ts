import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROUTES } from '../../src/index.ts'
import { rulesOf } from '../../src/openapi/openapi-document.ts'
import { RULES, type Rule } from '../../src/route/rules.ts'
import { World } from '../contract/world.ts'
import { LOOPBACK_RECEIVERS } from '../support/account-objects.ts'
import { hostedTestService } from '../support/hosted-test-service.ts'
import { BROKEN_RULES } from './broken-rules.ts'
import { OPERATIONS } from './generated-request.ts'
import { ruleOf } from './refusals.ts'
import { isValid, type Schema } from './schema-values.ts'
import { sendRequest } from './send-request.ts'

const NAMES = Object.keys(RULES) as Rule[]
const ends: (() => Promise<void>)[] = []
let world: World
beforeAll(async () => {
  world = new World(await hostedTestService(undefined, LOOPBACK_RECEIVERS, { atEnd: (end) => void ends.push(end) }))
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

it.each(NAMES)('rejects a request that breaks the rule %s, although the schema allows it', async (rule) => {
  const { operationId, method, path, body, text, key, headers = {} } = await BROKEN_RULES[rule](world)
  const { requestBody, parameters = [] } = OPERATIONS.get(operationId)?.described ?? {}
  for (const [name, value] of new URL(path, world.hosted.address).searchParams) {
    const schema = parameters.find((each) => each.in === 'query' && each.name === name)?.schema ?? { enum: [] }
    expect([name, isValid(schema, jsonValueOf(schema, value))]).toEqual([name, true])
  }
  const described = requestBody?.content
  if (body !== undefined) expect(isValid(described?.['application/json']?.schema ?? { enum: [] }, body)).toBe(true)
  const type = text?.type ?? (body === undefined ? undefined : 'application/json')
  const content = text?.text ?? (body === undefined ? undefined : JSON.stringify(body))
  const answered = await sendRequest(
    { address: world.hosted.address, key: key ?? world.hosted.key },
    {
      operationId,
      method,
      path,
      query: [],
      headers: { ...headers, ...(type === undefined ? {} : { 'content-type': type }) },
      ...(content === undefined ? {} : { body: content }),
    },
  )
  expect([answered.detail, ruleOf(operationId, answered)]).toEqual([answered.detail, rule])
  expect([400, 422]).toContain(answered.status)
})

it.each([
  ['search', '/registry/search', 'country', ['', 'D', 'D1', 'DEUT', ' DE', 'DÉ', 'atlantis', '🏨🏨', 'DE\n']],
  ['import', '/registry/import', 'mapping', ['', ',', 'name', '=title', 'name=', 'name= ,code=id', 'name=title,']],
] as const)('describes the form of a parameter of %s: a value of another form breaks no rule', async (...row) => {
  const [operationId, path, name, values] = row
  const { route, described } = OPERATIONS.get(operationId) ?? {}
  const schema = described?.parameters.find((each) => each.name === name)?.schema ?? {}
  for (const value of values) {
    expect([value, isValid(schema, value)]).toEqual([value, false])
    const body = route?.method === 'POST' ? { body: '[{"code":"1","name":"Hotel Ritz"}]' } : {}
    const answered = await sendRequest(world.hosted, {
      operationId,
      method: route?.method ?? '',
      path,
      query: [[name, value]],
      headers: 'body' in body ? { 'content-type': 'application/json' } : {},
      ...body,
    })
    expect([value, answered.status, answered.code]).toEqual([value, 422, 'validation_failed'])
    expect([answered.detail, ruleOf(operationId, answered)]).toEqual([answered.detail, undefined])
  }
})

it('documents each rule in the description of each operation that has it', () => {
  for (const { route, described } of OPERATIONS.values()) {
    for (const rule of rulesOf(route)) expect(described.description).toContain(RULES[rule])
  }
})

it('has no rule without an operation', () => {
  const used = new Set(ROUTES.flatMap(rulesOf))
  expect(NAMES.filter((rule) => !used.has(rule))).toEqual([])
})

/** Returns the value of a query parameter as its schema describes it. */
function jsonValueOf({ type }: Schema, text: string): unknown {
  return type === 'integer' || type === 'number' ? Number(text) : text
}
