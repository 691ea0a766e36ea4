/**
 * Compiles and runs every TypeScript and JavaScript block of documents and doc comments. Parses every shell line like
 * `utpid` and npm. `programs.ts` describes the marks above a block.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../repository/root.ts'
import { commandComplaints, countCommands } from './check-commands.ts'
import { compileBlocks } from './compile-blocks.ts'
import { blocksOf, commentBlocksOf, documents, placeOf, sources } from './documents.ts'
import { programsOf, unknownMarks } from './programs.ts'
import { runBlocks } from './run-blocks.ts'

const folder = join(ROOT, '.examples')

// Skip decision documents: each describes the state at its time.
const read = [...documents().filter((path) => !path.startsWith('docs/decisions/')), ...sources()]
const blocksByDocument = read.map((path) => (path.endsWith('.ts') ? commentBlocksOf(path) : blocksOf(path)))
const blocks = blocksByDocument.flat()
const programs = blocksByDocument.flatMap((each, at) => programsOf(each, `block-${at}`))
const complaints = [...unknownMarks(blocks)]

for (const block of blocks.filter(({ language }) => language === 'json')) {
  try {
    JSON.parse(block.code)
  } catch (error) {
    complaints.push(`${placeOf(block)}: ${(error as Error).message}`)
  }
}
for (const path of read) if (path.endsWith('.md')) complaints.push(...commandComplaints(path))

const compiled = compileBlocks(programs, folder)
complaints.push(...compiled)
const ran = compiled.length > 0 ? [] : await runBlocks(programs, folder)
for (const { place, wrong } of ran) if (wrong !== undefined) complaints.push(`${place}: ${wrong}`)
rmSync(folder, { recursive: true, force: true })

for (const complaint of complaints) console.error(complaint)
const compared = ran.filter(({ isCompared }) => isCompared).length
console.log(
  `${programs.length} programs compiled, ${ran.length} run, ${compared} of them compared with their documented output; ${countCommands()} commands read; ${complaints.length} wrong`,
)
process.exitCode = complaints.length === 0 ? 0 : 1
