#!/usr/bin/env node
/**
 * The `utpid` command. A published package runs what was built; in the repository the source runs as it stands,
 * so that nothing needs to be built first and an old build never answers. `tsconfig.json` is not published: where it
 * stands next to this folder, this is the repository.
 */
import { existsSync } from 'node:fs'
import { register } from 'node:module'
import process from 'node:process'

const inRepository = existsSync(new URL('../tsconfig.json', import.meta.url))

if (inRepository) {
  const tsx = await import('tsx/esm/api').catch(() => {
    console.error('The dependencies of the repository are not installed: run `npm run set-up` at its root.')
    process.exit(1)
  })
  // Registered in this process rather than in a second one: half the start-up time, and signals arrive once.
  register(new URL('source-condition.mjs', import.meta.url))
  tsx.register()
}

const { main } = await import(inRepository ? '../src/main.ts' : '../dist/main.js')
process.exitCode = await main(process.argv.slice(2))
