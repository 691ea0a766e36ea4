import type { Command } from 'commander'
import { addDebugOption, type DataFlags, dataOption, storageOption, wholeNumber } from '../../command/common-options.ts'
import { ensureDemoRegistry } from '../../demo/ensure-demo-registry.ts'
import type { Io } from '../../io/io.ts'

const PORT = 8080
const PORT_MOST = 65_535

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
    .option('--host <address>', 'where to listen', '127.0.0.1')
    .option('--port <n>', 'where to listen; 0 takes a free one', wholeNumber(0, PORT_MOST), PORT)
    .option('--demo', 'fill a folder that holds no registry yet with the feeds of "utpid demo"')
    .option('--config <file>', 'settings as JSON; what the environment or an option says goes before')
    .option('--replica', 'answer reads of a database from a copy in memory')
    .option(
      '--replica-folder <folder>',
      'the same from a copy that is kept there: a restart reads only what came since',
    )
    .option('--behind-proxy', 'believe X-Forwarded-For: only behind a proxy of your own')
  addDebugOption(command.addOption(dataOption()).addOption(storageOption())).action(async (flags: ServeFlags) => {
    // Loaded when it is asked for: no other command needs it.
    const { runServer } = await import('../../serve/run-server.ts')
    const env = await environmentOf(io, flags)
    const { UTPID_STORAGE: storage } = env
    const isNamed = command.getOptionValueSource('data') !== 'default'
    const data = isNamed || storage === undefined || storage === '' ? flags.data : storage
    if (flags.demo === true) await ensureDemoRegistry(io, data)
    await runServer({ ...io, env }, { ...flags, data, behindProxy: flags.behindProxy === true })
  })
}

/** What the file says, where the environment says nothing; an option goes before both. */
async function environmentOf({ env }: Io, { config, replica, replicaFolder }: ServeFlags): Promise<Io['env']> {
  const { settingsOfFile } = await import('../../serve/settings-file.ts')
  const ofFile = config === undefined ? {} : await settingsOfFile(config)
  // Empty is not set, as a compose file writes it.
  const given = Object.entries(env).filter(([, value]) => value !== undefined && value !== '')
  return {
    ...ofFile,
    ...Object.fromEntries(given),
    ...(replica === true ? { UTPID_REPLICA: 'true' } : {}),
    ...(replicaFolder === undefined ? {} : { UTPID_REPLICA_FOLDER: replicaFolder }),
  }
}
