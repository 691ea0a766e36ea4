/**
 * Imports TypeScript files of the repository directly with tsx, for `bin/utpid.mjs`, threads and child processes. In a
 * test run, imports the bundles of the run from the folder `UTPID_TEST_BUNDLES`.
 */
import { register } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundleOf } from './bundle-sources.mjs'

let isRegistered = false

/**
 * Returns the URL of a source file's bundle. Without a bundle, returns the URL of the source file.
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
  // Register tsx in this process instead of starting a second process: this takes half the time, and signals arrive
  // only once.
  tsx.register()
}
