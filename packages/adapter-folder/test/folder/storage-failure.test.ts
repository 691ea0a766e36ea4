import { readdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { temporaryFolder } from '@utpid/testing'
import { expect, it } from 'vitest'
import { commitFailure, storageFailure } from '../../src/folder/storage-failure.ts'

it.each([
  ['EACCES', -13],
  ['EPERM', -1],
  ['EROFS', -30],
])('an unwritable folder (%s) is unavailable, and the error names the folder and the remedy', (code, errno) => {
  const cause = Object.assign(new Error(`${code}: mkdtemp`), { code, errno })
  expect(storageFailure(cause, '/srv/registry')).toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^\/srv\/registry cannot be written by this user.+Grant it to this user/),
  })
})

it.each([
  ['the text', { code: 'EACCES' }],
  ['the number of LMDB', { code: 13 }],
])('recognizes an error by %s of its code alone', (_, fields) => {
  expect(storageFailure(Object.assign(new Error('refused'), fields), '/srv/r').message).toMatch(/cannot be written/)
})

it('a file that LMDB refuses to use must be reopened, not restored', () => {
  const failure = storageFailure(
    Object.assign(new Error('MDB_PANIC: Update of meta page failed'), { code: -30795 }),
    '/srv/r',
  )
  expect(failure).toMatchObject({ code: 'unavailable', message: expect.stringMatching(/Close it and open it again/) })
})

it('an input/output error with enough free space stays unavailable and leaves no file', async () => {
  const folder = temporaryFolder()
  const cause = Object.assign(new Error('Input/output error'), { code: 5 })
  expect((await commitFailure(cause, folder)).code).toBe(tmpdirIsNearlyFull() ? 'storage_full' : 'unavailable')
  expect(readdirSync(folder)).toEqual([])
})

function tmpdirIsNearlyFull(): boolean {
  const { bavail, bsize } = statfsSync(tmpdir())
  return bavail * bsize < 2 ** 24
}
