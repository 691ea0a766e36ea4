import { createReadStream, rmSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { openDurableStorage, openPackage } from '@utpid/adapter-folder'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Registry, type Storage } from '@utpid/core'
import { replica } from '@utpid/core/copy'
import { openRegistry } from '../feeds/registries.ts'
import { childTask } from '../harness/child-task.ts'
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

/**
 * Runs operations on damaged folders, one for each line of standard input. LMDB may abort the process; the bench then
 * starts a new one.
 */
export const operateTask = childTask(import.meta, 'operate', async () => {
  const commands = await loadCommands()
  for await (const line of createInterface({ input: process.stdin })) {
    const done = await runOperation(JSON.parse(line) as Operation, commands).catch(
      (error: unknown): OperationResult => ({ code: 1, said: messageOf(error) }),
    )
    writeSync(RESULT_FD, `${JSON.stringify(done)}\n`)
  }
})

/** The command and its watcher, which no package exports. */
interface Commands {
  main(args: readonly string[]): Promise<number>
  watchFolder(folder: string): void
  watchFolders(): () => void
}

async function loadCommands(): Promise<Commands> {
  const load = async (file: string): Promise<object> =>
    (await import(String(new URL(`../../packages/cli/src/${file}`, import.meta.url)))) as object
  return { ...(await load('main.ts')), ...(await load('place/folder-watch.ts')) } as Commands
}

async function runOperation({ step, folder, out, asked }: Operation, commands: Commands): Promise<OperationResult> {
  // Opens the folder as a command does: directly from the index checkpoint, and watched.
  const open = (): Promise<Storage> => {
    commands.watchFolder(folder)
    return openDurableStorage(folder)
  }
  switch (step) {
    case 'make':
      await makeRegistry(folder)
      return { code: 0, said: '' }
    case 'ask':
      return await withRegistry(commands, open, async (registry) => ({
        answers: await answersOf(registry, asked as RegistryQueries),
      }))
    case 'import':
      return await withRegistry(commands, open, async (registry) => {
        const { change: _, ...counts } = await registry.import(feedRecords())
        return { counts, products: (await registry.stats()).products.total }
      })
    case 'replica':
      return await withRegistry(
        commands,
        async () => await replica({ primary: await open(), local: () => createMemoryStorage() }),
        async (registry) => ({ hash: await exportHash(registry.export()) }),
      )
    case 'export':
    case 'backup':
    case 'snapshot':
      return await commandDone(commands, [step, '--out', out, '--data', folder], () =>
        step === 'snapshot' ? hashOfPackage(out) : hashOfFile(out),
      )
  }
}

async function hashOfPackage(path: string): Promise<string> {
  await using registry = await createRegistry({ storage: await openPackage(path) })
  return await exportHash(registry.export())
}

async function withRegistry(
  { watchFolders }: Commands,
  opening: () => Promise<Storage>,
  work: (registry: Registry) => Promise<unknown>,
): Promise<OperationResult> {
  const endWatch = watchFolders()
  let storage: Storage | undefined
  try {
    storage = await opening()
    const registry = await openRegistry(storage)
    return { code: 0, said: '', result: await work(registry) }
  } finally {
    await storage?.close()
    endWatch()
  }
}

async function commandDone(
  { main }: Commands,
  args: readonly string[],
  read: () => Promise<string>,
): Promise<OperationResult> {
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
