import { expect, it, vi } from 'vitest'
import { type HostedTestService, hostedTestService } from '../support/hosted-test-service.ts'
import { jsonOf } from '../support/test-service.ts'

async function imported({ fetch, ask }: HostedTestService, key: string, query: string, body: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' }
  const { id } = await jsonOf(await fetch(`/registry/import?supplier=own&${query}`, { method: 'POST', headers, body }))
  await vi.waitFor(
    async () => expect((await jsonOf(await ask('GET', `/registry/import/${id}`, { key }))).status).toBe('completed'),
    { timeout: 10_000 },
  )
}

it('the summary of an import names its file, format and sender, but not to other accounts', async () => {
  const service = await hostedTestService()
  const { ask } = service
  // The first key of the service may see other accounts.
  const { key } = await service.newKey(['registry:read', 'registry:write'])
  await imported(service, key, 'fileName=feeds%2FMai.csv', 'code;name;country\n1;Hotel Anker;NO\n')
  await imported(service, key, 'keep=false', 'code,name,country\n2,Pension Linde,AT\n')
  const path = '/registry/suppliers/own/imports'
  const { results } = await jsonOf(await ask('GET', path, { key }))
  expect(results).toMatchObject([
    { counts: { created: 1 }, source: { format: 'csv', actor: expect.stringMatching(/^key:/) } },
    { source: { file: 'Mai.csv', format: 'csv', actor: expect.stringMatching(/^key:/) } },
  ])
  expect(results[0].source).not.toHaveProperty('file')
  expect((await jsonOf(await ask('GET', '/registry/suppliers/own/report', { key }))).lastImport.source).toEqual(
    results[0].source,
  )
  const { key: other } = await service.newKey(['registry:read'])
  const seen = (await jsonOf(await ask('GET', path, { key: other }))).results
  expect(seen[1].source).toEqual({ format: 'csv', actor: 'another account' })
})
