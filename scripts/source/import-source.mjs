/**
 * Imports TypeScript of the repository where it stands: what `bin/utpid.mjs`, threads and child processes begin with.
 * By tsx; in a run of the tests by bundles of that run, whose folder `UTPID_TEST_BUNDLES` names.
 */
import { register } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundleOf } from './bundle-sources.mjs'

let isRegistered = false

/**
 * Where a source is imported from: the address of its bundle, else its own.
 *
 * @param {URL | string} source
 * @returns {Promise<string>}
 */
export async function sourceUrl(source) {
  const folder = process.env.UTPID_TEST_BUNDLES
  const bundle = folder ? await bundleOf(fileURLToPath(source), folder) : undefined
  return bundle === undefined ? String(source) : pathToFileURL(bundle).href
}

/** @param {URL | string} source */
export async function importSource(source) {
  const url = await sourceUrl(source)
  if (url.endsWith('.ts')) await registerTypeScript()
  return await import(url)
}

async function registerTypeScript() {
  if (isRegistered) return
  isRegistered = true
  const tsx = await import('tsx/esm/api').catch(() => {
    console.error('The dependencies of the repository are not installed: run `npm run set-up` at its root.')
    process.exit(1)
  })
  register(new URL('source-condition.mjs', import.meta.url))
  // Registered in this process rather than in a second one: half the start-up time, and signals arrive once.
  tsx.register()
}
