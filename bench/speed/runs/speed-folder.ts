import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { restoreRegistry } from '@utpid/core/copy'
import { readLines } from '@utpid/feed'
import type { PartContext } from '../../harness/part.ts'
import { runUtpid } from '../../harness/run-child.ts'
import { drawQueries } from '../inputs/draw-queries.ts'
import { readDocuments, type SearchDocument, writeDocuments } from '../inputs/search-document.ts'

const PER_KIND = 200
/** Number of documents from which queries are drawn. */
const DRAWN_FROM = 20_000

/** A registry in a folder, its products as documents, and queries for them. */
export interface SpeedFolder {
  readonly folder: string
  readonly records: number
  readonly products: number
}

/**
 * Creates a registry folder, or reuses an existing one. `--work FOLDER` keeps it with its measurements, so that a later
 * run continues. Otherwise everything is deleted when this process ends.
 */
export class SpeedFolders {
  readonly #open = new Map<string, SpeedFolder>()
  #root: string | undefined

  async of(records: number, { options, seed, say }: PartContext): Promise<SpeedFolder> {
    const root = this.#rootOf(options.work)
    const from = options.export ?? `${records}`
    const known = this.#open.get(from)
    if (known !== undefined) return known
    const folder = join(root, options.export === undefined ? `${records}-${seed}` : 'export')
    const about = join(folder, 'place.json')
    if (!existsSync(about)) {
      mkdirSync(folder, { recursive: true })
      const made = await fill(folder, records, options.export, seed, say)
      // Written last, so that an interrupted run continues with complete data.
      writeFileSync(about, JSON.stringify(made))
    }
    const place = { folder, ...(JSON.parse(readFileSync(about, 'utf8')) as Omit<SpeedFolder, 'folder'>) }
    this.#open.set(from, place)
    return place
  }

  #rootOf(work: string | undefined): string {
    if (this.#root !== undefined) return this.#root
    if (work === undefined) {
      const root = mkdtempSync(join(tmpdir(), 'utpid-speed-'))
      process.once('exit', () => rmSync(root, { recursive: true, force: true }))
      this.#root = root
    } else this.#root = work
    return this.#root
  }
}

async function fill(
  folder: string,
  records: number,
  given: string | undefined,
  seed: number,
  say: (sentence: string) => void,
): Promise<Omit<SpeedFolder, 'folder'>> {
  const file = given ?? join(folder, 'export.jsonl.gz')
  const registry = join(folder, 'registry')
  const storage = await openDurableStorage(registry, { index: 'segments' })
  try {
    if ((await storage.ledger.head()).indexVersion === undefined) {
      if (given === undefined && !existsSync(file)) {
        say(`speed: generating ${records.toLocaleString('en')} records`)
        runUtpid(['generate', '--records', `${records}`, '--seed', `${seed}`, '--out', file, '--as-export'])
      }
      say('speed: restoring them')
      await restoreRegistry(storage, readLines(file))
    }
    say('speed: writing products as documents')
    const products = await writeDocuments(storage, join(folder, 'documents.jsonl'))
    await writeQueries(folder, products, seed)
    if (given === undefined) rmSync(file, { force: true })
    return { records: (await storage.ledger.counters()).get('records') ?? 0, products }
  } finally {
    await storage.close()
  }
}

async function writeQueries(folder: string, products: number, seed: number): Promise<void> {
  const documents: SearchDocument[] = []
  const step = Math.max(1, Math.floor(products / DRAWN_FROM))
  let at = 0
  for await (const document of readDocuments(join(folder, 'documents.jsonl'))) {
    if (at++ % step === 0) documents.push(document)
  }
  writeFileSync(join(folder, 'queries.json'), JSON.stringify(drawQueries(documents, PER_KIND, seed)))
}
