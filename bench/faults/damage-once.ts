/**
 * Runs operations on damaged folders, one for each line of standard input. LMDB may abort the process; the bench then
 * starts a new one.
 */
import { createReadStream, rmSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { openDurableStorage, openPackage } from '@utpid/adapter-folder'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Registry, type Storage } from '@utpid/core'
import { replica } from '@utpid/core/copy'
import { loadGazetteer } from '@utpid/gazetteer'
import { feedRecords, makeRegistry } from './damaged-registry.ts'
import { answersOf, exportHash, type RegistryQueries } from './query-answers.ts'

/** An operation on a folder, and its result. */
export interface Operation {
  readonly step: OperationName
  readonly folder: string
  /** File to which a command writes its output. */
  readonly out: string
  readonly asked?: RegistryQueries
}

export type OperationName = 'make' | 'ask' | 'import' | 'export' | 'backup' | 'snapshot' | 'replica'

export interface OperationResult {
  /** 0 for success. An operation that is not a command returns 1 if it throws an error. */
  readonly code: number
  /** The output on standard error, or the message of the error. */
  readonly said: string
  /** The answer of a query, or the hash of the output. */
  readonly result?: unknown
}

/** Lines of a backup that do not belong to an export. */
const BACKUP_LINES: readonly string[] = ['utpid-backup', 'backup-end']
/** File descriptor for results, since commands write to standard output. */
const RESULT_FD = 3

/** The command and its watcher, which no package exports. */
const { main } = await ofCommand<{ main: (args: readonly string[]) => Promise<number> }>('main.ts')
const { watchFolder, watchFolders } = await ofCommand<{
  watchFolder: (folder: string) => void
  watchFolders: () => () => void
}>('place/folder-watch.ts')

for await (const line of createInterface({ input: process.stdin })) {
  const step = JSON.parse(line) as Operation
  const done = await runOperation(step).catch(
    (error: unknown): OperationResult => ({ code: 1, said: messageOf(error) }),
  )
  writeSync(RESULT_FD, `${JSON.stringify(done)}\n`)
}

async function ofCommand<Exports>(file: string): Promise<Exports> {
  return (await import(String(new URL(`../../packages/cli/src/${file}`, import.meta.url)))) as Exports
}

async function runOperation(step: Operation): Promise<OperationResult> {
  const { folder, out } = step
  switch (step.step) {
    case 'make':
      await makeRegistry(folder)
      return { code: 0, said: '' }
    case 'ask':
      return await withRegistry(
        () => opened(folder),
        async (registry) => ({
          answers: await answersOf(registry, step.asked as RegistryQueries),
        }),
      )
    case 'import':
      return await withRegistry(
        () => opened(folder),
        async (registry) => {
          const { change: _, ...counts } = await registry.import(feedRecords())
          return { counts, products: (await registry.stats()).products.total }
        },
      )
    case 'replica':
      return await withRegistry(
        async () => await replica({ primary: await opened(folder), local: () => createMemoryStorage() }),
        async (registry) => ({ hash: await exportHash(registry.export()) }),
      )
    case 'export':
      return await commandDone(['export', '--out', out, '--data', folder], () => hashOfFile(out))
    case 'backup':
      return await commandDone(['backup', '--out', out, '--data', folder], () => hashOfFile(out))
    case 'snapshot':
      return await commandDone(['snapshot', '--out', out, '--data', folder], async () => {
        const registry = await createRegistry({ storage: await openPackage(out) })
        const hash = await exportHash(registry.export())
        await registry.close()
        return hash
      })
  }
}

/** Opens the folder as a command does: directly from the index checkpoint, and watched. */
function opened(folder: string): Promise<Storage> {
  watchFolder(folder)
  return openDurableStorage(folder)
}

async function withRegistry(
  opening: () => Promise<Storage>,
  work: (registry: Registry) => Promise<unknown>,
): Promise<OperationResult> {
  const endWatch = watchFolders()
  let storage: Storage | undefined
  try {
    storage = await opening()
    const registry = await createRegistry({ storage, gazetteer: loadGazetteer() })
    return { code: 0, said: '', result: await work(registry) }
  } finally {
    await storage?.close()
    endWatch()
  }
}

async function commandDone(args: readonly string[], read: () => Promise<string>): Promise<OperationResult> {
  const { stderr } = process
  const write = stderr.write.bind(stderr)
  let said = ''
  stderr.write = ((piece: Uint8Array | string, ...rest: []) => {
    said += String(piece)
    return write(piece, ...rest)
  }) as typeof stderr.write
  try {
    const code = await main(args)
    return { code, said, ...(code === 0 ? { result: { hash: await read() } } : {}) }
  } finally {
    stderr.write = write
  }
}

async function hashOfFile(path: string): Promise<string> {
  async function* rows(): AsyncGenerator<unknown> {
    for await (const line of createInterface({ input: createReadStream(path) })) {
      const row = JSON.parse(line) as { readonly kind?: string; readonly table?: string }
      // A backup also contains its own header and end line, and the rows of a service, which is absent here.
      if (row.kind === undefined || BACKUP_LINES.includes(row.kind)) continue
      yield row
    }
  }
  const hash = await exportHash(rows())
  rmSync(path)
  return hash
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${(error as { code?: string }).code ?? error.name}: ${error.message}` : String(error)
}
