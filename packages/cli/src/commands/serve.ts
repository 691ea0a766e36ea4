import type { Command } from 'commander'
import { addDebugOption, type DataFlags, dataOption, storageOption, wholeNumber } from '../common-options.ts'
import { ensureDemoRegistry } from '../demo/ensure-demo-registry.ts'
import type { Io } from '../io.ts'
import { openRegistry } from '../open-registry.ts'

const PORT = 8080
const PORT_MOST = 65_535

interface ServeFlags extends DataFlags {
  readonly host: string
  readonly port: number
  readonly behindProxy?: boolean
  readonly demo?: boolean
}

export function addServeCommand(program: Command, io: Io): void {
  const command = program
    .command('serve')
    .description('Serve the registry over HTTP, with keys, limits, jobs and webhooks.')
    .option('--host <address>', 'where to listen', '127.0.0.1')
    .option('--port <n>', 'where to listen; 0 takes a free one', wholeNumber(0, PORT_MOST), PORT)
    .option('--demo', 'fill a folder that holds no registry yet with the feeds of "utpid demo"')
    .option('--behind-proxy', 'believe X-Forwarded-For: only behind a proxy of your own')
  addDebugOption(command.addOption(dataOption()).addOption(storageOption())).action(async (flags: ServeFlags) => {
    if (flags.demo === true) await ensureDemoRegistry(io, flags.data)
    await using registry = await openRegistry(flags.data, { create: true, notes: io.stderr })
    // Loaded when it is asked for: no other command needs it.
    const { runServer } = await import('../serve/run-server.ts')
    await runServer(io, registry, { ...flags, behindProxy: flags.behindProxy === true })
  })
}
