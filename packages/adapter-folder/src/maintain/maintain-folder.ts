import { open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { MakeIndexGeneration, MemoryIndex } from '@utpid/adapter-memory/engine'
import { RegistryError } from '@utpid/core'
import { SnapshotFile } from '../checkpoint/read-snapshot.ts'
import { restoreIndex } from '../checkpoint/restore-index.ts'
import { RefusedSnapshot } from '../checkpoint/snapshot-format.ts'
import type { SnapshotKeeper } from '../checkpoint/snapshot-keeper.ts'
import { ABOUT_KEY } from '../folder/ledger-about.ts'
import { type AboutRegistry, LEDGER_DRAFT, LEDGER_FILE, SNAPSHOT_FILE, syncFolder } from '../folder/registry-folder.ts'
import { commitFailure, storageFailure } from '../folder/storage-failure.ts'
import type { DurableLedger } from '../ledger/durable-ledger.ts'
import { checkLedgerFile } from '../pages/ledger-file.ts'
import { type LmdbTables, openTables, TABLE_NAMES } from '../tables/lmdb-tables.ts'
import type { PageWalkThread } from '../threads/page-walk/page-walk-thread.ts'
import { LedgerCheck } from './check-ledger.ts'
import { type CheckPhase, Findings, type FolderCheck } from './findings.ts'
import type { CheckOptions, Compacted, MaintenanceOptions } from './maintenance-options.ts'
import { differingColumns, inSlices } from './same-index.ts'

/** An open folder. */
export interface OpenFolder {
  readonly folder: string
  readonly tables: LmdbTables
  readonly ledger: DurableLedger
  readonly index: MemoryIndex
  readonly makeIndex: MakeIndexGeneration
  readonly keeper: SnapshotKeeper | undefined
  readonly about: () => AboutRegistry
  /** Checks pages while the folder is open; undefined if all pages were checked before opening. */
  readonly pageWalk: PageWalkThread | undefined
}

/** Checks everything in a folder for consistency. Blocks writes meanwhile. */
export async function checkFolder(opened: OpenFolder, options: CheckOptions = {}): Promise<FolderCheck> {
  try {
    return await checkOpened(opened, options)
  } catch (error) {
    throw storageFailure(error, opened.folder)
  }
}

async function checkOpened(opened: OpenFolder, options: CheckOptions): Promise<FolderCheck> {
  const { tables, ledger, keeper } = opened
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
  const isRead = await ledger.alone(async () => {
    tick('pages', 0)
    if (!(await arePagesSound(opened.folder, findings))) return false
    const rows = new LedgerCheck({ tables, head: ledger.lastChange, findings, tick })
    await rows.run()
    if (repair && rows.repairs.length > 0) {
      await tables.root.transaction(() => {
        for (const mend of rows.repairs) mend()
      })
      for (const { code, of } of findings.list()) if (of === 'derived') findings.repaired(code as 'counters_wrong')
    }
    tick('index', 0)
    await checkIndex(opened, findings, check, repair)
    tick('snapshot', 0)
    await checkSnapshot(opened, findings)
    return true
  })
  if (isRead && repair && (findings.has('snapshot_unusable') || findings.has('index_wrong'))) {
    keeper?.note(1)
    await keeper?.write()
    if (await isSnapshotUsable(opened)) findings.repaired('snapshot_unusable')
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
  const served = index.serving.capture?.()
  if (served === undefined) return
  const rebuilt = makeIndex()
  rebuilt.load(ledger.indexRecords(), ledger.indexProducts())
  const names = await differingColumns(served, rebuilt, makeIndex, check)
  for (const name of names) findings.add('index_wrong', name)
  if (names.length === 0 || !repair) return
  index.switchTo(rebuilt)
  findings.repaired('index_wrong')
}

async function checkSnapshot(opened: OpenFolder, findings: Findings): Promise<void> {
  const reason = await refusalOf(opened)
  if (reason !== undefined) findings.add('snapshot_unusable', reason)
}

async function isSnapshotUsable(opened: OpenFolder): Promise<boolean> {
  return (await refusalOf(opened)) === undefined
}

/** Returns why the checkpoint cannot be used; undefined if it can, or if there is none. */
async function refusalOf({ folder, ledger, makeIndex, about }: OpenFolder): Promise<string | undefined> {
  let file: SnapshotFile | undefined
  try {
    file = await SnapshotFile.open(join(folder, SNAPSHOT_FILE))
    const index = makeIndex()
    if (file !== undefined && index.restore !== undefined) await restoreIndex(file, about(), ledger, index)
    return undefined
  } catch (error) {
    if (error instanceof RefusedSnapshot) return error.message
    throw error
  } finally {
    await file?.close()
  }
}

/**
 * Merges the index into one segment, writes its checkpoint, and replaces the ledger with a copy without free pages. The
 * tables are closed afterwards, even on failure.
 */
export async function compactFolder(opened: OpenFolder, options: MaintenanceOptions = {}): Promise<Compacted> {
  const { folder, tables, index, keeper } = opened
  const check = abortCheck(options)
  const path = join(folder, LEDGER_FILE)
  const draft = join(folder, LEDGER_DRAFT)
  const before = await bytesOf(path)
  try {
    try {
      await inSlices(index.serving.mergingAll?.(), check)
      keeper?.note(1)
      await keeper?.close({ keeps: true })
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
    // The lock file of the old ledger: LMDB would trust its entry for the last transaction.
    await rm(`${path}-lock`, { force: true })
    await syncFolder(folder)
  } catch (error) {
    for (const path of [draft, `${draft}-lock`]) await rm(path, { force: true }).catch(() => undefined)
    throw await commitFailure(error, folder)
  }
  return { before, after: await bytesOf(path), snapshot: await bytesOf(join(folder, SNAPSHOT_FILE)) }
}

/** LMDB copies a file with an incomplete first meta page. Each transaction writes one of the two completely. */
export async function writeBothFirstPages(draft: string): Promise<void> {
  const { root, table } = openTables(draft)
  try {
    // Any row works; every registry has this one.
    const about = table.meta.get(ABOUT_KEY)
    for (let time = 0; time < 2 && about !== undefined; time++) {
      await root.transaction(() => table.meta.put(ABOUT_KEY, about))
    }
  } finally {
    await root.close()
    await rm(`${draft}-lock`, { force: true })
  }
}

/** Flushes a file written by other code. */
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
