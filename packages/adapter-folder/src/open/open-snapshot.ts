import { type FileHandle, open, rm } from 'node:fs/promises'
import { endianness } from 'node:os'
import { resolve } from 'node:path'
import { MemoryIndex, SegmentGeneration } from '@utpid/adapter-memory/engine'
import { type ChangeNumber, RegistryError, type Storage } from '@utpid/core'
import { applyDelta, type Delta, delegatedLedger, Lifetime, markBefore, readDelta } from '@utpid/core/adapter'
import { SnapshotFile } from '../checkpoint/read-snapshot.ts'
import type { OnSnapshot } from '../checkpoint/snapshot-event.ts'
import { RefusedSnapshot } from '../checkpoint/snapshot-format.ts'
import { aboutIn } from '../folder/ledger-about.ts'
import { storageFailure } from '../folder/storage-failure.ts'
import { DurableLedger } from '../ledger/durable-ledger.ts'
import { checksumOf } from '../package/ship-registry.ts'
import { decodeTrailer, ShippedProblem, TRAILER_BYTES } from '../package/shipped-format.ts'
import { SoundPages } from '../pages/sound-pages.ts'
import { checkRowCounts } from '../tables/check-row-counts.ts'
import { layeredTables } from '../tables/layered-tables.ts'
import { type LmdbTables, openTables } from '../tables/lmdb-tables.ts'
import { rowCacheBytes } from './durable-options.ts'
import { openIndex, refusal } from './open-index.ts'
import { readOnlyStorage } from './read-only-storage.ts'
import { NOTHING_FORGOTTEN } from './retention-settings.ts'

/** How a snapshot of a registry is opened. */
export interface OpenSnapshotOptions {
  /**
   * Whether the whole file is read and compared with its checksum first, some seconds for each ten gigabytes; true unless
   * given. False for a file that was checked elsewhere: a damaged ledger may then end the process.
   */
  readonly verify?: boolean
  /** Rows that are asked for again are kept decoded: megabytes they may take on disk, 0 to 4,096, default 16. */
  readonly rowCacheMegabytes?: number
  /** Told what becomes of the index in it: one of another utpid is made anew of the rows, which takes longer. */
  readonly onSnapshot?: OnSnapshot
}

/** What helps where the index of a file cannot be used: nobody writes one into it. */
const ANOTHER_FILE = 'a file made anew with "utpid snapshot" opens at once'

/** A registry that was shipped as a file: it answers as the one that it was made of, and takes no writes but deltas. */
export interface RegistrySnapshot extends Storage {
  /** The last change of the registry that shows here. */
  readonly change: ChangeNumber
  /**
   * Brings it up to date, in memory: the file stays as it is, so that deltas are applied again when it is opened again.
   * What is asked meanwhile may see a part of them.
   *
   * @param lines - What `Registry.export` with `after` gave, as text or as parsed JSON; `after` is the change that shows here,
   *   or an earlier one.
   * @returns whether anything was new in it.
   * @throws `export_damaged` when it is not what was written, or not of this registry: nothing of it was taken, or it has
   *   to be applied again; `changes_expired` when something between is missing; `index_outdated` when the registry was
   *   reindexed since.
   */
  apply(lines: Iterable<unknown> | AsyncIterable<unknown>): Promise<boolean>
}

/**
 * Opens a registry that was shipped as a file, without a server, a folder or a lock: any number of processes may. The file
 * must stay as it is while it is open.
 *
 * @param file - Made by `utpid snapshot`, or by `DurableStorage.ship`.
 * @throws `not_found`; `storage_corrupt` when it is damaged or something else; `storage_version` when a newer utpid made
 *   it; `validation_failed` for a wrong option.
 */
export async function openSnapshot(file: string, options: OpenSnapshotOptions = {}): Promise<RegistrySnapshot> {
  const path = resolve(file)
  const cacheBytes = rowCacheBytes(options)
  if (endianness() !== 'LE') {
    throw new RegistryError('validation_failed', 'A snapshot opens on little-endian machines only.')
  }
  const { verify = true, onSnapshot: tell = () => undefined } = options
  const parts = await readParts(path, verify)
  let tables: LmdbTables | undefined
  let index: SnapshotFile | undefined
  try {
    tables = openTables(path, { isWritable: false, sound: verify ? undefined : new SoundPages(path) })
    index = await SnapshotFile.open(path, { at: parts.indexAt, bytes: parts.indexBytes }).catch((error: unknown) => {
      if (!(error instanceof RefusedSnapshot)) throw error
      tell(refusal(error, ANOTHER_FILE))
      return undefined
    })
    return await assemble(path, tables, index, cacheBytes, tell)
  } catch (error) {
    await tables?.root.close()
    throw storageFailure(error, path)
  } finally {
    await index?.close()
  }
}

