import { type Command, command, type GivenOptions } from '../../command/command.ts'
import { byDefault, flag, integer, text } from '../../command/option.ts'
import { takeRules } from '../../command/take-rules.ts'
import { ensureDemoRegistry } from '../../demo/ensure-demo-registry.ts'
import type { Io } from '../../io/io.ts'

const PORT = 8080
const MAX_PORT = 65_535

const SERVE_OPTIONS = {
  host: byDefault(text('address', 'address to listen on'), '127.0.0.1'),
  port: byDefault(integer('n', 'port to listen on; 0 chooses a free port', 0, MAX_PORT), PORT),
  demo: flag('fill a folder without a registry with the feeds of "utpid demo"'),
  config: text('file', 'settings as JSON; the environment and options take precedence'),
  replica: flag('serve reads of a database from a copy in memory'),
  replicaFolder: text(
    'folder',
    'the same with a copy stored in this folder: a restart reads only the changes since then',
  ),
  behindProxy: flag('trust X-Forwarded-For: only behind your own proxy'),
}

type ServeFlags = GivenOptions<typeof SERVE_OPTIONS>

export const serveCommand: Command = command({
  name: 'serve',
  about: 'Serve the registry over HTTP, with keys, limits, jobs and webhooks.',
  on: 'served',
  options: SERVE_OPTIONS,
  async run({ io, place, rules: named, isNamed, given }) {
    // Loaded on demand: no other command needs it.
    const { runServer } = await import('../../serve/run-server.ts')
    const { host, port, demo = false, behindProxy = false } = given
    const env = await environmentOf(io, given)
    const { UTPID_STORAGE: storage = '' } = env
    const data = isNamed || storage === '' ? place : storage
    // A file of settings may name files of rules, which the call does not know.
    const rules = { ...(await takeRules({}, { env }, data)), ...named }
    if (demo) await ensureDemoRegistry(io, data)
    await runServer({ ...io, env }, { host, port, data, rules, behindProxy })
  },
})

/** Returns the settings: an option wins over the environment, and the environment wins over the file. */
async function environmentOf({ env }: Io, { config, replica, replicaFolder }: ServeFlags): Promise<Io['env']> {
  const { settingsOfFile } = await import('../../serve/settings-file.ts')
  const ofFile = config === undefined ? {} : await settingsOfFile(config)
  // An empty variable counts as not set, since compose files set variables without a value.
  const ofEnvironment = Object.entries(env).filter(([, value]) => value !== undefined && value !== '')
  return {
    ...ofFile,
    ...Object.fromEntries(ofEnvironment),
    ...(replica === true && { UTPID_REPLICA: 'true' }),
    ...(replicaFolder !== undefined && { UTPID_REPLICA_FOLDER: replicaFolder }),
  }
}
