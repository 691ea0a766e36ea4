import { loadGazetteer } from '@utpid/gazetteer'
import { expect, test } from 'vitest'
import { Suggestions } from '../../src/suggest/suggestions.ts'

function suggestions(suppliers: () => readonly { id: string; name: string }[]): {
  find: (query: string) => Promise<string[]>
  pass: (milliseconds: number) => void
} {
  let now = 0
  const registry = { suppliers: async () => suppliers().map((each) => ({ ...each, priority: 0, since: '' })) }
  const made = new Suggestions({
    registry,
    clock: () => now,
    gazetteer: loadGazetteer(),
    yieldNow: async () => undefined,
  })
  return {
    find: async (query) => (await made.find(query, 8)).map(({ kind, text }) => `${kind} ${text}`),
    pass: (milliseconds) => {
      now += milliseconds
    },
  }
}

test('suggests by beginnings of words, ignoring case and accents, also by aliases', async () => {
  const { find } = suggestions(() => [{ id: 'bedbank', name: 'BedBank' }])
  expect((await find('par'))[0]).toBe('place Paris')
  expect(await find('WIEN')).toContain('place Vienna')
  expect(await find('münch')).toContain('place Munich')
  expect(await find('san fran')).toContain('place San Francisco')
  expect(await find('muc')).toContainEqual(expect.stringMatching(/^airport Munich/))
  expect(await find('bedb')).toEqual(['supplier BedBank'])
  expect(await find('hot')).toContain('category hotel')
  expect(await find('ritz')).toContainEqual(expect.stringMatching(/^brand .*ritz/))
  expect(await find('zzzzzz')).toEqual([])
  expect(await find('__proto__')).toEqual([])
})

test('suggests suppliers from a list that is at most a minute old', async () => {
  const known = [{ id: 'bedbank', name: 'BedBank' }]
  const { find, pass } = suggestions(() => known)
  expect(await find('xylo')).toEqual([])
  known.push({ id: 'xylo', name: 'Xylophone Stays' })
  expect(await find('xylo')).toEqual([])
  pass(60_000)
  expect(await find('xylo')).toEqual(['supplier Xylophone Stays'])
})
