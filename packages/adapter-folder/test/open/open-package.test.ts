import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type DurableStorage, openDurableStorage, openPackage, type RegistryPackage } from '@utpid/adapter-folder'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, parseRecord, type Registry } from '@utpid/core'
import { restoreRegistry } from '@utpid/core/copy'
import type { ExportRow } from '@utpid/core/operations'
import { toRecord } from '@utpid/feed'
import { generateFeeds } from '@utpid/generator'
import { few, temporaryFolder } from '@utpid/testing'
import { describe, expect, it } from 'vitest'

const RECORDS = [...generateFeeds({ seed: 5, products: 60 }).records]
  .map((row) => parseRecord(toRecord({ ...row, supplier: row.source })))
  .flatMap((parsed) => ('record' in parsed ? [parsed.record] : []))
  .map((record, at) => (at % 3 === 0 ? record : { ...record, description: `Text ${at}` }))
const HALF = Math.floor(RECORDS.length / 2)
const BY = { actor: 'ann' }

interface Living {
  readonly folder: string
  readonly storage: DurableStorage
  readonly registry: Registry
}

async function begun(records: readonly unknown[] = RECORDS.slice(0, HALF)): Promise<Living> {
  const folder = temporaryFolder()
  const storage = await openDurableStorage(folder, { index: 'segments' })
  const registry = await createRegistry({ storage })
  await registry.import(records)
  return { folder, storage, registry }
}

async function shipped({ storage }: Living): Promise<string> {
  const file = join(temporaryFolder(), 'registry.utpid')
  await storage.writePackage(file)
  return file
}

async function linesOf(rows: AsyncIterable<ExportRow>): Promise<string[]> {
  const lines: string[] = []
  for await (const row of rows) lines.push(JSON.stringify(row))
  return lines
}

/** Returns the sorted export lines without the export time. */
async function content(registry: Registry): Promise<string[]> {
  const rows: string[] = []
  for await (const { checksum: _, ...row } of registry.export()) {
    if (row.kind !== 'utpid-export') rows.push(JSON.stringify(row))
    else rows.push(JSON.stringify({ ...row, at: '' }))
  }
  return rows.sort()
}

async function answers(registry: Registry): Promise<unknown> {
  const names = RECORDS.slice(0, 40).map(({ name }) => name)
  return {
    matches: await registry.mapBatch(RECORDS.map(({ supplier: _, code: __, ...input }) => input)),
    searches: await Promise.all(names.map((name) => registry.search(name))),
    facets: await registry.search('hotel', { facets: ['category', 'country'] }),
    located: await Promise.all(RECORDS.map(({ supplier, code }) => registry.locate({ supplier, code }))),
    stats: { ...(await registry.stats()), generatedAt: '' },
    alerts: await registry.alerts(),
  }
}

/** Adds changes by people and supplier feeds. */
async function lives({ registry }: Living): Promise<void> {
  await registry.import(RECORDS.slice(HALF))
  const { products } = await registry.search('hotel', { limit: 8 })
  const [a, b, c, d, e] = products.map(({ utpid }) => utpid) as [string, string, string, string, string]
  await registry.merge(a, b, BY)
  await registry.delete(c, BY)
  await registry.verify(d, { method: 'manual', ...BY })
  await registry.addAliases([{ alias: 'OLD-1', utpid: e }])
  await registry.deactivate({ supplier: RECORDS[3]?.supplier ?? '', code: RECORDS[3]?.code ?? '' })
  await registry.setSupplier({ id: RECORDS[0]?.supplier ?? '', priority: 7 })
}

async function opened(file: string): Promise<{ snapshot: RegistryPackage; registry: Registry }> {
  const snapshot = await openPackage(file)
  return { snapshot, registry: await createRegistry({ storage: snapshot }) }
}

