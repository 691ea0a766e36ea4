import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

const MAX_BYTES = 6_000

test('the client bundles for browsers without dependencies, in less than 6 KB gzipped', async () => {
  const entry = fileURLToPath(new URL('../src/index.ts', import.meta.url))
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    metafile: true,
  })
  expect(Object.keys(metafile.inputs).every((path) => path.includes('src/'))).toBe(true)
  expect(Object.keys(metafile.inputs).some((path) => path.includes('node_modules'))).toBe(false)
  expect(gzipSync(outputFiles[0]?.contents ?? '').length).toBeLessThan(MAX_BYTES)
})
