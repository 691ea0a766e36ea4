import { readFileSync } from 'node:fs'
import { openDurableStorage } from '@utpid/adapter-folder'
import type { Confirmation } from '@utpid/core'
import { childTask } from '../harness/child-task.ts'
import { openRegistry, PAUSING } from './registries.ts'

/** A record as its supplier gives it now, and the product that a caller takes it for. */
export interface ConfirmQuestion {
  readonly record: Record<string, unknown>
  readonly utpid: string
}

/** An answer and the time that it took in milliseconds. */
export interface TimedAnswer {
  readonly fits: Confirmation['fits']
  readonly ms: number
}

/** Calls before the measured calls, so that the compiler has optimised the code. */
const WARM_UP_CALLS = 2_000

/**
 * Asks each question once, in a process of its own that has opened the registry, as a booking engine does. The process
 * that imported the records still has the garbage of the import.
 *
 * @param questionsFile - A file with a list of questions.
 */
export const confirmTask = childTask(
  import.meta,
  'confirm',
  async (place: string, questionsFile: string): Promise<TimedAnswer[]> => {
    const questions = JSON.parse(readFileSync(questionsFile, 'utf8')) as ConfirmQuestion[]
    await using registry = await openRegistry(await openDurableStorage(place), PAUSING)
    for (const { record, utpid } of questions.slice(0, WARM_UP_CALLS)) await registry.confirm(record, utpid)
    const answers: TimedAnswer[] = []
    for (const { record, utpid } of questions) {
      const started = performance.now()
      const { fits } = await registry.confirm(record, utpid)
      answers.push({ fits, ms: performance.now() - started })
    }
    return answers
  },
)