describe('a registry package', () => {
  it('gives the results of its source registry', async () => {
    const living = await begun()
    await lives(living)
    const { snapshot, registry } = await opened(await shipped(living))
    expect(snapshot.change).toBe((await living.storage.ledger.head()).change)
    expect(await answers(registry)).toEqual(await answers(living.registry))
    expect(await content(registry)).toEqual(await content(living.registry))
    expect(await registry.events()).toEqual(await living.registry.events())
    await registry.close()
    await living.registry.close()
  })

  it('contains one state of the registry, while others write', async () => {
    const living = await begun()
    const [file] = await Promise.all([shipped(living), living.registry.import(RECORDS.slice(HALF))])
    const { snapshot, registry } = await opened(file)
    expect(snapshot.change).toBeGreaterThanOrEqual(1)
    await snapshot.apply(living.registry.export({ after: snapshot.change }))
    expect(await answers(registry)).toEqual(await answers(living.registry))
    await registry.close()
    await living.registry.close()
  })

  it('rejects writes', async () => {
    const living = await begun()
    const { snapshot, registry } = await opened(await shipped(living))
    const before = await content(registry)
    const { products } = await registry.search('hotel', { limit: 2 })
    const [a, b] = products.map(({ utpid }) => utpid) as [string, string]
    const writes: (() => Promise<unknown>)[] = [
      () => registry.upsert({ supplier: 'new', code: '1', name: 'Hotel Zephyr', category: 'hotel' }),
      () => registry.import([{ supplier: 'new', code: '1', name: 'Hotel Zephyr', category: 'hotel' }]),
      () => registry.merge(a, b, BY),
      () => registry.delete(a, BY),
      () => registry.verify(a, { method: 'manual', ...BY }),
      () => registry.addAliases([{ alias: 'OLD-1', utpid: a }]),
      () => registry.setSupplier({ id: 'new', priority: 1 }),
      () => registry.rescore({ tfVersion: 'next' }),
      () => snapshot.setIndexVersion('1-00000000'),
      () => snapshot.setNextChange(1_000_000),
      () => snapshot.index.apply([]),
    ]
    for (const write of writes) await expect(write(), String(write)).rejects.toMatchObject({ code: 'read_only' })
    expect(await content(registry)).toEqual(before)
    await registry.close()
    await living.registry.close()
  })

  it('may be opened several times, and next to the folder', async () => {
    const living = await begun()
    const file = await shipped(living)
    const all = await Promise.all([opened(file), opened(file), opened(file)])
    const expected = await content(living.registry)
    for (const { registry } of all) expect(await content(registry)).toEqual(expected)
    for (const { registry } of all) await registry.close()
    expect(readdirSync(dirname(file))).toEqual(['registry.utpid'])
    await living.registry.close()
  })

  it('may be empty', async () => {
    const living = await begun([])
    const { snapshot, registry } = await opened(await shipped(living))
    expect((await registry.search('hotel')).total).toBe(0)
    await living.registry.import(RECORDS.slice(0, 20))
    await snapshot.apply(living.registry.export({ after: 0 }))
    expect(await content(registry)).toEqual(await content(living.registry))
    await registry.close()
    await living.registry.close()
  })

  it('leaves the folder unchanged', async () => {
    const living = await begun()
    await shipped(living)
    await living.registry.import(RECORDS.slice(HALF))
    expect((await living.storage.check()).findings).toEqual([])
    await living.registry.close()
  })
})

