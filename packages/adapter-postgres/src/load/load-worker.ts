import { parentPort, workerData } from 'node:worker_threads'
import { readExportLines } from '@utpid/core/storage'
import { LoadLines } from './lines/load-lines.ts'
import { TermSender } from './lines/term-batch.ts'
import { countLines, spellingLines } from './lines/term-lines.ts'
import type { LoadRequest, LoadResponse, LoadWorkerTables, ReadByWorker } from './load-threads.ts'

/** A thread that converts lines of an export into lines for COPY. It answers batches in order. */

const { derived, shared } = workerData as LoadWorkerTables
const terms = new TermSender()
let gathered = new Map<string, string[]>()
const rowLines = new LoadLines({ add: gather }, terms, derived, shared)
const encoder = new TextEncoder()

parentPort?.on('message', (question: LoadRequest) => {
  const answer = answerTo(question)
  parentPort?.postMessage(answer, buffersOf(answer))
})

function answerTo(question: LoadRequest): LoadResponse {
  if ('lines' in question) return read(question.lines)
  return encoder.encode('counted' in question ? countLines(question.counted) : spellingLines(question.spelled))
}

function gather(target: string, line: string): void {
  const lines = gathered.get(target)
  if (lines === undefined) gathered.set(target, [line])
  else lines.push(line)
}

function read(lines: readonly string[]): ReadByWorker | undefined {
  const found = readExportLines(lines)
  if (found === undefined) return undefined
  gathered = new Map()
  for (const row of found.rows) rowLines.add(row)
  const tables = [...gathered].map(([target, those]) => [target, encoder.encode(those.join(''))] as const)
  return { facts: found.facts, tables, terms: terms.takeBatch() }
}

/** Returns the buffers to transfer without copying. */
function buffersOf(answer: LoadResponse): ArrayBuffer[] {
  if (answer === undefined) return []
  if (answer instanceof Uint8Array) return [answer.buffer]
  const { facts, tables, terms } = answer
  return [
    ...tables.map(([, bytes]) => bytes.buffer),
    terms.hashes.buffer,
    ...[facts.links, facts.products, facts.lineages, facts.hashes, facts.checksums, facts.wordRecords].map(
      ({ buffer }) => buffer as ArrayBuffer,
    ),
  ]
}
