import { readFileSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type PartContext, part } from '../harness/part.ts'
import { below, type Figure } from '../harness/row.ts'
import { withFolder } from '../harness/with-folder.ts'
import { withNewService } from '../load/served.ts'
import type { HostileFile } from './hostile/hostile-file.ts'
import { hostileFiles } from './hostile/hostile-files.ts'
import { type HostileFate, HostileReader } from './hostile/hostile-reader.ts'
import { isInternal, sendFeed } from './sent-feeds.ts'

const MAX_MEGABYTES = 300
/** The table of limits allows workbooks more: their shared texts are in memory. */
const MAX_WORKBOOK_MEGABYTES = 1_000
/** CPU time of a file of up to 100 MB; a larger file may take so much for each 100 MB. */
const MAX_CPU_SECONDS = 10
const FILE_BYTES = 100_000_000
/** One of this number of files is sent to a service. */
const SENT_OF = 3

interface Read {
  readonly file: HostileFile
  readonly bytes: number
  readonly fate: HostileFate
}

/** Reads 400 files that are designed to harm a reader, each within a measured process, and sends a third to a service. */
export const hostilePart = part('hostile', async (context) => {
  const files = hostileFiles(context.seed)
  const read = await withFolder((folder) => readAll(files, folder, context))
  const kinds = [...new Set(files.map(({ kind }) => kind))]
  const byKind = kinds.flatMap((kind) =>
    below(
      kind.toLowerCase(),
      kindRows(
        kind,
        read.filter(({ file }) => file.kind === kind),
      ),
    ),
  )
  const sent = await sendSome(files, context)
  return { n: files.length, rows: below('feeds.hostile', [...totalRows(read), ...byKind, ...sent]) }
})

async function readAll(files: readonly HostileFile[], folder: string, { say }: PartContext): Promise<Read[]> {
  const all: Read[] = []
  await using reader = new HostileReader()
  for (const [at, file] of files.entries()) {
    if (at % 50 === 0) say(`hostile: reads file ${at + 1} of ${files.length}`)
    const path = join(folder, `${at}`)
    await writeFile(path, file)
    const bytes = statSync(path).size
    const fate = await reader.read({ path, isStream: at % 3 === 2 })
    rmSync(path)
    const read = { file, bytes, fate }
    for (const sentence of findings(read)) say(`hostile: ${file.kind}, ${file.what}: ${sentence}`)
    all.push(read)
  }
  return all
}

async function writeFile(path: string, { pieces }: HostileFile): Promise<void> {
  const handle = await open(path, 'w')
  for (const piece of pieces()) await handle.write(piece)
  await handle.close()
}

function findings({ file, bytes, fate }: Read): readonly string[] {
  if ('ended' in fate) return [fate.ended]
  const { crash, cpuSeconds, megabytes } = fate
  return [
    ...(crash === undefined ? [] : [crash]),
    ...(cpuSeconds > cpuLimit(bytes) ? [`${cpuSeconds.toFixed(1)} s of CPU time`] : []),
    ...(megabytes > memoryLimit(file) ? [`${Math.round(megabytes)} MB`] : []),
  ]
}

function cpuLimit(bytes: number): number {
  return MAX_CPU_SECONDS * Math.max(1, bytes / FILE_BYTES)
}

function memoryLimit({ kind, what }: HostileFile): number {
  return kind === 'XLSX' || what.startsWith('XLSX') ? MAX_WORKBOOK_MEGABYTES : MAX_MEGABYTES
}

function isEnded({ fate }: Read): boolean {
  return 'ended' in fate
}

function isCrashed({ fate }: Read): boolean {
  return !('ended' in fate) && fate.crash !== undefined
}

function isRefused({ fate }: Read): boolean {
  return !('ended' in fate) && fate.refused !== undefined
}

function largest(all: readonly Read[], figure: 'cpuSeconds' | 'megabytes'): { value: number; what: string } {
  return all.reduce(
    (most, { file, fate }) =>
      'ended' in fate || fate[figure] <= most.value
        ? most
        : { value: fate[figure], what: `${file.kind}, ${file.what}` },
    { value: 0, what: '' },
  )
}

function totalRows(all: readonly Read[]): Figure[] {
  const isSlow = ({ bytes, fate }: Read): boolean => !('ended' in fate) && fate.cpuSeconds > cpuLimit(bytes)
  const isLarge = ({ file, fate }: Read): boolean => !('ended' in fate) && fate.megabytes > memoryLimit(file)
  const cpu = largest(all, 'cpuSeconds')
  const memory = largest(all, 'megabytes')
  return [
    ['files', 'hostile files', all.length, 'count', '>= 300'],
    ['ended', '... that end or hang the process', all.filter(isEnded).length, 'count', '= 0'],
    ['crashed', '... that give an error without a code', all.filter(isCrashed).length, 'count', '= 0'],
    ['slow', `... above ${MAX_CPU_SECONDS} s of CPU time for each 100 MB`, all.filter(isSlow).length, 'count', '= 0'],
    ['large', `... above ${MAX_MEGABYTES} MB of memory (XLSX: 1 GB)`, all.filter(isLarge).length, 'count', '= 0'],
    ['cpu', `... CPU time, the longest (${cpu.what})`, cpu.value, 's'],
    ['memory', `... growth of memory, the most (${memory.what})`, memory.value, 'MB'],
  ]
}

function kindRows(kind: string, all: readonly Read[]): Figure[] {
  return [
    ['files', `hostile files: ${kind}`, all.length, 'count'],
    ['refused', '... refused, or read up to an error with a code', all.filter(isRefused).length, 'count'],
    [
      'read',
      '... read to the end',
      all.filter((read) => !isEnded(read) && !isCrashed(read) && !isRefused(read)).length,
      'count',
    ],
    ['cpu', '... CPU time, the longest', largest(all, 'cpuSeconds').value, 's'],
    ['memory', '... growth of memory, the most', largest(all, 'megabytes').value, 'MB'],
  ]
}

/** Sends a share of the files of each kind to a service. */
async function sendSome(files: readonly HostileFile[], { say }: PartContext): Promise<Figure[]> {
  const chosen = files.filter((file, at) => at % SENT_OF === 0 && file.isLarge !== true)
  say(`hostile: sends ${chosen.length} files to a service`)
  return await withNewService(async (served, folder) => {
    let [failed, stuck, memory, delay] = [0, 0, 0, 0]
    const before = (await served.memory()).own
    await served.longestDelayMs()
    for (const [at, file] of chosen.entries()) {
      const path = join(folder, 'sent')
      await writeFile(path, file)
      const answer = await sendFeed(served, readFileSync(path), `hostile-${at}`)
      if (isInternal(answer) || answer.isStuck) say(`hostile: ${file.kind}, ${file.what}: ${JSON.stringify(answer)}`)
      if (isInternal(answer)) failed += 1
      if (answer.isStuck) stuck += 1
      memory = Math.max(memory, (await served.memory()).own - before)
      delay = Math.max(delay, await served.longestDelayMs())
    }
    return [
      ['http.files', 'hostile files over HTTP', chosen.length, 'count'],
      ['http.failed', '... answered 5xx, or failed without a reason', failed, 'count', '= 0'],
      ['http.stuck', '... whose job does not end', stuck, 'count', '= 0'],
      ['http.memory', '... growth of the memory of the service, the most', memory, 'MB'],
      ['http.held', '... event loop held, the longest', delay, 'ms'],
    ]
  })
}