async function readParts(path: string, verify: boolean): Promise<ReturnType<typeof decodeTrailer>> {
  let file: FileHandle | undefined
  try {
    file = await open(path, 'r')
    const { size } = await file.stat()
    const trailer = Buffer.alloc(Math.min(TRAILER_BYTES, size))
    await file.read(trailer, 0, trailer.length, size - trailer.length)
    const parts = decodeTrailer(trailer, size)
    if (verify && (await checksumOf(file, parts.ledgerBytes, () => undefined)) !== parts.ledgerChecksum) {
      throw new ShippedProblem('its rows are not those that were written')
    }
    return parts
  } catch (error) {
    if (error instanceof ShippedProblem) {
      throw new RegistryError(
        error.isNewer ? 'storage_version' : 'storage_corrupt',
        `${path} cannot be opened as a snapshot: ${error.message}. ${error.isNewer ? 'Upgrade utpid.' : 'Copy it again, or make it anew with "utpid snapshot".'}`,
      )
    }
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') throw new RegistryError('not_found', `There is no file ${path}; check the path.`)
    if (code === 'EISDIR') {
      throw new RegistryError('validation_failed', `${path} is a folder; give the file that "utpid snapshot" wrote.`)
    }
    throw storageFailure(error, path)
  } finally {
    await file?.close()
  }
}

async function assemble(
  path: string,
  base: LmdbTables,
  snapshot: SnapshotFile | undefined,
  cacheBytes: number,
  tell: OnSnapshot,
): Promise<RegistrySnapshot> {
  const about = aboutIn(base)
  if (about === undefined) {
    throw new RegistryError('storage_corrupt', `${path} is a snapshot without a registry. Make it anew.`)
  }
  checkRowCounts(base, false)
  if (about.tables === 'second') base.switch()
  const lifetime = new Lifetime()
  const ledger = new DurableLedger({
    lifetime,
    folder: path,
    tables: layeredTables(base),
    retention: NOTHING_FORGOTTEN,
    rowCacheBytes: cacheBytes,
    madeBy: () => about,
    follow: (change) => index.applyNow(change),
  })
  const makeIndex = (): SegmentGeneration => new SegmentGeneration()
  const opened = await openIndex({
    snapshot,
    about,
    ledger,
    makeIndex,
    walkLedger: async () => undefined,
    tell,
    instead: ANOTHER_FILE,
  })
  const index = new MemoryIndex(lifetime, opened.index)
  index.finishLoading(ledger.lastChange)
  index.mergeAtRest()
  const made = ledger.lastChange
  let shown = made
  /** Of the changes that deltas ended with. What the file itself holds is asked of its feed. */
  const marks = new Map<ChangeNumber, string | undefined>()
  let wasApplied = false
  let reading: Promise<unknown> = Promise.resolve()
  let writing: Promise<unknown> = Promise.resolve()
  const closing = new AbortController()
  const apply = async (delta: Delta): Promise<boolean> => {
    lifetime.check()
    const { header, end } = delta
    if (header.indexVersion !== about.indexVersion) {
      throw new RegistryError(
        'index_outdated',
        `The delta is of index version ${header.indexVersion}, the snapshot of ${about.indexVersion ?? 'none'}: the registry was reindexed. Make a new snapshot of it.`,
      )
    }
    if (header.after > shown) {
      throw new RegistryError(
        'changes_expired',
        `The delta tells what changed after change ${header.after}, and the snapshot is at change ${shown}: what lies between is missing. Apply the delta before it first, or make one after change ${shown}.`,
      )
    }
    const isInFile = Math.max(header.after, 1) <= made
    if (isOther(header.mark, isInFile ? await markBefore(ledger, header.after) : marks.get(header.after))) {
      throw new RegistryError(
        'export_damaged',
        `The delta is of another registry: its change ${Math.max(header.after, 1)} is not the one of this snapshot.`,
      )
    }
    if (end.change <= shown) return false
    wasApplied = true
    await applyDelta(ledger, delta)
    shown = end.change
    marks.set(shown, end.mark)
    return true
  }
  const storage = readOnlyStorage({
    ledger: {
      ...delegatedLedger(() => ledger),
      async changes(after, limit) {
        if (!wasApplied) return await ledger.changes(after, limit)
        if (after >= shown) return []
        throw new RegistryError(
          'changes_expired',
          `This is a snapshot that was brought from change ${made} to ${shown}; ask the registry that it was made of for its feed.`,
        )
      },
    },
    index,
    change: () => shown,
    place: path,
    close: async () => {
      if (!lifetime.close()) return
      index.stop()
      closing.abort()
      await writing
      await ledger.idle()
      await base.root.close()
      // Made where this process may; nobody counts readers of a file that nobody writes.
      await rm(`${path}-lock`, { force: true }).catch(() => undefined)
    },
  })
  return {
    ...storage,
    get change() {
      return shown
    },
    async apply(lines) {
      lifetime.check()
      // One after the other, in the order of the calls.
      const before = reading
      const applied = (async () => {
        await before
        lifetime.check()
        const delta = await unlessAborted(readDelta(lines), closing.signal)
        // Nothing of it is written once the snapshot is closed, however long its lines go on.
        lifetime.check()
        const written = apply(delta as Delta)
        writing = written.catch(() => undefined)
        return await written
      })()
      reading = applied.catch(() => undefined)
      return await applied
    },
  }
}

/** Undefined when it is aborted first. */
async function unlessAborted<Of>(work: Promise<Of>, signal: AbortSignal): Promise<Of | undefined> {
  let stop = (): void => undefined
  const aborted = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined)
  })
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Of which one is not known, nothing can be said. */
function isOther(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other
}
