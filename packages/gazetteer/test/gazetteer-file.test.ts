import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { readGazetteerFile, readPlanes } from '../src/gazetteer-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'utpid-gazetteer-'))
afterAll(() => rmSync(folder, { recursive: true }))

const shipped = new URL('../data/gazetteer.bin.br', import.meta.url)

function fileOf(bytes: Uint8Array): URL {
  const path = join(folder, 'file.bin.br')
  writeFileSync(path, bytes)
  return pathToFileURL(path)
}

function compressed(content: Uint8Array): Buffer {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
}

test('the shipped file stays small', () => {
  expect(readFileSync(shipped).length).toBeLessThan(2_500_000)
})

test('reports a missing file with its path and the remedy', () => {
  const missing = pathToFileURL(join(folder, 'none.bin.br'))
  expect(() => readGazetteerFile(missing)).toThrow(/none\.bin\.br cannot be read: install @utpid\/gazetteer again/)
})

test('reports a file as damaged if it is truncated, not compressed, without a header or in another layout', () => {
  const bytes = readFileSync(shipped)
  const content = brotliDecompressSync(bytes)
  expect(() => readGazetteerFile(fileOf(bytes.subarray(0, 10_000)))).toThrow('damaged (it does not decompress)')
  expect(() => readGazetteerFile(fileOf(Buffer.from('city,country')))).toThrow('damaged (it does not decompress)')
  expect(() => readGazetteerFile(fileOf(compressed(Buffer.from('no header'))))).toThrow('damaged (it has no header)')
  expect(() => readGazetteerFile(fileOf(compressed(content.subarray(0, -1))))).toThrow(
    /damaged \(\d+ bytes instead of \d+\)/,
  )
  expect(() => readGazetteerFile(fileOf(compressed(Buffer.from('{"layout":0}\n'))))).toThrow('its layout is 0, not 1')
})

test('reads numbers from their planes, high bytes first', () => {
  expect([...readPlanes(Uint8Array.of(0, 1, 1, 2, 255, 0), 3)]).toEqual([0x0001ff, 0x010200])
  expect([...readPlanes(Uint8Array.of(255, 255, 255, 255), 4)]).toEqual([4_294_967_295])
  expect([...readPlanes(new Uint8Array(0), 3)]).toEqual([])
})
