import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { emptyCommit } from '@utpid/core/storage'
import { newFolder, temporaryFolder } from '@utpid/testing'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { LEDGER_FILE } from '../../../src/folder/registry-folder.ts'
import { SoundPages } from '../../../src/pages/sound-pages.ts'
import { PageCheckThread } from '../../../src/threads/page-walk/page-check-thread.ts'
import { numberedStay, SAMPLE_TIME } from '../../support/numbered-stay.ts'

const STAYS = 300
const KEY = Buffer.from('any')

function stay(number: number) {
  return { ...emptyCommit(SAMPLE_TIME, 0), ...numberedStay(number) }
}

const made = newFolder()
beforeAll(() => fill(made))
afterAll(() => rmSync(made, { recursive: true, force: true }))

async function fill(folder: string): Promise<void> {
  const storage = await openDurableStorage(folder)
  for (let number = 1; number <= STAYS; number++) await storage.ledger.commit(stay(number))
  await storage.close()
}

function folderOfStays(): string {
  const folder = temporaryFolder()
  cpSync(made, folder, { recursive: true })
  return folder
}

function startWalk(path: string): { walk: PageCheckThread; damage: string[]; isWalked: () => boolean } {
  const damage: string[] = []
  const walk = new PageCheckThread(path, { delayMs: 0, onDamage: (why) => damage.push(why) })
  onTestFinished(() => walk.end())
  walk.start()
  return { walk, damage, isWalked: () => new Int32Array(walk.allChecked)[0] === 1 }
}

it('marks all pages as checked after one scan, and reads none of them again', async () => {
  const path = join(folderOfStays(), LEDGER_FILE)
  const { walk, damage, isWalked } = startWalk(path)
  // Uses a missing file, which cannot be read.
  const missing = new SoundPages(`${path}.missing`, walk.allChecked).table('records')
  expect(existsSync(`${path}.missing`)).toBe(false)
  expect(() => missing.check(KEY)).toThrow()
  await vi.waitFor(() => expect(isWalked()).toBe(true), 30_000)
  expect(missing.check(KEY)).toBeUndefined()
  expect(damage).toEqual([])
})

it('ends at a damaged page with the reason; the other pages are checked when they are read', async () => {
  const path = join(folderOfStays(), LEDGER_FILE)
  // Damages free pages too, since this test has no list of the pages in use.
  writeFileSync(path, Buffer.from(readFileSync(path, 'latin1').replaceAll('alpha', 'alphb'), 'latin1'))
  const { damage, isWalked } = startWalk(path)
  await vi.waitFor(() => expect(damage).toEqual([expect.stringContaining('damaged')]), 30_000)
  expect(isWalked()).toBe(false)
})

it('finds no problem in a ledger that is written meanwhile', async () => {
  const folder = folderOfStays()
  const storage = await openDurableStorage(folder, { verify: true })
  const { damage, isWalked } = startWalk(join(folder, LEDGER_FILE))
  let number = STAYS
  while (!isWalked()) await storage.ledger.commit(stay(++number))
  await storage.close()
  expect(damage).toEqual([])
})
