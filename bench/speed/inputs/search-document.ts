import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LIMITS, type Storage } from '@utpid/core'
import type { GoldenRecord } from '@utpid/core/storage'

/** The fields of a product that every engine indexes and returns. */
export interface SearchDocument {
  readonly id: string
  readonly name: string
  /** Other names of the product. */
  readonly names: string
  readonly city: string
  readonly country: string
  readonly category: string
}

/** Writes the documents of all products of a registry, one a line. */
export async function writeDocuments(storage: Storage, file: string): Promise<number> {
  let count = 0
  async function* lines(): AsyncGenerator<string> {
    for await (const document of documentsOf(storage)) {
      count++
      yield `${JSON.stringify(document)}\n`
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file))
  return count
}

async function* documentsOf({ ledger }: Storage): AsyncGenerator<SearchDocument> {
  for (let after = -1; ; ) {
    const products = await ledger.scanProducts(after, LIMITS.rowsPerPage)
    for (const { id, shown } of products) yield documentOf(String(id), shown, [])
    const last = products.at(-1)
    if (last === undefined || products.length < LIMITS.rowsPerPage) return
    after = last.id
  }
}

export function documentOf(
  id: string,
  { name, city = '', country = '', category }: GoldenRecord,
  names: readonly string[],
): SearchDocument {
  const others = [...new Set(names)].filter((each) => each !== name).join(' ')
  return { id, name, names: others, city, country, category }
}

export async function* readDocuments(file: string): AsyncGenerator<SearchDocument> {
  for await (const line of createInterface({ input: createReadStream(file) })) yield JSON.parse(line) as SearchDocument
}
