import { open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CreateIndexGeneration, MemoryIndex } from '@utpid/adapter-memory/engine'
import { RegistryError } from '@utpid/core'
import { RejectedCheckpoint } from '../checkpoint/checkpoint-format.ts'
import type { CheckpointWriter } from '../checkpoint/checkpoint-writer.ts'
import { CheckpointFile } from '../checkpoint/read-checkpoint.ts'
import { restoreIndex } from '../checkpoint/restore-index.ts'
import { MANIFEST_KEY } from '../folder/ledger-manifest.ts'
import { CHECKPOINT_FILE, LEDGER_DRAFT, LEDGER_FILE, type Manifest, syncFolder } from '../folder/registry-folder.ts'
import { commitFailure, storageFailure } from '../folder/storage-failure.ts'
import type { DurableLedger } from '../ledger/durable-ledger.ts'
import { checkLedgerFile } from '../pages/ledger-file.ts'
import { type LmdbTables, openTables, TABLE_NAMES } from '../tables/lmdb-tables.ts'
import type { PageCheckThread } from '../threads/page-walk/page-check-thread.ts'
import { LedgerCheck } from './check-ledger.ts'
import { differingColumns, runCooperatively } from './differing-columns.ts'
import { type CheckPhase, Findings, type FolderCheck } from './findings.ts'
import type { CheckOptions, Compacted, MaintenanceOptions } from './maintenance-options.ts'

/** An open folder. */
export interface OpenFolder {
  readonly folder: string
  readonly tables: LmdbTables
  readonly ledger: DurableLedger
  readonly index: MemoryIndex
  readonly makeIndex: CreateIndexGeneration
  readonly checkpointWriter: CheckpointWriter | undefined
  readonly manifest: () => Manifest
  /** Checks pages while the folder is open; undefined if all pages were checked before opening. */
  readonly pageWalk: PageCheckThread | undefined
}

/** Checks that all data in a folder is consistent. Writes wait until the check ends. */
export async function checkFolder(opened: OpenFolder, options: CheckOptions = {}): Promise<FolderCheck> {
  try {
    return await checkOpened(opened, options)
  } catch (error) {
    throw storageFailure(error, opened.folder)
  }
}

async function checkOpened(opened: OpenFolder, options: CheckOptions): Promise<FolderCheck> {
  const { tables, ledger, checkpointWriter } = opened
  const findings = new Findings()
  const check = abortCheck(options)
  const tick = (phase: CheckPhase, total: number): ((rows: number) => void) => {
    let done = 0
    options.onProgress?.({ phase, done, total })
    return (rows) => {
      check()
      done += rows
      options.onProgress?.({ phase, done, total })
    }
  }
  const { repair = false } = options
  const isRead = await ledger.runExclusive(async () => {
    tick('pages', 0)
    if (!(await arePagesSound(opened.folder, findings))) return false
    const rows = new LedgerCheck({ tables, head: ledger.lastChange, findings, tick })
    await rows.run()
    if (repair && rows.repairs.length > 0) {
      await tables.root.transaction(() => {
        for (const mend of rows.repairs) mend()
      })
      // Assigned identifiers change clusters, which only a registry can write.
      for (const { code, kind } of findings.list())
        if (kind === 'derived' && code !== 'assigned_wrong') findings.markRepaired(code as 'counters_wrong')
    }
    tick('index', 0)
    await checkIndex(opened, findings, check, repair)
    tick('checkpoint', 0)
    await checkCheckpoint(opened, findings)
    return true
  })
  if (isRead && repair && (findings.has('checkpoint_unusable') || findings.has('index_wrong'))) {
    checkpointWriter?.note(1)
    await checkpointWriter?.write()
    if (await isCheckpointUsable(opened)) findings.markRepaired('checkpoint_unusable')
  }
  const { records, products } = tables.table
  return {
    change: ledger.lastChange,
    records: isRead ? records.entries : 0,
    products: isRead ? products.entries : 0,
    findings: findings.list(),
  }
}

async function arePagesSound(folder: string, findings: Findings): Promise<boolean> {
  try {
    await checkLedgerFile(join(folder, LEDGER_FILE), TABLE_NAMES)
    return true
  } catch (error) {
    if (!(error instanceof RegistryError && error.code === 'storage_corrupt')) throw error
    findings.add('pages', error.message)
    return false
  }
}

