import type { ExpandRequest } from '@utpid/core/storage'
import { expect, it } from 'vitest'
import { BatchedExpansions } from '../../../src/index/expand/batched-expansions.ts'

const asked = (word: string): ExpandRequest => ({ tag: 'name', word, by: 'prefix', limit: 5 })

it('batches the requests of one turn, and returns each its own list', async () => {
  const batches: string[][] = []
  const gathered = new BatchedExpansions((requests) => {
    batches.push(requests.map(({ word }) => word))
    return Promise.resolve(requests.map(({ word }) => [{ word: `${word}s`, products: 1 }]))
  })
  const lists = await Promise.all([gathered.expand(asked('inn')), gathered.expand(asked('spa'))])
  expect(lists.flat().map(({ word }) => word)).toEqual(['inns', 'spas'])
  expect(await gathered.expand(asked('bar'))).toEqual([{ word: 'bars', products: 1 }])
  expect(batches).toEqual([['inn', 'spa'], ['bar']])
})

it('retries after a failure, which all requests of the turn receive', async () => {
  let tries = 0
  const gathered = new BatchedExpansions((requests) =>
    tries++ === 0 ? Promise.reject(new Error('cut')) : Promise.resolve(requests.map(() => [])),
  )
  const both = await Promise.allSettled([gathered.expand(asked('inn')), gathered.expand(asked('spa'))])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await gathered.expand(asked('inn'))).toEqual([])
})
