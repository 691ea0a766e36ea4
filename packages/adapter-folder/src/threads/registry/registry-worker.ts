import { parentPort, workerData } from 'node:worker_threads'
import type { Registry, Storage } from '@utpid/core'
import { SoundPages } from '../../pages/sound-pages.ts'
import { openTables } from '../../tables/lmdb-tables.ts'
import { OpenedView } from './opened-view.ts'
import type { WorkerRegistryOptions } from './thread-options.ts'
import { checkSchema, importSchema } from './thread-schema.ts'
import type { Message, RegistryView, Request, Response, Task, WorkerSetUp } from './worker-message.ts'

/**
 * A thread that runs queries of a registry that another thread writes. It shares the index columns and reads rows from
 * the ledger.
 */

const { path, allChecked, module, schema: reference } = workerData as WorkerSetUp
const tables = openTables(path, { isWritable: false, sound: allChecked && new SoundPages(path, allChecked) })
const schema = await importSchema(reference)
const { openWorkerRegistry } = (await import(module)) as {
  openWorkerRegistry: (storage: Storage, options: WorkerRegistryOptions) => Promise<Registry>
}
/** The last received view. Resolves with undefined if the view cannot be opened. */
let opened: Promise<OpenedView | undefined> = Promise.resolve(undefined)
let isWarm = false

parentPort?.on('message', ({ number, ...task }: Request) => {
  void answer(task).then((response) => send({ number, answered: response }))
})

parentPort?.on('messageerror', (error) => {
  send({ answered: { failed: error.message } })
})

function send(workerMessage: Message): void {
  parentPort?.postMessage(workerMessage)
}

async function answer(task: Task): Promise<Response> {
  try {
    if ('view' in task) return await show(task.view)
    const view = await opened
    if (view === undefined) return { failed: 'The thread has no view.' }
    if ('inputs' in task) return { results: await view.registry.mapBatch(task.inputs, task.options) }
    if ('compare' in task) return { compared: await view.compare(task.compare) }
    if (!(await view.follow())) return { outdated: true }
    const [question, options] = task.given
    return { result: await view.registry[task.read](question as never, options), rowsSince: view.rowsSince }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

async function show(view: RegistryView): Promise<Response> {
  const opening = openView(view, opened)
  opened = opening.catch(() => undefined)
  try {
    await opening
    return { opened: true }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

async function openView(view: RegistryView, before: Promise<OpenedView | undefined>): Promise<OpenedView> {
  const known = await before
  // Opens the view if switching fails, for example because changes have expired.
  if (known !== undefined && (await known.swap(view).catch(() => false))) return known
  const found = await OpenedView.open(tables, path, view, openRegistry, isWarm)
  isWarm ||= view.parts.terms.length > 0
  return found
}

/** Opens the registry of this thread, and checks that it has the schema of the main registry. */
async function openRegistry(storage: Storage): Promise<Registry> {
  const registry = await openWorkerRegistry(storage, { schema })
  checkSchema(registry.scorer().schema, reference)
  return registry
}
