import { builtInRecipe, Concordance, readConcordance } from '@utpid/feed'
import fc from 'fast-check'
import { expect, test } from 'vitest'

async function* bytes(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

test('a table has one code in each row, and the rows of one id are a set', async () => {
  const text = 'id,provider,code\n7,Bedbank,A1\n7,crs,00\n8,bedbank,A2\n,crs,01\n9,crs,\n'
  const { concordance, rows, failures } = await readConcordance(bytes(text))
  expect([...concordance.sets()]).toEqual([
    {
      id: '7',
      codes: [
        { supplier: 'bedbank', code: 'A1' },
        { supplier: 'crs', code: '00' },
      ],
    },
    { id: '8', codes: [{ supplier: 'bedbank', code: 'A2' }] },
  ])
  expect({ rows, failures }).toEqual({
    rows: 5,
    failures: [
      { line: 5, message: 'The row has no id of a set.' },
      { line: 6, message: 'The row has no code.' },
    ],
  })
  expect(concordance.setOf({ supplier: 'crs', code: '00' })).toBe('7')
  expect(concordance.setOf({ supplier: 'crs', code: '0' })).toBeUndefined()
})

test('a map of one supplier has its codes without a column of suppliers', async () => {
  const text = 'contextSource,contextDestination\n44840,NOV-0515\n40162,NOV-9298\n'
  const { concordance } = await readConcordance(bytes(text), { supplier: 'sup1' })
  expect(concordance.setOf({ supplier: 'sup1', code: 'NOV-9298' })).toBe('40162')
  const { failures } = await readConcordance(bytes(text))
  expect(failures).toHaveLength(2)
})

test('a recipe reads the sets of its rows, and a recipe without a concordance is refused', async () => {
  const codes = '<provider providerCode="crs"><code><value>1</value></code><code><value>2</value></code></provider>'
  const text = `<a><property giataId="3"><propertyCodes>${codes}</propertyCodes></property></a>`
  const { concordance } = await readConcordance(bytes(text), { recipe: builtInRecipe('giata-multicodes') })
  expect([...concordance.sets()]).toEqual([
    {
      id: '3',
      codes: [
        { supplier: 'crs', code: '1' },
        { supplier: 'crs', code: '2' },
      ],
    },
  ])
  await expect(readConcordance(bytes('{}'), { recipe: builtInRecipe('etg-dump') })).rejects.toThrow(/no concordance/)
})

test('a code of several sets is listed and has no set, in any order of the rows', () => {
  const entry = fc.record({ id: fc.constantFrom('a', 'b', 'c'), code: fc.constantFrom('1', '2', '3', '4') })
  fc.assert(
    fc.property(fc.array(entry), fc.integer({ min: 0, max: 20 }), (entries, from) => {
      const read = (rows: typeof entries): Concordance => {
        const concordance = new Concordance()
        for (const { id, code } of rows) concordance.add({ id, codes: [{ supplier: 's', code }] })
        return concordance
      }
      const concordance = read(entries)
      for (const code of ['1', '2', '3', '4']) {
        const ids = [...new Set(entries.filter((each) => each.code === code).map(({ id }) => id))].sort()
        expect(concordance.setOf({ supplier: 's', code })).toBe(ids.length === 1 ? ids[0] : undefined)
        expect(concordance.repeated().find((each) => each.code === code)?.sets).toEqual(
          ids.length > 1 ? ids : undefined,
        )
        expect([...concordance.sets()].filter(({ codes }) => codes.some((each) => each.code === code))).toHaveLength(
          ids.length === 1 ? 1 : 0,
        )
      }
      expect(read([...entries.slice(from), ...entries.slice(0, from)]).repeated()).toEqual(concordance.repeated())
    }),
  )
})
