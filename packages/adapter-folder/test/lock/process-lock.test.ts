import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { RegistryError } from '@utpid/core'
import { nextLine, type SourceProcess, temporaryFolder } from '@utpid/testing'
import { describe, expect, it } from 'vitest'
import { startChild } from '../support/child-process.ts'
import { raceForALock } from '../support/race-for-a-lock.ts'

const A_MINUTE_MS = 60_000
/** Runs a program as the first process of a new container, which ends with the program. */
const OWN_PROCESS_IDS = ['unshare', '-rpf', '--kill-child', '--mount-proc'] as const

/** The boot id and start time of this process, as in its lock file. */
const thisStart = (() => {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}/${readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ')[19]}`
  } catch {
    return undefined
  }
})()

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
  it('rejects a second process with a message that names the folder and the first process', async () => {
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

  it('rejects a second opening in the same process, under any path', async () => {
    const folder = temporaryFolder()
    const storage = await openDurableStorage(folder)
    const error = await refusal(join(folder, '..', folder.split('/').at(-1) as string))
    expect(error.code).toBe('storage_locked')
    expect(error.message).toContain('already open in this process')
    await storage.close()
    await (await openDurableStorage(folder)).close()
  })

  it('goes to one of two openings at the same moment', async () => {
    const folder = temporaryFolder()
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => openDurableStorage(folder)))
    const opened = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(opened).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason.code).toBe('storage_locked')
    await opened[0]?.close()
  })

  it('is taken over from a killed process', async () => {
    const folder = temporaryFolder()
    const child = startChild('hold', folder)
    expect(await nextLine(child)).toBe('open')
    expect((await refusal(folder)).details).toMatchObject({ pid: child.pid })
    await child.kill()
    await (await openDurableStorage(folder)).close()
  })

  it.each([
    ['of a process that has exited', { pid: 2 ** 30, since: 'long ago' }],
    [
      'whose process id now belongs to another process',
      { pid: process.pid, started: 'an earlier boot/1', since: 'long ago' },
    ],
    ['that says nothing', 'not JSON'],
    ['that is empty', ''],
    ['that names no process', { pid: 0, since: 'long ago' }],
    ['that is a list', '[]'],
    ['of another boot of this machine', { pid: 1, started: 'an earlier boot/1', host: hostname(), since: 'long ago' }],
    [
      'that was copied here from another machine',
      { pid: 1, started: 'another boot/1', host: 'elsewhere', socket: 'lock.json-0000', since: 'long ago' },
    ],
    [
      'whose sign nobody answers',
      { pid: process.pid, started: thisStart, socket: 'lock.json-0000', since: 'long ago' },
    ],
    ['whose sign lies elsewhere', { pid: 2 ** 30, socket: 'lock.json-/../../x', since: 'long ago' }],
  ])('takes over a lock %s', async (_, lock) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'lock.json'), typeof lock === 'string' ? lock : JSON.stringify(lock))
    const storage = await openDurableStorage(folder)
    expect(JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8'))).toMatchObject({ pid: process.pid })
    await storage.close()
    expect(readdirSync(folder).filter((name) => name.startsWith('lock'))).toEqual([])
  })

  it('stays with a process of another machine that shares the disk: nobody here can tell if it lives', async () => {
    const folder = temporaryFolder()
    const text = JSON.stringify({ pid: 7, started: 'another boot/1', host: 'elsewhere', since: 'long ago' })
    writeFileSync(join(folder, 'lock.json'), text)
    const error = await refusal(folder)
    expect(error.code).toBe('storage_locked')
    expect(error.message).toMatch(/process 7 on elsewhere.+delete .+lock\.json/)
    expect(readFileSync(join(folder, 'lock.json'), 'utf8')).toBe(text)
  })

  it('holds although its file is deleted', async () => {
    const folder = temporaryFolder()
    const child = startChild('hold', folder)
    expect(await nextLine(child)).toBe('open')
    rmSync(join(folder, 'lock.json'))
    expect(await refusal(folder)).toMatchObject({
      code: 'storage_locked',
      message: expect.stringContaining('is missing'),
    })
    expect(readdirSync(folder)).not.toContain('lock.json')
    await child.kill()
    await (await openDurableStorage(folder)).close()
  })

  it('holds although all its files are deleted: LMDB counts the readers', async () => {
    const folder = temporaryFolder()
    const child = startChild('hold', folder)
    expect(await nextLine(child)).toBe('open')
    for (const name of readdirSync(folder)) if (name.startsWith('lock')) rmSync(join(folder, name))
    expect(await refusal(folder)).toMatchObject({
      code: 'storage_locked',
      message: expect.stringContaining('is missing'),
    })
    await child.kill()
    await (await openDurableStorage(folder)).close()
  })

  it(
    'goes to exactly one of the processes that find a dead process at the same moment',
    async () => {
      await raceForALock(temporaryFolder(), 3, 1)
    },
    A_MINUTE_MS,
  )

  it('works where the path is too long for a socket', async () => {
    const folder = join(temporaryFolder(), 'long'.repeat(40))
    const storage = await openDurableStorage(folder)
    expect(JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8'))).not.toHaveProperty('socket')
    expect(JSON.parse(await nextLine(startChild('open', folder)))).toMatchObject({ code: 'storage_locked' })
    await storage.close()
  })

  it(
    'works between containers, where both processes may have the same id',
    async (context) => {
      const folder = temporaryFolder()
      const inContainer = (mode: 'open' | 'hold'): SourceProcess => startChild(mode, folder, OWN_PROCESS_IDS)
      context.skip(
        spawnSync(OWN_PROCESS_IDS[0], [...OWN_PROCESS_IDS.slice(1), 'true']).status !== 0,
        'this system cannot create a process id namespace',
      )
      const child = inContainer('hold')
      expect(await nextLine(child)).toBe('open')
      expect((JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8')) as { pid: number }).pid).toBe(1)
      expect(JSON.parse(await nextLine(inContainer('open')))).toMatchObject({
        code: 'storage_locked',
        message: expect.stringContaining('of another container'),
      })
      await child.kill()
      expect(await nextLine(inContainer('open')), 'the first process has exited').toBe('open')
    },
    A_MINUTE_MS,
  )
})
