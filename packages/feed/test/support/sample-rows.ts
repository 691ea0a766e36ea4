import { createReadStream, readFileSync } from 'node:fs'
import { builtInRecipe } from '@utpid/feed'
import { readXml } from '../../src/xml/read-xml.ts'

/** Reads the rows of a sample of a format, in the layout that the recipe names. */
export async function sampleRows(recipe: string, path: string): Promise<Record<string, unknown>[]> {
  const { columns, records } = builtInRecipe(recipe)
  if (path.endsWith('.xml')) return await xmlRows(path, records)
  const text = readFileSync(path, 'utf8')
  const lines = text.split('\n').filter((line) => line !== '')
  if (path.endsWith('.jsonl')) return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  if (path.endsWith('.json')) return JSON.parse(text) as Record<string, unknown>[]
  const names = columns ?? (lines.shift() ?? '').split('|')
  return lines.map((line) => Object.fromEntries(line.split('|').map((cell, at) => [names[at] ?? String(at), cell])))
}

async function xmlRows(path: string, records: string | undefined): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  const chunks = createReadStream(path) as AsyncIterable<Buffer>
  for await (const items of readXml(chunks, { clock: () => 0, records })) {
    for (const item of items) {
      if ('error' in item) throw new Error(item.error.message)
      rows.push(item.row)
    }
  }
  return rows
}