async function checkIndex(
  { ledger, index, makeIndex }: OpenFolder,
  findings: Findings,
  check: () => void,
  repair: boolean,
): Promise<void> {
  const active = index.active.freeze?.()
  if (active === undefined) return
  const rebuilt = makeIndex()
  rebuilt.load(ledger.indexRecords(), ledger.indexProducts())
  const names = await differingColumns(active, rebuilt, makeIndex, check)
  for (const name of names) findings.add('index_wrong', name)
  if (names.length === 0 || !repair) return
  index.swapTo(rebuilt)
  findings.markRepaired('index_wrong')
}

async function checkCheckpoint(opened: OpenFolder, findings: Findings): Promise<void> {
  const reason = await checkpointProblem(opened)
  if (reason !== undefined) findings.add('checkpoint_unusable', reason)
}

async function isCheckpointUsable(opened: OpenFolder): Promise<boolean> {
  return (await checkpointProblem(opened)) === undefined
}

/** Returns why the checkpoint cannot be used; undefined if it can be used or does not exist. */
async function checkpointProblem({ folder, ledger, makeIndex, manifest }: OpenFolder): Promise<string | undefined> {
  let file: CheckpointFile | undefined
  try {
    file = await CheckpointFile.open(join(folder, CHECKPOINT_FILE))
    const index = makeIndex()
    if (file !== undefined && index.loadFrozen !== undefined) await restoreIndex(file, manifest(), ledger, index)
    return undefined
  } catch (error) {
    if (error instanceof RejectedCheckpoint) return error.message
    throw error
  } finally {
    await file?.close()
  }
}

/**
 * Merges the index into one segment, writes its checkpoint, and replaces the ledger with a copy without free pages.
 * Closes the tables at the end, even after a failure.
 */
export async function compactFolder(opened: OpenFolder, options: MaintenanceOptions = {}): Promise<Compacted> {
  const { folder, tables, index, checkpointWriter } = opened
  const check = abortCheck(options)
  const path = join(folder, LEDGER_FILE)
  const draft = join(folder, LEDGER_DRAFT)
  const before = await bytesOf(path)
  try {
    try {
      await runCooperatively(index.active.mergingAll?.(), check)
      checkpointWriter?.note(1)
      await checkpointWriter?.close({ isKept: true })
      check()
      await rm(draft, { force: true })
      await tables.root.backup(draft, true)
      check()
      await writeBothFirstPages(draft)
      await checkLedgerFile(draft, TABLE_NAMES)
    } finally {
      await tables.root.close()
    }
    await flushFile(draft)
    check()
    await rename(draft, path)
    // Deletes the LMDB lock file of the old ledger: LMDB would trust the last transaction that this file names.
    await rm(`${path}-lock`, { force: true })
    await syncFolder(folder)
  } catch (error) {
    for (const path of [draft, `${draft}-lock`]) await rm(path, { force: true }).catch(() => undefined)
    throw await commitFailure(error, folder)
  }
  return { before, after: await bytesOf(path), checkpoint: await bytesOf(join(folder, CHECKPOINT_FILE)) }
}

/**
 * Writes both meta pages. In a copy that LMDB created, the first meta page is incomplete. Each transaction writes one
 * meta page completely.
 */
export async function writeBothFirstPages(draft: string): Promise<void> {
  const { root, table } = openTables(draft)
  try {
    // Writes any row; every registry has the manifest.
    const manifest = table.meta.get(MANIFEST_KEY)
    for (let time = 0; time < 2 && manifest !== undefined; time++) {
      await root.transaction(() => table.meta.put(MANIFEST_KEY, manifest))
    }
  } finally {
    await root.close()
    await rm(`${draft}-lock`, { force: true })
  }
}

/** Flushes a file that other code has written. */
export async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function bytesOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}

/** Returns a function that throws if the signal is aborted. Call it between steps. */
export function abortCheck({ signal }: MaintenanceOptions): () => void {
  return () => {
    if (signal?.aborted === true) {
      throw new RegistryError('aborted', 'The work was aborted. The folder is in a consistent state.', {
        cause: signal.reason,
      })
    }
  }
}
