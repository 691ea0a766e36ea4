import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ROOT } from '../../scripts/repository/root.ts'

/** The part of `lmdb` that is used here. Only the adapter depends on `lmdb` itself. */
interface RawTable {
  getKeys(): Iterable<Buffer>
  get(key: Buffer): Buffer | undefined
  put(key: Buffer, value: Buffer): unknown
  remove(key: Buffer): unknown
}
interface RawRoot extends RawTable {
  openDB(options: object): RawTable
  transaction(work: () => void): Promise<void>
  close(): Promise<void>
}
const { open } = createRequire(join(ROOT, 'packages/adapter-folder/package.json'))('lmdb') as {
  open: (options: object) => RawRoot
}

const LEDGER = 'ledger.lmdb'
const SNAPSHOT = 'index.checkpoint'
const PAGE_BYTES = 4_096
const SECTOR_BYTES = 512
const BINARY = { encoding: 'binary', keyEncoding: 'binary' } as const

export type Damage = (typeof DAMAGES)[number]

/** Kinds of damage. Half of them damage pages, which LMDB reads unchecked. */
export const DAMAGES = [
  'two pages swapped',
  'a page lost: zeros in its place',
  'a page lost: another one in its place',
  'one byte of a page flipped',
  'one bit of the header of a page flipped',
  'a sector of noise',
  'two rows swapped',
  'a row lost',
  'one byte of a row flipped',
  'the version byte of a row flipped',
  'a ledger cut short',
  'a ledger copied in part: zeros at its end',
  'a snapshot of the index cut short',
  'a snapshot of the index with a flipped byte',
  'no registry.json',
] as const

/** The order of damage. Pages and rows occur more often than copies, since copies have few kinds of damage. */
const DAMAGE_ORDER: readonly Damage[] = [
  ...DAMAGES.slice(0, 6),
  ...DAMAGES.slice(6, 10),
  ...DAMAGES.slice(0, 3),
  ...DAMAGES.slice(6, 9),
  'a row lost',
  'two pages swapped',
  ...DAMAGES.slice(10),
]

/** @returns The kind of damage for a fault number. */
export function damageOf(fault: number): Damage {
  return DAMAGE_ORDER[fault % DAMAGE_ORDER.length] as Damage
}

/** Damages a closed folder. @returns a description of the damage. */
export async function damageFolder(folder: string, damage: Damage, random: () => number): Promise<string> {
  const ledger = join(folder, LEDGER)
  const below = (limit: number): number => Math.floor(random() * limit)
  switch (damage) {
    case 'two pages swapped':
    case 'a page lost: zeros in its place':
    case 'a page lost: another one in its place':
    case 'one byte of a page flipped':
    case 'one bit of the header of a page flipped':
    case 'a sector of noise':
      return damagePage(ledger, damage, below)
    case 'two rows swapped':
    case 'a row lost':
    case 'one byte of a row flipped':
    case 'the version byte of a row flipped':
      return await damageRow(ledger, damage, below)
    case 'a ledger cut short': {
      const bytes = below(readFileSync(ledger).length)
      truncateSync(ledger, bytes)
      return `${damage}: ${bytes} bytes are left`
    }
    case 'a ledger copied in part: zeros at its end': {
      const bytes = readFileSync(ledger)
      const from = below(bytes.length)
      writeFileSync(ledger, bytes.fill(0, from))
      return `${damage}, from byte ${from}`
    }
    case 'a snapshot of the index cut short': {
      const bytes = below(readFileSync(join(folder, SNAPSHOT)).length)
      truncateSync(join(folder, SNAPSHOT), bytes)
      return `${damage}: ${bytes} bytes are left`
    }
    case 'a snapshot of the index with a flipped byte': {
      const bytes = readFileSync(join(folder, SNAPSHOT))
      const at = below(bytes.length)
      bytes[at] = (bytes[at] as number) ^ (1 + below(255))
      writeFileSync(join(folder, SNAPSHOT), bytes)
      return `${damage} at ${at}`
    }
    case 'no registry.json':
      rmSync(join(folder, 'registry.json'))
      return damage
  }
}

/** Copies the files of a closed registry. */
export function copyRegistry(from: string, to: string): void {
  for (const name of readdirSync(from)) {
    if (name.endsWith('-lock') || name === 'lock.json') continue
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name))
  }
}

