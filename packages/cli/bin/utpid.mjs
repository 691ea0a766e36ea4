#!/usr/bin/env node
/**
 * The `utpid` command. A published package runs the built files. In the repository the command runs from source, so
 * that nothing needs to be built first and an old build is never used. `tsconfig.json` is not published: if it is next
 * to this folder, this is the repository.
 */
import { existsSync } from 'node:fs'
import process from 'node:process'

async function importMain() {
  if (!existsSync(new URL('../tsconfig.json', import.meta.url))) return await import('../dist/main.js')
  const { importSource } = await import('../../../scripts/source/import-source.mjs')
  return await importSource(new URL('../src/main.ts', import.meta.url))
}

const { main } = await importMain()
process.exitCode = await main(process.argv.slice(2))
