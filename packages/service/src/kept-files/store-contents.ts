import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { keyPrefix, numberPart, rowKey } from '@utpid/core/storage'
import type { ServiceStore } from '../store/service-store.ts'
import { equalPieces, type FileContents, MissingContents, PIECE_BYTES } from './file-contents.ts'

const deflated = promisify<Buffer, { readonly level: number }, Buffer>(deflateRaw)
const inflated = promisify<Buffer, { readonly maxOutputLength: number }, Buffer>(inflateRaw)
/** The fastest level: feeds shrink to about a fifth. */
const LEVEL = 1
/** Rows to delete in one transaction. */
const DELETED_ROWS = 200

/** Keeps files as rows of the service store. Each row has up to 256 KB of a file, compressed. */
export class StoreContents implements FileContents {
  readonly #store: ServiceStore

  constructor(store: ServiceStore) {
    this.#store = store
  }

  async write(id: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    let part = 0
    for await (const piece of equalPieces(chunks)) {
      const row = { deflated: (await deflated(piece, { level: LEVEL })).toString('base64') }
      await this.#store.write([{ table: 'kept_file_parts', key: rowKey(id, numberPart(part)), row }])
      part++
    }
  }

  async *read(id: string): AsyncGenerator<Buffer> {
    for (let part = 0; ; part++) {
      const [stored] = await this.#store.read('kept_file_parts', [rowKey(id, numberPart(part))])
      if (stored === undefined && part === 0) throw new MissingContents(id)
      if (stored === undefined) return
      yield await inflated(Buffer.from(stored.row.deflated, 'base64'), { maxOutputLength: PIECE_BYTES })
    }
  }

  async delete(id: string): Promise<void> {
    const range = { prefix: keyPrefix(id), limit: DELETED_ROWS }
    while ((await this.#store.deleteRange('kept_file_parts', range)) === DELETED_ROWS);
  }
}
