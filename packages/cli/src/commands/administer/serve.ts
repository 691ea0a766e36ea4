import type { Command } from 'commander'
import { addDebugOption, type DataFlags, dataOption, storageOption, wholeNumber } from '../../command/common-options.ts'
import { ensureDemoRegistry } from '../../demo/ensure-demo-registry.ts'
import type { Io } from '../../io/io.ts'

const PORT = 8080
const MAX_PORT = 65_535

interface ServeFlags extends DataFlags {
  readonly host: string
  readonly port: number
  readonly behindProxy?: boolean
  readonly demo?: boolean
  readonly replica?: boolean
  readonly replicaFolder?: string
  readonly config?: string
}

export function addServeCommand(program: Command, io: Io): void {
  const command = program
    .command('serve')
    .description('Serve the registry over HTTP, with keys, limits, jobs and webhooks.')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <n>', 'port to listen on; 0 chooses a free port', wholeNumber(0, MAX_PORT), PORT)
    .option('--demo', 'fill a folder without a registry with the feeds of "utpid demo"')
    .option('--config <file>', 'settings as JSON; the environment and options take precedence')
    .option('--replica', 'serve reads of a database from a copy in memory')
    .option(
      '--replica-folder <folder>',
      'the same with a copy stored in this folder: a restart reads only the changes since then',
    )
    .option('--behind-proxy', 'trust X-Forwarded-For: only behind your own proxy')
  addDebugOption(command.addOption(dataOption()).addOption(storageOption())).action(async (flags: ServeFlags) => {
    // Loaded on demand: no other command needs it.
    const { runServer } = await import('../../serve/run-server.ts')
    const env = await environmentOf(io, flags)
    const { UTPID_STORAGE: storage } = env
    const isNamed = command.getOptionValueSource('data') !== 'default'
    const data = isNamed || storage === undefined || storage === '' ? flags.data : storage
    if (flags.demo === true) await ensureDemoRegistry(io, data)
    await runServer({ ...io, env }, { ...flags, data, behindProxy: flags.behindProxy === true })
  })
}

/** Returns the settings: an option wins over the environment, and the environment wins over the file. */
async function environmentOf({ env }: Io, { config, replica, replicaFolder }: ServeFlags): Promise<Io['env']> {
  const { settingsOfFile } = await import('../../serve/settings-file.ts')
  const ofFile = config === undefined ? {} : await settingsOfFile(config)
  // An empty variable counts as not set, since compose files set variables without a value.
  const given = Object.entries(env).filter(([, value]) => value !== undefined && value !== '')
  return {
    ...ofFile,
    ...Object.fromEntries(given),
    ...(replica === true ? { UTPID_REPLICA: 'true' } : {}),
    ...(replicaFolder === undefined ? {} : { UTPID_REPLICA_FOLDER: replicaFolder }),
  }
}