describe('a delta', () => {
  it('updates a registry package to the state of the registry', async () => {
    const living = await begun()
    const { snapshot, registry } = await opened(await shipped(living))
    await lives(living)
    expect(await snapshot.apply(await linesOf(living.registry.export({ after: snapshot.change })))).toBe(true)
    expect(snapshot.change).toBe((await living.storage.ledger.head()).change)
    expect((await snapshot.ledger.head()).change).toBe(snapshot.change)
    expect(await snapshot.index.at()).toBe(snapshot.change)
    expect(await answers(registry)).toEqual(await answers(living.registry))
    expect(await content(registry)).toEqual(await content(living.registry))
    await registry.close()
    await living.registry.close()
  })

  it('may follow or overlap another delta, and be applied twice', async () => {
    const living = await begun()
    const file = await shipped(living)
    const { snapshot, registry } = await opened(file)
    const made = snapshot.change
    const deltas: string[][] = []
    const part = Math.ceil(HALF / 4)
    for (let from = HALF; from < RECORDS.length; from += part) {
      const after = (await living.storage.ledger.head()).change
      await living.registry.import(RECORDS.slice(from, from + part))
      deltas.push(await linesOf(living.registry.export({ after })))
    }
    const all = await linesOf(living.registry.export({ after: made }))
    const [first = [], second = [], ...rest] = deltas
    expect(rest.length).toBeGreaterThan(0)
    await expect(snapshot.apply(second)).rejects.toMatchObject({ code: 'changes_expired' })
    expect(await snapshot.apply(first)).toBe(true)
    expect(await snapshot.apply(first)).toBe(false)
    expect(await snapshot.apply(second)).toBe(true)
    expect(await snapshot.apply(all)).toBe(true)
    for (const each of rest) expect(await snapshot.apply(each)).toBe(false)
    expect(await content(registry)).toEqual(await content(living.registry))
    const again = await opened(file)
    expect(again.snapshot.change).toBe(made)
    // Applies the deltas concurrently, as a user may do after opening.
    await Promise.all(deltas.map((each) => again.snapshot.apply(each)))
    expect(await content(again.registry)).toEqual(await content(living.registry))
    await expect(again.registry.events()).rejects.toMatchObject({ code: 'changes_expired' })
    expect(await again.registry.events({ after: again.snapshot.change })).toEqual([])
    for (const each of [again.registry, registry, living.registry]) await each.close()
  })

  it('is rejected when damaged, truncated or of another kind', async () => {
    const living = await begun()
    const { snapshot, registry } = await opened(await shipped(living))
    const other = await createRegistry({ storage: createMemoryStorage() })
    for (let at = 0; at <= snapshot.change; at++) await other.upsert({ ...RECORDS[at], extra: { at } })
    await lives(living)
    const before = await content(registry)
    const lines = await linesOf(living.registry.export({ after: snapshot.change }))
    const tampered = lines.map((line, at) =>
      at === 3 ? line.replace(/\d/, (digit) => (digit === '1' ? '2' : '1')) : line,
    )
    const wrong: [string, string, readonly unknown[]][] = [
      ['cut', 'export_damaged', lines.slice(0, -1)],
      ['a line less', 'export_damaged', [...lines.slice(0, 4), ...lines.slice(5)]],
      ['changed', 'export_damaged', tampered],
      ['nothing', 'export_damaged', []],
      ['a whole export', 'export_damaged', await linesOf(living.registry.export())],
      ['of another registry', 'export_damaged', await linesOf(other.export({ after: snapshot.change }))],
      ['... from before', 'export_damaged', await linesOf(other.export({ after: snapshot.change - 1 }))],
      ['... from its beginning', 'export_damaged', await linesOf(other.export({ after: 0 }))],
    ]
    for (const [what, code, given] of wrong) {
      await expect(snapshot.apply(given), what).rejects.toMatchObject({ code })
      expect(await content(registry), what).toEqual(before)
    }
    expect(await snapshot.apply(lines)).toBe(true)
    for (const each of [registry, other, living.registry]) await each.close()
  })

  it('is rejected when it is of another registry, also after a valid delta', async () => {
    const living = await begun()
    const { snapshot, registry } = await opened(await shipped(living))
    await lives(living)
    expect(await snapshot.apply(await linesOf(living.registry.export({ after: snapshot.change })))).toBe(true)
    const other = await createRegistry({ storage: createMemoryStorage() })
    for (let at = 0; at <= snapshot.change; at++) await other.upsert({ ...RECORDS[at], extra: { at } })
    const before = await content(registry)
    for (const after of [0, 1, snapshot.change]) {
      const given = await linesOf(other.export({ after }))
      await expect(snapshot.apply(given), String(after)).rejects.toMatchObject({ code: 'export_damaged' })
    }
    expect(await content(registry)).toEqual(before)
    for (const each of [registry, other, living.registry]) await each.close()
  })

  it('does not block closing when its lines never end', async () => {
    const living = await begun()
    const { snapshot, registry } = await opened(await shipped(living))
    const [header] = await linesOf(living.registry.export({ after: snapshot.change }))
    async function* endless(): AsyncGenerator<unknown> {
      yield header
      await new Promise(() => undefined)
    }
    const applying = expect(snapshot.apply(endless())).rejects.toMatchObject({ code: 'closed' })
    await registry.close()
    await applying
    await living.registry.close()
  })

  it('is rejected before its first line after a rebuild of all rows', async () => {
    const living = await begun()
    const { change } = await living.storage.ledger.head()
    await living.registry.rescore({ force: true })
    const lines = living.registry.export({ after: change })[Symbol.asyncIterator]()
    await expect(lines.next()).rejects.toMatchObject({ code: 'changes_expired' })
    await living.registry.close()
  })

  it('is rejected by a restore, and cannot start where the change feed does not', async () => {
    const living = await begun()
    const delta = await linesOf(living.registry.export({ after: 1 }))
    await expect(restoreRegistry(createMemoryStorage(), delta)).rejects.toMatchObject({
      code: 'export_damaged',
      message: expect.stringContaining('open its registry package and apply it there'),
    })
    const { change } = await living.storage.ledger.head()
    await expect(linesOf(living.registry.export({ after: change + 1 }))).rejects.toMatchObject({
      code: 'changes_expired',
    })
    expect(await linesOf(living.registry.export({ after: change }))).toHaveLength(2)
    await living.registry.close()
  })
})

