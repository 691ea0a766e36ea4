import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createRegistry } from '@utpid/core'
import { sourceArguments, temporaryFolder } from '@utpid/testing'
import { expect, it } from 'vitest'
import { EXIT } from '../../src/errors/exit-codes.ts'
import { runCli } from '../support/run-cli.ts'

const CHILD = new URL('../support/watched-child.ts', import.meta.url)

async function madeFolder(): Promise<string> {
  const folder = join(temporaryFolder(), 'data')
  const registry = await createRegistry({ storage: await openDurableStorage(folder) })
  await registry.import(
    Array.from({ length: 200 }, (_, at) => ({
      supplier: 'alpha',
      code: `A${at}`,
      name: `Hotel Zephyr ${at}`,
      category: 'hotel',
    })),
  )
  await registry.close()
  return folder
}

/** Returns the standard error of a process that watches a folder and then ends in the given way. */
async function saidOn(way: string, folder: string): Promise<string> {
  const child = spawn(process.execPath, sourceArguments(CHILD, folder, way), {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (piece: Buffer) => {
    said += piece.toString('utf8')
  })
  // The standard error closes when the watching process has also ended.
  await once(child, 'close')
  return said
}

it.each(['abort', 'kill'])('names the folder and what to do when the process ends by %s', async (way) => {
  const folder = await madeFolder()
  const said = await saidOn(way, folder)
  expect(said).toContain(`utpid: the process ended with ${folder} open.`)
  expect(said).toContain(`utpid check --data ${folder}`)
})

it.each(['exit', 'end', 'nothing'])('says nothing after an orderly end (%s)', async (way) => {
  expect(await saidOn(way, await madeFolder())).toBe('')
})

it('a damaged registry is copied by no command: exit code 7, the folder is named, and no file is left', async () => {
  const folder = await madeFolder()
  const ledger = readFileSync(join(folder, 'ledger.lmdb'))
  // Damage enough rows to give every page wrong content.
  for (let at = ledger.indexOf('Zephyr'); at >= 0; at = ledger.indexOf('Zephyr', at + 1)) ledger.write('zephyr', at)
  writeFileSync(join(folder, 'ledger.lmdb'), ledger)
  const place = temporaryFolder()
  for (const command of ['export', 'backup', 'package', 'check', 'compact']) {
    const copy = join(temporaryFolder(), 'data')
    cpSync(folder, copy, { recursive: true })
    const out = join(place, command)
    const given = ['export', 'backup', 'package'].includes(command) ? ['--out', out] : []
    const { code, err } = await runCli([command, ...given, '--data', copy])
    expect([command, code], err).toEqual([command, EXIT.damaged])
    expect(err).toContain(copy)
    expect(err).toMatch(/Restore the folder from a backup/)
    expect(existsSync(out)).toBe(false)
  }
})
