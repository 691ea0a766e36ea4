import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@utpid/testing'
import { expect, it, vi } from 'vitest'
import { Spool } from '../../src/uploads/spool.ts'

const RULES = { memoryBytes: 1_000, maxStoredBytes: 20_000 }

async function* bodyOf(bytes: number, size = 300): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes; from += size) {
    yield Buffer.from(Array.from({ length: Math.min(size, bytes - from) }, (_, at) => (from + at) % 251))
  }
}

async function allOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

it.each([
  ['in memory', 1_000],
  ['in a file', 1_001],
  ['in a file of several chunks', 9_999],
])('stores a body %s, and unlinks the file', async (_where, bytes) => {
  const folder = temporaryFolder()
  const spool = new Spool({ ...RULES, folder })
  const body = bodyOf(bytes)
  const first = [(await body.next()).value as Uint8Array]
  const kept = await spool.store('a', first, body)
  expect(await readdir(folder)).toEqual([])
  expect([kept.bytes, spool.bytes]).toEqual([bytes, bytes])
  expect(await allOf(kept.pieces())).toEqual(await allOf(bodyOf(bytes)))
  await kept.discard()
  await kept.discard()
  expect(spool.bytes).toBe(0)
})

it('limits the stored bytes, half of them for one account, and stores nothing of rejected bodies', async () => {
  const spool = new Spool({ ...RULES, folder: temporaryFolder() })
  const kept = [await spool.store('a', [], bodyOf(6_000)), await spool.store('b', [], bodyOf(9_000))]
  await expect(spool.store('a', [], bodyOf(5_000))).rejects.toMatchObject({
    code: 'overloaded',
    message: expect.stringContaining('this account'),
    details: { retryAfter: 10 },
  })
  await expect(spool.store('c', [], bodyOf(6_000))).rejects.toMatchObject({ code: 'overloaded' })
  await expect(spool.store('d', [], bodyOf(10_001))).rejects.toMatchObject({ code: 'overloaded' })
  expect(spool.bytes).toBe(15_000)
  for (const each of kept) await each.discard()
  await expect(spool.store('d', [], bodyOf(10_001))).rejects.toMatchObject({
    code: 'payload_too_large',
    details: { limit: 10_000 },
  })
  expect(spool.bytes).toBe(0)
})

it('discards incomplete bodies, and reports a full disk or a failed write', async () => {
  const folder = temporaryFolder()
  const spool = new Spool({ ...RULES, folder })
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield* bodyOf(3_000)
    throw new Error('The body broke.')
  }
  await expect(spool.store('a', [], broken())).rejects.toThrow('The body broke.')
  const handle = await open(folder)
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const write = vi.spyOn(Object.getPrototypeOf(handle), 'writeFile').mockRejectedValueOnce(full)
  await handle.close()
  await expect(spool.store('a', [], bodyOf(3_000))).rejects.toMatchObject({ code: 'storage_full' })
  write.mockRestore()
  const nowhere = new Spool({ ...RULES, folder: join(folder, 'missing') })
  await expect(nowhere.store('a', [], bodyOf(3_000))).rejects.toMatchObject({ code: 'unavailable' })
  expect([spool.bytes, nowhere.bytes]).toEqual([0, 0])
})
