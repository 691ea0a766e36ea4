import { closeSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { crc32 } from 'node:zlib'
import { damagedRow, unseal } from '../rows/row-encoding.ts'
import { nameOf } from '../rows/row-keys.ts'
import { type KnownPages, maskChecksum, type SoundPlaces } from '../tables/checksummed-table.ts'
import { DamagedPage, latestMeta, type MetaPage, readMeta } from './page.ts'
import { type FoundLeaf, leafFor, type ReadBranches } from './page-lookup.ts'

// Requires a CommonJS module: bundlers and Node resolve its default export differently.
const { default: BTree } = createRequire(import.meta.url)('sorted-btree') as typeof import('sorted-btree')

/** The maximum number of reads of a page: a concurrent commit can make the pages inconsistent. */
const ATTEMPTS = 10
/** The maximum number of known valid ranges per table. Each range takes some hundred bytes. */
const MAX_PLACES = 100_000
/** The maximum number of cached branches of a transaction. Each branch takes some ten kilobytes. */
const MAX_BRANCHES = 200
const FIRST = Buffer.alloc(0)

/**
 * The pages of a ledger that was opened without a full check. LMDB trusts its pages, so a damaged page can hide a row.
 * Before a row is reported absent, this class reads the page where the row would be, and compares that page with the
 * references to it. Each page is checked once: pages that this process writes are valid.
 */
export class SoundPages implements KnownPages {
  readonly #path: string
  readonly #allChecked: Int32Array | undefined
  readonly #branches: ReadBranches = new Map()
  #transaction = -1
  #file: number | undefined
  #pageSize = 0

  /**
   * @param path - The path of a file that starts like a ledger.
   * @param allChecked - One 32-bit integer, which `PageCheckThread` sets to 1 when all pages were checked.
   */
  constructor(path: string, allChecked?: SharedArrayBuffer) {
    this.#path = path
    this.#allChecked = allChecked && new Int32Array(allChecked)
  }

  table(name: string): SoundPlaces {
    const checksum = crc32(name)
    // The start and end of each valid range.
    const places = new BTree<string, Buffer | undefined>()
    return {
      check: (key) => {
        if (this.#areAllChecked) return undefined
        const known = places.getPairOrNextLower(textOf(key))
        if (known !== undefined && (known[1] === undefined || Buffer.compare(key, known[1]) < 0)) return known[1]
        return addRange(places, this.#sound(name, checksum, key))
      },
    }
  }

  get #areAllChecked(): boolean {
    return this.#allChecked !== undefined && Atomics.load(this.#allChecked, 0) === 1
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  /** Returns the leaf of a key after checking all its rows. */
  #sound(name: string, checksum: number, key: Buffer): FoundLeaf {
    for (let attempt = 1; ; attempt++) {
      const file = this.#open()
      let before: MetaPage | undefined
      try {
        before = this.#meta(file)
        if (before.transaction !== this.#transaction || this.#branches.size >= MAX_BRANCHES) this.#branches.clear()
        this.#transaction = before.transaction
        const leaf = leafFor(file, before, name, key, this.#branches, (row, value) =>
          unseal(maskChecksum(checksum, row, value), () => `Row ${nameOf(row)} of ${name}`),
        )
        if (this.#meta(file).transaction === before.transaction) return leaf
        this.#branches.clear()
      } catch (error) {
        this.#branches.clear()
        // Reports damage if no transaction was committed during the read.
        if (attempt >= ATTEMPTS || this.#isLast(file, before)) throw damage(this.#path, error)
      }
      if (attempt >= 2 * ATTEMPTS) throw damage(this.#path, new DamagedPage(0, 'changes with every read'))
    }
  }

  #isLast(file: number, before: MetaPage | undefined): boolean {
    try {
      return before !== undefined && this.#meta(file).transaction === before.transaction
    } catch {
      return false
    }
  }

  #meta(file: number): MetaPage {
    return latestMeta([readMeta(file, 0, 0), readMeta(file, 1, this.#pageSize)])
  }

  #open(): number {
    if (this.#file === undefined) {
      this.#file = openSync(this.#path, 'r')
      this.#pageSize = readMeta(this.#file, 0, 0).pageSize
    }
    return this.#file
  }
}

/** Adds a range and merges it with adjacent ranges. @returns the end of the merged range. */
function addRange(
  places: InstanceType<typeof BTree<string, Buffer | undefined>>,
  { min = FIRST, end: below }: FoundLeaf,
): Buffer | undefined {
  if (places.size >= MAX_PLACES) places.clear()
  const next = below === undefined ? undefined : places.getPairOrNextHigher(textOf(below))
  const joins = below !== undefined && next !== undefined && next[0] === textOf(below)
  if (joins) places.delete(next[0])
  const end = joins ? next[1] : below
  const former = places.getPairOrNextLower(textOf(min))
  places.set(former?.[1]?.equals(min) ? former[0] : textOf(min), end)
  return end
}

function damage(path: string, error: unknown): unknown {
  return error instanceof DamagedPage ? damagedRow(`${path} is damaged: ${error.message}`) : error
}

/** Converts each byte to one character. The byte order stays the same. */
function textOf(key: Buffer): string {
  return key.toString('latin1')
}
