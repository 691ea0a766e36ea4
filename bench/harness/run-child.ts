import { spawnSync } from 'node:child_process'
import { ROOT } from '../../scripts/repository/root.ts'

const OUTPUT_BYTES_MAX = 256 * 1024 * 1024

/**
 * Runs a file from source in a separate process and parses the JSON document that it prints.
 *
 * @param path from the root of the repository.
 * @throws Error if the process fails.
 */
export function runForJson(path: string, args: readonly string[]): unknown {
  const options = ['--expose-gc', '--conditions', '@utpid/source', '--import', 'tsx', path, ...args]
  return jsonOf(path, process.execPath, options)
}

/** Runs `utpid ... --json`. */
export function runUtpid(args: readonly string[]): unknown {
  return jsonOf(`utpid ${args[0]} ${args[1]}`, process.execPath, ['packages/cli/bin/utpid.mjs', ...args, '--json'])
}

function jsonOf(name: string, command: string, args: readonly string[]): unknown {
  const { status, stdout } = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: OUTPUT_BYTES_MAX,
  })
  if (status !== 0) throw new Error(`${name} ended with exit code ${status}; its message is above.`)
  return JSON.parse(stdout)
}
