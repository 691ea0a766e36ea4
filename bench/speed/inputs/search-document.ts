import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Storage } from '@utpid/core'
import type { GoldenRecord } from '@utpid/core/storage'
import { storedProducts } from '../../harness/stored-rows.ts'

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
    for await (const { id, goldenRecord } of storedProducts(storage)) {
      count++
      yield `${JSON.stringify(documentOf(String(id), goldenRecord, []))}\n`
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file))
  return count
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
