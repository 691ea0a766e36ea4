import { expect, test } from 'vitest'
import { locateText } from '../../src/operations.ts'
import { openRegistry } from '../support/open-registry.ts'
import { QUILL, ZEPHYR } from '../support/sample-hotels.ts'

async function utpidsOf(...records: readonly object[]): Promise<{
  registry: Awaited<ReturnType<typeof openRegistry>>['registry']
  utpids: string[]
}> {
  const { registry } = await openRegistry()
  const utpids: string[] = []
  for (const record of records) utpids.push(((await registry.upsert(record)) as { utpid: string }).utpid)
  return { registry, utpids }
}

test('a text is read as a UTPID, as an alias, and as supplier:code, in this order', async () => {
  const { registry, utpids } = await utpidsOf(ZEPHYR, QUILL)
  const [zephyr, quill] = utpids as [string, string]
  await registry.addAliases(['alpha:A2', '酒店:5', ':5', 'old'].map((alias) => ({ alias, utpid: zephyr })))
  for (const text of [zephyr, 'alpha:A2', '酒店:5', ' :5 ', 'old']) {
    expect(await locateText(registry, text)).toEqual({
      query: { utpid: text },
      located: { status: 'active', requested: zephyr, utpid: zephyr },
    })
  }
  expect(await locateText(registry, 'alpha:A1')).toEqual({
    query: { supplier: 'alpha', code: 'A1' },
    located: { status: 'active', requested: null, utpid: zephyr },
  })
  expect(await registry.locate({ supplier: 'alpha', code: 'A2' })).toMatchObject({ utpid: quill })
})

test('a supplier code has all text after the first colon, without surrounding white space', async () => {
  const { registry, utpids } = await utpidsOf({ ...ZEPHYR, code: '1:2' })
  expect(await locateText(registry, ' Alpha : 1:2 ')).toEqual({
    query: { supplier: 'alpha', code: '1:2' },
    located: { status: 'active', requested: null, utpid: utpids[0] },
  })
})

test('an unknown identifier has no product, and another text is rejected', async () => {
  const { registry } = await utpidsOf(ZEPHYR)
  expect(await locateText(registry, 'UTP-00000-00000-1')).toEqual({
    query: { utpid: 'UTP-00000-00000-1' },
    located: undefined,
  })
  expect(await locateText(registry, 'alpha:never')).toEqual({
    query: { supplier: 'alpha', code: 'never' },
    located: undefined,
  })
  for (const text of ['hello', '', ':', ':5', 'alpha:', '酒店:5']) {
    await expect(locateText(registry, text)).rejects.toMatchObject({ code: 'validation_failed' })
  }
})

test('another error of the registry is not taken for an unknown alias', async () => {
  const { registry } = await utpidsOf(ZEPHYR)
  await registry.close()
  await expect(locateText(registry, 'alpha:A1')).rejects.toMatchObject({ code: 'closed' })
})
