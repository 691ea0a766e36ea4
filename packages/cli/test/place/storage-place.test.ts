import { expect, it } from 'vitest'
import { postgresPlace } from '../../src/place/storage-place.ts'

const ADDRESS = 'postgres://me@localhost:5432/db'

it('takes out of an address what the server would not understand', () => {
  expect(postgresPlace(ADDRESS)).toEqual({ connectionString: ADDRESS })
  expect(postgresPlace(`${ADDRESS}?schema=hotels&prepare=false`)).toEqual({
    connectionString: ADDRESS,
    schema: 'hotels',
    prepare: false,
  })
  expect(postgresPlace(`${ADDRESS}?prepare=true&sslmode=require`)).toEqual({
    connectionString: `${ADDRESS}?sslmode=require`,
    prepare: true,
  })
})

it.each(['no', '', '0'])('refuses prepare=%s', (value) => {
  expect(() => postgresPlace(`${ADDRESS}?prepare=${value}`)).toThrow('prepare must be true or false')
})
