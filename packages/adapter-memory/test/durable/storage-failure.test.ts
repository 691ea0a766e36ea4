import { expect, it } from 'vitest'
import { storageFailure } from '../../src/durable/storage-failure.ts'

it.each([
  ['EACCES', -13],
  ['EPERM', -1],
  ['EROFS', -30],
])('a folder that may not be written (%s) is unavailable, and the folder and the cure are named', (code, errno) => {
  const cause = Object.assign(new Error(`${code}: mkdtemp`), { code, errno })
  expect(storageFailure(cause, '/srv/registry')).toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^\/srv\/registry cannot be written by this user.+give this user the right/),
  })
})

it.each([
  ['the text', { code: 'EACCES' }],
  ['the number of LMDB', { code: 13 }],
])('a refusal is known by %s of its code alone', (_, fields) => {
  expect(storageFailure(Object.assign(new Error('refused'), fields), '/srv/r').message).toMatch(/cannot be written/)
})
