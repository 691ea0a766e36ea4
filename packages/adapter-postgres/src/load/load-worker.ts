import { parentPort, workerData } from 'node:worker_threads'
import { readExportLines } from '@utpid/core/adapter'
import { LoadLines } from './load-lines.ts'
import type { LoadWorkerTables, ReadByWorker } from './load-threads.ts'
import { TermTeller } from './told-terms.ts'

/** A thread that makes lines for COPY of lines of an export; it answers each batch, in their order. */

const { derived, shared } = workerData as LoadWorkerTables
const terms = new TermTeller()
let gathered = new Map<string, string[]>()
const rowLines = new LoadLines({ add: gather }, terms, derived, shared)
const encoder = new TextEncoder()

parentPort?.on('message', (lines: readonly string[]) => {
  const answer = answerTo(lines)
  parentPort?.postMessage(answer, answer === undefined ? [] : buffersOf(answer))
})

function gather(target: string, line: string): void {
  const lines = gathered.get(target)
  if (lines === undefined) gathered.set(target, [line])
  else lines.push(line)
}

function answerTo(lines: readonly string[]): ReadByWorker | undefined {
  const read = readExportLines(lines)
  if (read === undefined) return undefined
  gathered = new Map()
  for (const row of read.rows) rowLines.add(row)
  const tables = [...gathered].map(([target, those]) => [target, encoder.encode(those.join(''))] as const)
  return { facts: read.facts, tables, terms: terms.tell() }
}

/** What is handed over and not copied. */
function buffersOf({ facts, tables, terms }: ReadByWorker): ArrayBuffer[] {
  return [
    ...tables.map(([, bytes]) => bytes.buffer),
    terms.hashes.buffer,
    ...[facts.links, facts.products, facts.lineages, facts.hashes].map(({ buffer }) => buffer as ArrayBuffer),
  ]
}
