import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { type DurableStorage, type DurableStorageOptions, openDurableStorage } from '@utpid/adapter-folder'
import { SegmentGeneration } from '@utpid/adapter-memory/engine'
import type { Storage } from '@utpid/core'
import type { SuiteOptions } from '@utpid/storage-conformance'
import { temporaryFolder } from '@utpid/testing'
import { CHECKPOINT_DRAFT, CHECKPOINT_FILE, LEDGER_FILE, MANIFEST_FILE } from '../../src/folder/registry-folder.ts'
import { durableStorage } from '../../src/open/open-durable-storage.ts'

/** The number of random histories. They are slow on disk; `random-histories.long.test.ts` runs more. */
const SHORT_HISTORIES = 2

const folders = new WeakMap<Storage, string>()

/** Options of the conformance suites for storages in a folder. */
export const DURABLE_SUITE: SuiteOptions = durableSuite('openDurableStorage')
export const DURABLE_PLAIN_SUITE: SuiteOptions = durableSuite('openDurableStorage with the plain index', {
  index: 'plain',
})

function durableSuite(name: string, options: DurableStorageOptions = {}): SuiteOptions {
  const open: SuiteOptions['createStorage'] = async (settings) => await openAt(temporaryFolder(), settings)
  const openAt = async (folder: string, settings: DurableStorageOptions | undefined): Promise<Storage> => {
    const storage = await openDurableStorage(folder, { ...settings, ...options })
    folders.set(storage, folder)
    return storage
  }
  return {
    name,
    createStorage: open,
    reopen: async (storage, settings) => {
      const folder = folders.get(storage) as string
      await storage.close()
      return await openAt(folder, settings)
    },
    capabilities: { durable: true, sharedWriters: false, exactTotals: true },
    histories: SHORT_HISTORIES,
  }
}

/**
 * Options with small segments and frequent checkpoints. Reopening uses an earlier checkpoint, as after a killed
 * process.
 */
export const DURABLE_SNAPSHOTS_SUITE: SuiteOptions = {
  name: 'openDurableStorage with small segments, from checkpoints',
  createStorage: async (settings) => await openSmall(temporaryFolder(), settings),
  reopen: async (storage, settings) => {
    const folder = folders.get(storage) as string
    const copy = temporaryFolder()
    copyIfThere(folder, copy, CHECKPOINT_FILE)
    await storage.close()
    for (const name of [MANIFEST_FILE, LEDGER_FILE]) copyIfThere(folder, copy, name)
    return await openSmall(copy, settings)
  },
  capabilities: { durable: true, sharedWriters: false, exactTotals: true },
  histories: SHORT_HISTORIES,
}

async function openSmall(folder: string, settings: DurableStorageOptions | undefined): Promise<Storage> {
  const storage = await openSmallSegments(folder, { ...settings, checkpointRows: 1 })
  folders.set(storage, folder)
  return storage
}

/** Opens a folder with segments of three rows, so that segments are often built and merged. */
export async function openSmallSegments(folder: string, options: DurableStorageOptions): Promise<DurableStorage> {
  return await durableStorage(
    folder,
    { ...options, index: 'segments' },
    () => new SegmentGeneration({ maxBufferRows: 3 }),
  )
}

/** Copies the folder as a killed process would leave it. */
export function copyOfFolder(folder: string): string {
  const copy = temporaryFolder()
  for (const name of [MANIFEST_FILE, LEDGER_FILE, CHECKPOINT_FILE, CHECKPOINT_DRAFT]) copyIfThere(folder, copy, name)
  return copy
}

function copyIfThere(from: string, to: string, name: string): void {
  if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name))
}
