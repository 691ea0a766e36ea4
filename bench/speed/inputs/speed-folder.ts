import { constants, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { restoreRegistry } from '@utpid/core/copy'
import { readLines } from '@utpid/feed'
import { type ChildTask, runLimitedTask, runUtpid, type Stopped, type TaskLimits } from '../../harness/child-task.ts'
import { type PartContext, wholeNumber } from '../../harness/part.ts'
import { count } from '../../harness/row.ts'
import { drawQueries } from './draw-queries.ts'
import { readDocuments, type SearchDocument, writeDocuments } from './search-document.ts'

/** About a million products. */
const RECORDS = 2_000_000
const PER_KIND = 200
/** Number of documents from which queries are drawn. */
const DRAWN_FROM = 20_000

interface FolderSize {
  readonly records: number
  readonly products: number
}

/** A registry in a folder, its products as documents, queries for them, and the results of finished runs. */
export class SpeedFolder {
  readonly folder: string
  readonly records: number
  readonly products: number

  private constructor(folder: string, { records, products }: FolderSize) {
    this.folder = folder
    this.records = records
    this.products = products
  }

  /**
   * Creates the folder, or reuses an existing one. `--work FOLDER` keeps it with its measurements, so that a later run
   * continues. Otherwise everything is deleted when this process ends.
   */
  static async open(context: PartContext, records = wholeNumber(context, 'records', RECORDS)): Promise<SpeedFolder> {
    const { export: given, work } = context.options
    const folder = join(work ?? temporaryRoot(), given === undefined ? `${records}-${context.seed}` : 'export')
    const about = join(folder, 'place.json')
    if (!existsSync(about)) {
      mkdirSync(folder, { recursive: true })
      const size = await fill(folder, records, context)
      // Written last, so that an interrupted run continues with complete data.
      writeFileSync(about, JSON.stringify(size))
    }
    return new SpeedFolder(folder, JSON.parse(readFileSync(about, 'utf8')) as FolderSize)
  }

  /** Returns whether a run is finished, so that its inputs need not be generated again. */
  isFinished(key: string): boolean {
    return existsSync(this.#fileOf(key))
  }

  /** Runs a task within limits. Its result is stored, so that an interrupted run continues there. */
  tryOnce<Args extends readonly unknown[], Result>(
    key: string,
    task: ChildTask<Args, Result>,
    limits: TaskLimits,
    ...args: Args
  ): Result | Stopped {
    const file = this.#fileOf(key)
    if (!this.isFinished(key)) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify(runLimitedTask(task, limits, ...args)))
    }
    return JSON.parse(readFileSync(file, 'utf8')) as Result | Stopped
  }

  /**
   * As {@link tryOnce}.
   *
   * @throws Error if the task exceeds a limit.
   */
  once<Args extends readonly unknown[], Result>(
    key: string,
    task: ChildTask<Args, Result>,
    seconds: number,
    ...args: Args
  ): Result {
    const result = this.tryOnce(key, task, { seconds, megabytes: 8_192 }, ...args)
    const { stopped } = result as Partial<Stopped>
    if (stopped !== undefined) throw new Error(`${key} was stopped ${stopped}.`)
    return result as Result
  }

  /** Runs a task three times, each result with its number. */
  thrice<Args extends readonly unknown[], Result>(
    { say }: PartContext,
    task: ChildTask<Args, Result>,
    seconds: number,
    ...args: Args
  ): Result[] {
    return [1, 2, 3].map((round) => {
      say(`speed: ${task.name}, ${round} of 3`)
      return this.once(`${task.name}-${round}`, task, seconds, ...args)
    })
  }

  /** Copies the registry, since a measurement changes it. */
  copyRegistry(to: string): void {
    cpSync(join(this.folder, 'registry'), to, { recursive: true, mode: constants.COPYFILE_FICLONE })
  }

  #fileOf(key: string): string {
    return join(this.folder, 'runs', `${key}.json`)
  }
}

let root: string | undefined

function temporaryRoot(): string {
  if (root !== undefined) return root
  const made = mkdtempSync(join(tmpdir(), 'utpid-speed-'))
  process.once('exit', () => rmSync(made, { recursive: true, force: true }))
  root = made
  return made
}

async function fill(folder: string, records: number, { options, seed, say }: PartContext): Promise<FolderSize> {
  const given = options.export
  const file = given ?? join(folder, 'export.jsonl.gz')
  const storage = await openDurableStorage(join(folder, 'registry'), { index: 'segments' })
  try {
    if ((await storage.ledger.head()).indexVersion === undefined) {
      if (given === undefined && !existsSync(file)) {
        say(`speed: generating ${count(records)} records`)
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