describe('a changed registry package file', () => {
  it('is rejected when truncated anywhere', async () => {
    const living = await begun(RECORDS.slice(0, 20))
    const file = await shipped(living)
    await living.registry.close()
    const { size } = statSync(file)
    for (const bytes of [0, 1, 63, 64, 4_096, Math.floor(size / 2), size - 65, size - 64, size - 1]) {
      const cut = join(temporaryFolder(), 'cut')
      copyFileSync(file, cut)
      truncateSync(cut, bytes)
      await expect(openPackage(cut), `${bytes} bytes`).rejects.toMatchObject({ code: 'storage_corrupt' })
    }
  })

  it('is rejected or still correct with any changed byte', async () => {
    const living = await begun(RECORDS.slice(0, 20))
    const expected = await content(living.registry)
    const file = await shipped(living)
    await living.registry.close()
    const bytes = readFileSync(file)
    const step = Math.floor(bytes.length / few(150))
    let refused = 0
    const trailer = bytes.length - 64
    for (let at = 0; at < bytes.length; at = at < trailer ? Math.min(at + step, trailer) : at + 1) {
      const damaged = Buffer.from(bytes)
      damaged[at] = (damaged[at] as number) ^ 0x20
      const path = join(temporaryFolder(), 'damaged')
      writeFileSync(path, damaged)
      const registry = await opened(path).then(
        (each) => each.registry,
        (error: unknown) => {
          expect(error, `byte ${at}`).toMatchObject({ code: 'storage_corrupt' })
          refused++
        },
      )
      if (registry === undefined) continue
      // Accepts the package: the index was rebuilt, or the damaged byte is between two parts.
      expect(await content(registry), `byte ${at}`).toEqual(expected)
      await registry.close()
    }
    expect(refused).toBeGreaterThan(56 + few(44))
  })

  it('is distinguished from other files', async () => {
    const folder = temporaryFolder()
    const text = join(folder, 'hotels.csv')
    writeFileSync(text, 'name,city\n'.repeat(100))
    await expect(openPackage(text)).rejects.toMatchObject({ code: 'storage_corrupt' })
    await expect(openPackage(folder)).rejects.toMatchObject({ code: 'validation_failed' })
    await expect(openPackage(join(folder, 'none'))).rejects.toMatchObject({ code: 'not_found' })
    await expect(openPackage(text, { rowCacheMegabytes: -1 })).rejects.toMatchObject({ code: 'validation_failed' })
  })

  it('is deleted when its writing is aborted', async () => {
    const living = await begun()
    const file = join(temporaryFolder(), 'registry.utpid')
    const stopped = living.storage.writePackage(file, { signal: AbortSignal.abort() })
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' })
    expect(existsSync(file)).toBe(false)
    expect(readdirSync(dirname(file))).toEqual([])
    await living.registry.close()
  })

  it('is not written where it would destroy the registry or replace a folder', async () => {
    const living = await begun()
    const { folder } = living
    const elsewhere = temporaryFolder()
    symlinkSync(folder, join(elsewhere, 'link'))
    for (const place of [join(folder, 'ledger.lmdb'), join(folder, 'x'), join(elsewhere, 'link', 'x'), elsewhere, '']) {
      await expect(living.storage.writePackage(place), place).rejects.toMatchObject({ code: 'validation_failed' })
    }
    await living.registry.upsert(RECORDS[0])
    await living.registry.close()
    const again = await openDurableStorage(folder, { index: 'segments' })
    expect((await again.ledger.head()).change).toBeGreaterThan(0)
    await again.close()
  })

  it('may be written twice at once, and changes no other file', async () => {
    const living = await begun()
    const file = join(temporaryFolder(), 'registry.utpid')
    writeFileSync(`${file}.new`, "another's")
    const [one, two] = await Promise.all([living.storage.writePackage(file), living.storage.writePackage(file)])
    expect(one).toEqual(two)
    expect(readdirSync(dirname(file)).sort()).toEqual(['registry.utpid', 'registry.utpid.new'])
    expect(readFileSync(`${file}.new`, 'utf8')).toBe("another's")
    const { registry } = await opened(file)
    expect(await content(registry)).toEqual(await content(living.registry))
    for (const each of [registry, living.registry]) await each.close()
  })

  it('is never written with an index that cannot be written to a file', async () => {
    const storage = await openDurableStorage(temporaryFolder(), { index: 'plain' })
    await expect(storage.writePackage(join(temporaryFolder(), 'f'))).rejects.toMatchObject({
      code: 'validation_failed',
    })
    await storage.close()
    const empty = await openDurableStorage(temporaryFolder(), { index: 'segments' })
    await expect(empty.writePackage(join(temporaryFolder(), 'f'))).rejects.toThrow('There is no registry in')
    await empty.close()
  })
})
