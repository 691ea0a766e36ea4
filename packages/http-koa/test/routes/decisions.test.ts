import { expect, it } from 'vitest'
import { ADLON, jsonOf, testService } from '../support/test-service.ts'

const SPREE = {
  ...ADLON,
  code: '2',
  name: 'Pension Spree',
  phone: undefined,
  location: { city: 'Hamburg', country: 'DE' },
}

async function served() {
  const service = await testService([ADLON, SPREE])
  const utpidOf = async (code: string): Promise<string> =>
    (await service.registry.locate({ supplier: 'expo', code }))?.utpid ?? ''
  const [adlon, spree] = [await utpidOf(ADLON.code), await utpidOf(SPREE.code)]
  return { ...service, adlon, spree }
}

it('lists decisions by author, kind and day, in pages that links connect', async () => {
  const { fetch, send, adlon, spree } = await served()
  const merge = await jsonOf(
    await send('POST', '/registry/merge', { utpid: adlon, other: spree, survivor: adlon, note: 'one door' }),
  )
  await send('POST', `/registry/changes/${merge.change}/undo`, {})
  const first = await fetch('/registry/decisions?limit=1')
  const page = await jsonOf(first)
  expect(page.results).toMatchObject([{ kind: 'undo', undoes: merge.change, actor: 'anonymous' }])
  const [, next] = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? []
  expect(next).toBe(`/registry/decisions?limit=1&cursor=${page.next}`)
  const second = await jsonOf(await fetch(next ?? ''))
  expect(second.results).toMatchObject([
    {
      change: merge.change,
      kind: 'merge',
      note: 'one door',
      undoneBy: merge.change + 1,
      products: [
        { utpid: adlon, name: ADLON.name, active: true },
        { utpid: spree, name: SPREE.name, active: true },
      ],
    },
  ])
  const { actor, at } = page.results[0]
  const day = at.slice(0, 10)
  const found = async (query: string): Promise<number> =>
    (await jsonOf(await fetch(`/registry/decisions?${query}`))).results.length
  expect(await found(`by=${actor}`)).toBe(2)
  expect(await found('by=member:nobody')).toBe(0)
  expect(await found(`by=someone-else/${actor}`)).toBe(0)
  expect(await found('kind=merge')).toBe(1)
  // As many as the command line and the library accept.
  expect(await found('limit=1000')).toBe(2)
  expect(await found(`from=${day}&to=${day}`)).toBe(2)
  expect(await found('to=2020-01-01')).toBe(0)
  const counts = await jsonOf(await fetch(`/registry/decisions/counts?from=${day}&to=${day}`))
  expect(counts.results).toEqual(['merge', 'undo'].map((kind) => ({ day, actor, kind, count: 1 })))
})

it.each([
  ['kind=guess', 'kind'],
  ['from=yesterday', 'from'],
  ['to=2026-02-31', 'to'],
  ['limit=0', 'limit'],
  ['limit=1001', 'limit'],
  ['who=anna', 'who'],
])('rejects %s', async (query, field) => {
  const { fetch } = await testService()
  const response = await fetch(`/registry/decisions?${query}`)
  expect(response.status).toBe(422)
  expect(JSON.stringify(await response.json())).toContain(field)
})

it('rejects cursors of other lists, and counts of more than a year', async () => {
  const { fetch } = await testService()
  for (const cursor of ['x', '1', 'bzIw']) {
    expect(await jsonOf(await fetch(`/registry/decisions?cursor=${cursor}`))).toMatchObject({ code: 'invalid_cursor' })
  }
  const counts = await fetch('/registry/decisions/counts?from=2020-01-01')
  expect(await jsonOf(counts)).toMatchObject({ code: 'validation_failed' })
})

it('previews decisions without writing', async () => {
  const { fetch, send, registry, adlon, spree } = await served()
  const { change } = await registry.stats()
  const record = { supplier: 'expo', code: ADLON.code }
  const merged = await jsonOf(await send('POST', '/registry/merge', { utpid: adlon, other: spree, dryRun: true }))
  expect(merged.products).toHaveLength(1)
  expect(merged.products[0].records.map(({ code }: { code: string }) => code).sort()).toEqual([ADLON.code, '2'].sort())
  const resolve = `/registry/duplicates/${adlon}/resolve`
  const dismissed = await jsonOf(await send('POST', resolve, { duplicate: spree, resolution: 'dismiss', dryRun: true }))
  expect(dismissed.products).toHaveLength(2)
  const pinned = await jsonOf(
    await send('PATCH', `/registry/product/${adlon}`, { fields: { name: 'Adlon' }, dryRun: true }),
  )
  expect(pinned.products).toMatchObject([{ name: 'Adlon', records: [record] }])
  const deleted = await jsonOf(await fetch(`/registry/product/${adlon}?dryRun=true`, { method: 'DELETE' }))
  expect(deleted).toMatchObject({ change, products: [], inactive: [{ utpid: adlon, into: null }] })
  expect((await registry.stats()).change).toBe(change)
})
