import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-memory/durable'
import { RegistryError } from '@utpid/core'
import { describe, expect, it } from 'vitest'
import { nextLine, startChild } from '../support/child-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

async function refusal(folder: string): Promise<RegistryError> {
  const error = await openDurableStorage(folder).then(
    async (storage) => {
      await storage.close()
      return undefined
    },
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(RegistryError)
  return error as RegistryError
}

describe('the lock of a folder', () => {
  it('refuses a second process with a sentence that names the folder and the first', async () => {
    const folder = temporaryFolder()
    const storage = await openDurableStorage(folder)
    const { code, message } = JSON.parse(await nextLine(startChild('open', folder))) as {
      code: string
      message: string
    }
    expect(code).toBe('storage_locked')
    expect(message).toContain(folder)
    expect(message).toContain(`process ${process.pid}`)
    await storage.close()
    expect(await nextLine(startChild('open', folder))).toBe('open')
  })

  it('refuses a second opening in the same process, under whatever name', async () => {
    const folder = temporaryFolder()
    const storage = await openDurableStorage(folder)
    const error = await refusal(join(folder, '..', folder.split('/').at(-1) as string))
    expect(error.code).toBe('storage_locked')
    expect(error.message).toContain('already open in this process')
    await storage.close()
    await (await openDurableStorage(folder)).close()
  })

  it('gives one of two that open at the same moment the folder', async () => {
    const folder = temporaryFolder()
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => openDurableStorage(folder)))
    const opened = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(opened).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason.code).toBe('storage_locked')
    await opened[0]?.close()
  })

  it('takes over from a process that was killed', async () => {
    const folder = temporaryFolder()
    const child = startChild('hold', folder)
    expect(await nextLine(child)).toBe('open')
    expect((await refusal(folder)).details).toMatchObject({ pid: child.pid })
    await child.kill()
    await (await openDurableStorage(folder)).close()
  })

  it.each([
    ['of a process that is no more', { pid: 2 ** 30, since: 'long ago' }],
    [
      'whose process id now belongs to another process',
      { pid: process.pid, started: 'an earlier boot/1', since: 'long ago' },
    ],
    ['that says nothing', 'not JSON'],
  ])('takes over a lock %s', async (_, lock) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'lock.json'), typeof lock === 'string' ? lock : JSON.stringify(lock))
    const storage = await openDurableStorage(folder)
    expect(JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8'))).toMatchObject({ pid: process.pid })
    await storage.close()
    expect(readdirSync(folder).filter((name) => name.startsWith('lock'))).toEqual([])
  })
})
