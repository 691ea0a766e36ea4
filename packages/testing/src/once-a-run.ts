import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { runFolder } from './run-folder.ts'

const RESULT_FILE = 'result.json'
const POLL_MS = 20
const MAX_CREATION_MS = 120_000

type Result<T> = { readonly value: T } | { readonly error: string }

const resources = new Map<string, Promise<unknown>>()

/**
 * Creates a resource that all processes of a test run share, such as a server or a built site. The first caller creates
 * the resource; the other callers wait for it.
 *
 * @param name - Unique name of the resource's folder.
 * @param make - Gets an empty folder, which is deleted at the end of the run. Returns a JSON value.
 * @throws Error with the message of the first caller's error, in every process.
 */
export function onceARun<T>(name: string, make: (folder: string) => Promise<T>): Promise<T> {
  const known = resources.get(name) ?? makeOrWait(name, make)
  resources.set(name, known)
  return known as Promise<T>
}

async function makeOrWait<T>(name: string, make: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(runFolder(), name)
  const file = join(folder, RESULT_FILE)
  if (isFirst(folder)) put(file, await resultOf(() => make(folder)))
  for (const end = Date.now() + MAX_CREATION_MS; !existsSync(file); await setTimeout(POLL_MS)) {
    if (Date.now() > end) throw new Error(`Another test file creates ${folder} and has not finished in two minutes.`)
  }
  const result = JSON.parse(readFileSync(file, 'utf8')) as Result<T>
  if ('error' in result) throw new Error(result.error)
  return result.value
}

async function resultOf<T>(make: () => Promise<T>): Promise<Result<T>> {
  try {
    return { value: await make() }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Writes to a temporary name first, so that no process reads an incomplete file. */
function put(file: string, content: unknown): void {
  writeFileSync(`${file}.new`, JSON.stringify(content))
  renameSync(`${file}.new`, file)
}

/**
 * Registers a process that the global set-up stops after the run.
 *
 * @param signal - The signal to send.
 */
export function endWithRun(pid: number, signal: NodeJS.Signals = 'SIGTERM'): void {
  writeFileSync(join(runFolder('processes'), String(pid)), signal)
}
