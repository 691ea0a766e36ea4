export interface TrialProgram {
  readonly esm: string
  readonly common: string
  readonly types: string
}

/**
 * Trial programs for packages that can run alone. The other packages are only loaded; the program checks that their
 * entries export names.
 */
const RUNS: Readonly<Record<string, string>> = {
  '@utpid/core': `
    const { record } = m.parseRecord({ supplier: 'bedbank', code: 1, name: 'CAF&Eacute; HOTEL ****' })
    if (record.stars !== 4) throw new Error(JSON.stringify(record))`,
  '@utpid/adapter-memory': `
    const registry = await core.createRegistry({ storage: m.createMemoryStorage() })
    await registry.upsert({ supplier: 'bedbank', code: '1', name: 'Hotel Cigale', location: { coordinates: [43.9, 4.8] } })
    const answer = await registry.match({ name: 'Cigale', location: { coordinates: [43.9, 4.8] } })
    if (answer.matches.length !== 1) throw new Error(JSON.stringify(answer))
    await registry.close()`,
  '@utpid/adapter-folder': `
    const { createRequire } = await import('node:module')
    const { pathToFileURL } = await import('node:url')
    const { Worker } = await import('node:worker_threads')
    const folder = pathToFileURL(createRequire(process.cwd() + '/').resolve('@utpid/adapter-folder'))
    // Without its thread a registry merges by itself, so that nothing else would show that it is not there.
    const thread = new Worker(new URL('./merge-worker.js', folder))
    const said = await new Promise((resolve, reject) => {
      thread.on('message', resolve).on('error', reject)
      thread.postMessage({ number: 7, keys: [] })
    })
    await thread.terminate()
    if (said.number !== 7 || said.merged === undefined) throw new Error(JSON.stringify(said))`,
  '@utpid/gazetteer': `
    const city = m.loadGazetteer().citiesByName('münchen')[0]?.name
    if (city !== 'Munich') throw new Error(String(city))`,
  '@utpid/http-koa': `
    const uploads = new m.Uploads()
    const form = { kind: 'import', format: 'jsonl' }
    const body = (async function* () { yield Buffer.from('{"name":"Hotel"}\\n'.repeat(1000)) })()
    let items = 0
    for await (const _ of uploads.read({ accountId: 'a', form, body, at: 0, signal: new AbortController().signal })) items++
    await uploads.close()
    if (items !== 1000) throw new Error(String(items))`,
  '@utpid/client': `
    try { await m.createClient({ baseUrl: 'http://127.0.0.1:9', key: 'none', retries: 0 }).search({ q: 'ritz' }) }
    catch (error) { if (!(error instanceof m.UtpidError)) throw error }`,
}

/** Returns programs that import a package by its name. */
export function programOf(name: string, entries: readonly string[]): TrialProgram {
  const loaded = (load: (entry: string) => string): string =>
    entries
      .map((entry) => `if (Object.keys(${load(entry)}).length === 0) throw new Error('${entry} exports nothing')`)
      .join('\n')
  const run = RUNS[name] ?? ''
  const needsCore = run.includes('core.')
  return {
    esm: `import * as m from '${name}'\n${needsCore ? "import * as core from '@utpid/core'\n" : ''}${loaded((entry) => `await import('${entry}')`)}\n${run}\n`,
    common: `const m = require('${name}')\n${needsCore ? "const core = require('@utpid/core')\n" : ''}${loaded((entry) => `require('${entry}')`)}\n;(async () => {${run}\n})()\n`,
    types: `${entries.map((entry, at) => `import * as m${at} from '${entry}'\nvoid m${at}\n`).join('')}export {}\n`,
  }
}

/** Commands of `utpid`, in order. They run in a folder with `hotels.csv`. */
export const COMMAND_SESSION: { readonly feed: string; readonly commands: readonly (readonly string[])[] } = {
  feed: 'code,name,type,city,country,lat,lon\n1,Hotel La Cigale Bleue,hotel,Avignon,FR,43.9493,4.8055\n',
  commands: [
    ['--version'],
    ['import', 'hotels.csv', '--supplier', 'bedbank', '--data', 'registry'],
    ['search', 'cigale', '--data', 'registry'],
    ['locate', '--supplier', 'bedbank', '--code', '1', '--data', 'registry'],
    ['demo', '--data', 'demo'],
  ],
}