/** Damages a page in use, since damage to free pages has no effect. */
function damagePage(path: string, damage: Damage, below: (limit: number) => number): string {
  const bytes = readFileSync(path)
  const used = usedPages(bytes)
  const page = used[below(used.length)] as number
  const other = used.filter((each) => each !== page)[below(used.length - 1)] as number
  const at = page * PAGE_BYTES
  const copyOf = (number: number): Buffer => Buffer.from(bytes.subarray(number * PAGE_BYTES, (number + 1) * PAGE_BYTES))
  switch (damage) {
    case 'two pages swapped': {
      const [one, two] = [copyOf(page), copyOf(other)]
      two.copy(bytes, at)
      one.copy(bytes, other * PAGE_BYTES)
      break
    }
    case 'a page lost: zeros in its place':
      bytes.fill(0, at, at + PAGE_BYTES)
      break
    case 'a page lost: another one in its place':
      copyOf(other).copy(bytes, at)
      break
    case 'one byte of a page flipped': {
      const byte = at + below(PAGE_BYTES)
      bytes[byte] = (bytes[byte] as number) ^ (1 + below(255))
      break
    }
    case 'one bit of the header of a page flipped': {
      const byte = at + below(64)
      bytes[byte] = (bytes[byte] as number) ^ (1 << below(8))
      break
    }
    default:
      for (let sector = at + below(8) * SECTOR_BYTES, byte = 0; byte < SECTOR_BYTES; byte++) {
        bytes[sector + byte] = below(256)
      }
  }
  writeFileSync(path, bytes)
  return `${damage}: page ${page}, of ${used.length} (other: ${other})`
}

/** Returns the leaves and branches of the current tables. LMDB writes a changed page to a new position. */
function usedPages(bytes: Buffer): number[] {
  const meta = [0, 1].reduce((one, two) => (transactionOf(bytes, one) >= transactionOf(bytes, two) ? one : two))
  const found = new Set<number>()
  const visit = (page: number, isMain: boolean): void => {
    const at = page * PAGE_BYTES
    found.add(page)
    const isLeaf = (bytes.readUInt16LE(at + 18) & 2) !== 0
    for (let entry = 0; entry < bytes.readUInt16LE(at + 20); entry += 2) {
      const node = at + 24 + bytes.readUInt16LE(at + 24 + entry)
      if (!isLeaf) visit(bytes.readUIntLE(node, 6), isMain)
      else if (isMain) {
        const tree = node + 8 + bytes.readUInt16LE(node + 6)
        if (bytes.readUInt32LE(tree + 44) !== 0xffff_ffff) visit(bytes.readUInt32LE(tree + 40), false)
      }
    }
  }
  visit(bytes.readUInt32LE(meta * PAGE_BYTES + 136), true)
  return [...found].sort((a, b) => a - b)
}

function transactionOf(bytes: Buffer, meta: number): number {
  return Number(bytes.readBigUInt64LE(meta * PAGE_BYTES + 152))
}

async function damageRow(path: string, damage: Damage, below: (limit: number) => number): Promise<string> {
  const root = open({ path, ...BINARY, noSubdir: true, maxDbs: 40, overlappingSync: false })
  try {
    const names = [...root.getKeys()].map((name) =>
      Buffer.from(name as unknown as Buffer)
        .toString('latin1')
        .replace(/\0$/, ''),
    )
    const tables = names
      .map((name) => ({ name, table: root.openDB({ name, ...BINARY }) }))
      .map(({ name, table }) => ({ name, table, keys: [...table.getKeys()].map((key) => Buffer.from(key)) }))
      .filter(({ keys }) => keys.length > 1)
    // Choose each table equally often, however few rows it has.
    const { name, table, keys } = tables[below(tables.length)] as (typeof tables)[number]
    const key = keys[below(keys.length)] as Buffer
    const other = keys.filter((each) => !each.equals(key))[below(keys.length - 1)] as Buffer
    const value = Buffer.from(table.get(key) as Buffer)
    await root.transaction(() => {
      if (damage === 'a row lost') table.remove(key)
      else if (damage === 'two rows swapped') {
        table.put(key, Buffer.from(table.get(other) as Buffer))
        table.put(other, value)
      } else {
        const at = damage === 'the version byte of a row flipped' ? 0 : below(value.length)
        value[at] = (value[at] as number) ^ (1 + below(255))
        table.put(key, value)
      }
    })
    return `${damage}: ${key.toString('hex').slice(0, 40)} of ${name}`
  } finally {
    await root.close()
    rmSync(`${path}-lock`, { force: true })
  }
}
