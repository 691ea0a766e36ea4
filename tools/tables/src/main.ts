import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brandTable } from './brands/brand-table.ts'
import { countryTable } from './countries/country-table.ts'
import { gazetteerTable } from './gazetteer/gazetteer-table.ts'
import { outlineTable } from './outlines/outline-table.ts'
import type { Table } from './source/table.ts'
import { placeWordTable } from './words/place-word-table.ts'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..')

const TABLES: Readonly<Record<string, () => Promise<Table> | Table>> = {
  gazetteer: gazetteerTable,
  countries: countryTable,
  brands: brandTable,
  'place-words': placeWordTable,
  outlines: outlineTable,
}

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const options = process.argv.slice(2).filter((argument) => argument.startsWith('-'))
const wrong = [
  ...wanted.filter((name) => TABLES[name] === undefined),
  ...options.filter((option) => option !== '--check' && option !== '--verbose'),
]
if (wrong.length > 0) {
  console.error(`Unknown: ${wrong.join(' ')}. Use: [--check] [--verbose] [${Object.keys(TABLES).join('|')}]...`)
  process.exit(2)
}

let outdated = 0
for (const [name, build] of Object.entries(TABLES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const table = await build()
  const file = join(ROOT, table.path)
  const same = isSame(table, file)
  if (options.includes('--check')) {
    if (!same) outdated++
    console.log(`${same ? 'current ' : 'OUTDATED'} ${table.path}`)
  } else {
    if (!same) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, table.bytes)
    }
    console.log(`${same ? 'unchanged' : 'written  '} ${table.path} (${table.bytes.length} bytes)`)
  }
  const shown = options.includes('--verbose') ? table.notes : table.notes.map(shorten)
  for (const note of shown) console.log(`  ${note}`)
}
if (outdated > 0) {
  console.error(
    `${outdated} generated file(s) differ from their sources: run \`npm run tables\` and commit the result.`,
  )
  process.exit(1)
}

function isSame(table: Table, file: string): boolean {
  let committed: Buffer
  try {
    committed = readFileSync(file)
  } catch {
    return false
  }
  if (committed.equals(table.bytes)) return true
  if (table.comparable === undefined) return false
  return table.comparable(committed).equals(table.comparable(table.bytes))
}

function shorten(note: string): string {
  return note.length <= 160 ? note : `${note.slice(0, 160)}... (--verbose shows all)`
}
