import { type FileHandle, open, rm } from 'node:fs/promises'
import { endianness } from 'node:os'
import { resolve } from 'node:path'
import { MemoryIndex, SegmentGeneration } from '@utpid/adapter-memory/engine'
import { RegistryError, type Storage } from '@utpid/core'
import type { ChangeNumber } from '@utpid/core/storage'
import { Lifetime, ledgerProxy } from '@utpid/core/storage'
import type { OnCheckpoint } from '../checkpoint/checkpoint-event.ts'
import { RejectedCheckpoint } from '../checkpoint/checkpoint-format.ts'
import { CheckpointFile } from '../checkpoint/read-checkpoint.ts'
import { manifestIn } from '../folder/ledger-manifest.ts'
import { storageFailure } from '../folder/storage-failure.ts'
import { DurableLedger } from '../ledger/durable-ledger.ts'
import { decodeTrailer, PackageError, TRAILER_BYTES } from '../package/package-format.ts'
import { checksumOf } from '../package/write-package.ts'
import { SoundPages } from '../pages/sound-pages.ts'
import { checkRowCounts } from '../tables/check-row-counts.ts'
import { layeredTables } from '../tables/layered-tables.ts'
import { type LmdbTables, openTables } from '../tables/lmdb-tables.ts'
import { rowCacheBytes } from './durable-options.ts'
import { openIndex, rejectionEvent } from './open-index.ts'
import { PackageDeltas } from './package-deltas.ts'
import { readOnlyStorage } from './read-only-storage.ts'
import { NO_EXPIRY } from './retention-settings.ts'

/** Options for opening a registry package. */
export interface OpenPackageOptions {
  /**
   * Whether to verify the checksum of the whole file first, which takes some seconds per ten gigabytes. Default: true.
   * Use false only for a file verified elsewhere: a damaged ledger may then crash the process.
   */
  readonly verify?: boolean
  /** The size of the cache of decoded rows, in megabytes on disk, 0 to 4,096. Default: 16. */
  readonly rowCacheMegabytes?: number
  /**
   * Called when the index of the package is read or rejected. If another utpid version wrote the index, it is rebuilt
   * from the rows, which takes longer.
   */
  readonly onCheckpoint?: OnCheckpoint
}

/** The advice for a file with an unusable index: the index cannot be rewritten in place. */
const NEW_FILE_ADVICE = 'a new file of "utpid package" opens at once'

/**
 * A registry package that is open for reading. It returns the same results as its source registry, and accepts only
 * deltas.
 */
export interface RegistryPackage extends Storage {
  /** The last change visible here. */
  readonly change: ChangeNumber
  /**
   * Applies a delta in memory. The file stays unchanged, so apply all deltas again after reopening. Concurrent queries
   * may see part of a delta.
   *
   * @param lines - The output of `Registry.export` with `after`, as text or parsed JSON. `after` must be the change
   *   visible here or an earlier change.
   * @returns whether the delta contained new changes.
   * @throws `export_damaged` if the delta is damaged or of another registry; apply a delta that was partly applied
   *   again; `changes_expired` if changes in between are missing; `index_outdated` if the registry was reindexed since.
   */
  apply(lines: Iterable<unknown> | AsyncIterable<unknown>): Promise<boolean>
}

/**
 * Opens a registry package without a server, folder or lock. Any number of processes can open it. The file must not
 * change while it is open.
 *
 * @param file - A file that `utpid snapshot` or `DurableStorage.ship` wrote.
 * @throws `not_found`; `storage_corrupt` if the file is damaged or is no registry package; `storage_version` if a
 *   newer utpid wrote it; `validation_failed` for an invalid option.
 */
export async function openPackage(file: string, options: OpenPackageOptions = {}): Promise<RegistryPackage> {
  const path = resolve(file)
  const cacheBytes = rowCacheBytes(options)
  if (endianness() !== 'LE') {
    throw new RegistryError('validation_failed', 'A registry package opens only on little-endian machines.')
  }
  const { verify = true, onCheckpoint: tell = () => undefined } = options
  const parts = await readParts(path, verify)
  let tables: LmdbTables | undefined
  let index: CheckpointFile | undefined
  try {
    tables = openTables(path, { isWritable: false, sound: verify ? undefined : new SoundPages(path) })
    index = await CheckpointFile.open(path, { at: parts.indexAt, bytes: parts.indexBytes }).catch((error: unknown) => {
      if (!(error instanceof RejectedCheckpoint)) throw error
      tell(rejectionEvent(error, NEW_FILE_ADVICE))
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
      throw new PackageError('the checksum of its rows is wrong')
    }
    return parts
  } catch (error) {
    if (error instanceof PackageError) {
      throw new RegistryError(
        error.isNewer ? 'storage_version' : 'storage_corrupt',
        `${path} cannot be opened as a registry package: ${error.message}. ${error.isNewer ? 'Upgrade utpid.' : 'Copy it again, or write a new one with "utpid package".'}`,
      )
    }
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') throw new RegistryError('not_found', `There is no file ${path}; check the path.`)
    if (code === 'EISDIR') {
      throw new RegistryError('validation_failed', `${path} is a folder; give the file that "utpid package" wrote.`)
    }
    throw storageFailure(error, path)
  } finally {
    await file?.close()
  }
}

async function assemble(
  path: string,
  base: LmdbTables,
  snapshot: CheckpointFile | undefined,
  cacheBytes: number,
  tell: OnCheckpoint,
): Promise<RegistryPackage> {
  const about = manifestIn(base)
  if (about === undefined) {
    throw new RegistryError('storage_corrupt', `${path} is a registry package without a registry. Write a new one.`)
  }
  checkRowCounts(base, false)
  if (about.activeTables === 'second') base.swap()
  const lifetime = new Lifetime()
  const ledger = new DurableLedger({
    lifetime,
    folder: path,
    tables: layeredTables(base),
    retention: NO_EXPIRY,
    rowCacheBytes: cacheBytes,
    versions: () => about,
    onChange: (change) => index.applyNow(change),
  })
  const makeIndex = (): SegmentGeneration => new SegmentGeneration()
  const opened = await openIndex({
    checkpoint: snapshot,
    about,
    ledger,
    makeIndex,
    checkLedger: async () => undefined,
    onEvent: tell,
    advice: NEW_FILE_ADVICE,
  })
  const index = new MemoryIndex(lifetime, opened.index)
  index.finishLoading(ledger.lastChange)
  index.mergeWhenIdle()
  const deltas = new PackageDeltas(ledger, lifetime, about.indexVersion)
  const storage = readOnlyStorage({
    ledger: { ...ledgerProxy(() => ledger), changes: (after, limit) => deltas.changes(after, limit) },
    index,
    change: () => deltas.change,
    place: path,
    close: async () => {
      if (!lifetime.close()) return
      index.stop()
      await deltas.end()
      await ledger.idle()
      await base.root.close()
      // Deletes the lock file. LMDB creates a lock file if it can, but a read-only file needs no count of readers.
      await rm(`${path}-lock`, { force: true }).catch(() => undefined)
    },
  })
  return {
    ...storage,
    get change() {
      return deltas.change
    },
    apply: (lines) => deltas.apply(lines),
  }
}
