import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { createApp, OPEN_ACCESS, openApiDocument, ROUTES, withoutReferences } from '../src/index.ts'
import { type Route, route } from '../src/route/route.ts'
import { breakingChanges } from './support/additive.ts'
import { hostedTestService } from './support/hosted-test-service.ts'
import { listeningApp } from './support/listening-app.ts'
import { jsonOf, testService } from './support/test-service.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests change any part of the document.
type Loose = any

const RELEASED = new URL('released/openapi-1.json', import.meta.url)
const PRESENT = JSON.stringify(withoutReferences(openApiDocument(ROUTES)))
const present = (): unknown => JSON.parse(PRESENT)

it('is compatible with the last release of its version', async () => {
  const released = JSON.parse(await readFile(RELEASED, 'utf8'))
  expect(breakingChanges(released, present())).toEqual([])
})

it('detects removed parts and new requirements', () => {
  const changed = (change: (document: { paths: Loose }) => void): string[] => {
    const after = present() as { paths: Loose }
    change(after)
    return breakingChanges(present(), after)
  }
  const search = '/registry/search'
  expect(changed(({ paths }) => delete paths[search])).toEqual([`GET ${search} is gone`])
  expect(changed(({ paths }) => paths[search].get.parameters.shift())).toEqual([
    `GET ${search} no longer takes query q`,
  ])
  expect(
    changed(({ paths }) =>
      paths[search].get.parameters.push({ name: 'more', in: 'query', required: true, schema: {} }),
    ),
  ).toEqual([`GET ${search} asks for query more`])
  const product = (paths: Loose): Loose =>
    paths['/registry/product/{utpid}'].get.responses[200].content['application/json'].schema
  expect(changed(({ paths }) => delete product(paths).properties.verified)).toHaveLength(1)
  const opened = changed(({ paths }) => {
    product(paths).required.push('more')
    product(paths).properties.more = {}
  })
  expect(opened).toEqual(['GET /registry/product/{utpid} 200 was closed and has more'])
  expect(
    changed(
      ({ paths }) => (paths['/registry/match'].post.requestBody.content['application/json'].schema.required = ['more']),
    ),
  ).toEqual(['POST /registry/match body asks for more'])
  // The following changes are compatible additions.
  expect(changed(({ paths }) => Object.assign(paths, { '/more': { get: {} } }))).toEqual([])
  expect(
    changed(({ paths }) =>
      paths[search].get.parameters.push({ name: 'more', in: 'query', required: false, schema: {} }),
    ),
  ).toEqual([])
})

it('names the API version in every response, and rejects an unsupported version', async () => {
  const { fetch } = await testService()
  for (const path of ['/registry/stats', '/registry/nothing', '/health', '/registry/search?limit=0']) {
    expect([path, (await fetch(path)).headers.get('utpid-api-version')]).toEqual([path, '1'])
  }
  const asked = await fetch('/registry/stats', { headers: { 'utpid-api-version': '1' } })
  expect([asked.status, asked.headers.get('utpid-api-version')]).toEqual([200, '1'])
  for (const version of ['2', '0', 'x', '1.0']) {
    const refused = await fetch('/registry/stats', { headers: { 'utpid-api-version': version } })
    expect([refused.status, await jsonOf(refused)]).toMatchObject([400, { code: 'invalid_header', versions: [1] }])
  }
})

it('uses the version of the account by default', async () => {
  const { ask } = await hostedTestService()
  expect(await jsonOf(await ask('GET', '/account'))).toMatchObject({ apiVersion: 1 })
  const changed = await ask('PATCH', '/account', { body: { name: 'Ours', apiVersion: 1 } })
  expect([changed.status, await jsonOf(changed)]).toMatchObject([200, { name: 'Ours', apiVersion: 1 }])
  const unknown = await ask('PATCH', '/account', { body: { apiVersion: 2 } })
  expect([unknown.status, (await jsonOf(unknown)).code]).toEqual([422, 'validation_failed'])
})

it('responds with a media type that Accept allows, or lists the available types', async () => {
  const { fetch } = await testService()
  const status = async (path: string, accept: string): Promise<number> =>
    (await fetch(path, { headers: { accept } })).status
  expect(await status('/registry/stats', '*/*')).toBe(200)
  expect(await status('/registry/stats', 'application/*;q=0.5')).toBe(200)
  expect(await status('/registry/stats', 'text/html')).toBe(406)
  expect(await status('/registry/stats', 'application/json;q=0')).toBe(406)
  expect(await status('/registry/export', 'application/x-ndjson')).toBe(200)
  expect(await status('/registry/export?format=crosswalk', 'text/csv')).toBe(200)
  expect(await status('/docs', 'text/html,application/xhtml+xml')).toBe(200)
  const refused = await fetch('/registry/stats', { headers: { accept: 'image/png' } })
  expect(refused.headers.get('content-type')).toBe('application/problem+json')
  expect(await jsonOf(refused)).toMatchObject({
    code: 'not_acceptable',
    detail: expect.stringContaining('application/json'),
  })
})

it('lists the supported media types if it cannot read a body', async () => {
  const { fetch } = await testService()
  const wrongType = await fetch('/registry/match', {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'text/xml' },
  })
  expect([wrongType.status, wrongType.headers.get('accept')]).toEqual([415, 'application/json'])
  const headers = { 'content-type': 'application/json', 'content-encoding': 'zstd' }
  const wrongEncoding = await fetch('/registry/match', { method: 'POST', body: '{}', headers })
  expect([wrongEncoding.status, wrongEncoding.headers.get('accept-encoding')]).toEqual([
    415,
    'gzip, x-gzip, deflate, br, identity',
  ])
})

it('announces the end of a deprecated route, with a link to the note', async () => {
  const old: Route = route('GET /old', {
    operationId: 'old',
    summary: 'What goes',
    access: { public: true },
    cost: 0,
    deprecated: { since: '2026-01-01T00:00:00Z', sunset: '2027-01-01T00:00:00Z', note: '/docs#old' },
    answers: { 200: { description: 'It.', json: z.object({}) } },
    handle: async () => ({ status: 200, body: {} }),
  })
  const { registry } = await testService([])
  const { fetch } = await listeningApp(
    createApp({ registry, accessControl: OPEN_ACCESS, routes: [old] }),
    async () => undefined,
    {
      routes: [old],
    },
  )
  const { headers } = await fetch('/old')
  expect(headers.get('deprecation')).toBe('@1767225600')
  expect(headers.get('sunset')).toBe('Fri, 01 Jan 2027 00:00:00 GMT')
  expect(headers.get('link')).toBe('</docs#old>; rel="deprecation"; type="text/html"')
  expect(openApiDocument([old])).toMatchObject({ paths: { '/old': { get: { deprecated: true } } } })
})
