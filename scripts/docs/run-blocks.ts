import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { generateFeeds, labelledPairs } from '@utpid/generator'
import type { Program } from './programs.ts'
import { startDatabase } from './start-database.ts'
import { type Started, startService } from './start-service.ts'

/** Values in the programs of documents that are replaced before the run. */
const SERVICE_ADDRESSES = ['https://registry.example', 'http://127.0.0.1:8080']
const DATABASE_ADDRESS = 'postgres://localhost/travel'
const ERROR_CHARACTERS_MAX = 1_200
const PROGRAMS_AT_ONCE = 2
const PROGRAM_MS_MAX = 120_000

const PAIRS = gzipSync(
  [...labelledPairs(generateFeeds({ seed: 1, products: 40 }))].map((pair) => `${JSON.stringify(pair)}\n`).join(''),
)

export interface Ran {
  readonly place: string
  /** Description of the fault; absent if the program ran without a fault. */
  readonly wrong?: string
  /** Whether the output was compared with the document. */
  readonly isCompared: boolean
}

/**
 * Runs programs of documents. Each program has its own process and its own folder with the files that documents
 * mention.
 *
 * @param folder - Folder of the compiled programs.
 */
export async function runBlocks(programs: readonly Program[], folder: string): Promise<Ran[]> {
  const needed = programs.filter(isToRun)
  const place = mkdtempSync(join(tmpdir(), 'utpid-documents-'))
  const service = needed.some(({ marks }) => marks.includes('service')) ? await startService(place) : undefined
  const database = needed.some(({ marks }) => marks.includes('postgres')) ? await startDatabase() : undefined
  try {
    // Run several programs at once, since each program spends most of its time loading.
    const [results, left] = [[] as Ran[], [...needed]]
    const work = async (): Promise<void> => {
      for (let program = left.shift(); program !== undefined; program = left.shift())
        results.push(await runProgram(program, folder, place, service, database))
    }
    await Promise.all(Array.from({ length: PROGRAMS_AT_ONCE }, work))
    return results
  } finally {
    await service?.stop()
    await database?.stop()
    rmSync(place, { recursive: true, force: true })
  }
}

async function runProgram(
  program: Program,
  folder: string,
  place: string,
  service?: Started,
  database?: { readonly address: string },
): Promise<Ran> {
  let code = program.marks.includes('values') ? withValuesChecked(program.code) : program.code
  if (program.marks.includes('service'))
    for (const each of SERVICE_ADDRESSES) code = code.replaceAll(each, service?.address ?? each)
  if (program.marks.includes('postgres')) code = code.replaceAll(DATABASE_ADDRESS, database?.address ?? '')
  const file = join(folder, program.name)
  writeFileSync(file, `${code}\nexport {}\n`)
  const own = join(place, program.name)
  writeFiles(own)
  const { output, errors, exitCode } = await run(file, own, { UTPID_KEY: service?.key ?? '' })
  const said = `it ended with ${exitCode}: ${errors.trim().slice(-ERROR_CHARACTERS_MAX)}`
  const wrong = exitCode === 0 ? difference(program, output) : said
  const isCompared = program.prints !== undefined || program.marks.includes('values')
  return { place: program.place, isCompared, ...(wrong !== undefined && { wrong }) }
}

/**
 * Returns whether a program is run. A program without output and requests only contains definitions, so it is only
 * compiled.
 */
function isToRun({ marks, code }: Program): boolean {
  if (marks.some((mark) => mark.startsWith('compile only'))) return false
  return marks.length > 0 || /\bconsole\.|^await /m.test(code)
}

interface Output {
  readonly output: string
  readonly errors: string
  readonly exitCode: number | null
}

function run(file: string, cwd: string, env: Readonly<Record<string, string>>): Promise<Output> {
  const args = ['--conditions', '@utpid/source', '--import', import.meta.resolve('tsx'), file]
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PROGRAM_MS_MAX,
  })
  let [output, errors] = ['', '']
  child.stdout.on('data', (text) => {
    output += String(text)
  })
  child.stderr.on('data', (text) => {
    errors += String(text)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode) => resolve({ output, errors, exitCode }))
  })
}

/** Writes the files that documents expect in the reader's folder. */
function writeFiles(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const rows = [
    'id,name,nom_usuel,hotel_name,type,address,city,country,lat,lon,no_siret',
    '8841,Hotel La Cigale Bleue,Hotel La Cigale Bleue,Hotel La Cigale Bleue,hotel,12 Rue du Four,Avignon,FR,43.9493,4.8055,00000000000000',
    '8842,Hotel Ritz,Hotel Ritz,Hotel Ritz,hotel,15 Place Vendome,Paris,FR,48.8681,2.3289,',
  ]
  const csv = `${rows.join('\n')}\n`
  writeFileSync(join(folder, 'hotels.csv'), csv)
  writeFileSync(join(folder, 'hotels.csv.gz'), gzipSync(csv))
  writeFileSync(join(folder, 'pairs.jsonl.gz'), PAIRS)
}

function difference({ prints }: Program, output: string): string | undefined {
  if (prints === undefined) return undefined
  const printed = comparable(output.trimEnd().split('\n'), prints.inAnyOrder)
  const said = comparable([...prints.lines], prints.inAnyOrder)
  return printed === said ? undefined : `the documented output is\n${said}\nbut the program prints\n${printed}`
}

/** Replaces random UTPIDs and normalizes line ends. */
function comparable(lines: readonly string[], inAnyOrder: boolean): string {
  const plain = lines.map((line) => line.replace(/UTP-\w{5}-\w{5}-\w/g, 'UTP-#####-#####-#').trimEnd())
  return (inAnyOrder ? plain.sort() : plain).join('\n')
}

/** Converts each line `EXPRESSION // VALUE` into a check. */
function withValuesChecked(code: string): string {
  return code
    .split('\n')
    .map((line) => {
      const [, expression, value] = /^((?!import|const|let|await|for|\/\/).+?) \/\/ (.+)$/.exec(line) ?? []
      if (expression === undefined || value === undefined) return line
      const said = JSON.stringify(value)
      return `{ const is = String(${expression}); if (is !== ${said}) throw new Error('is ' + is + ', not ' + ${said}) }`
    })
    .join('\n')
}
