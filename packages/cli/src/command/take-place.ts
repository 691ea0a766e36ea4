import type { Command } from 'commander'
import { checkFiles } from '../arguments/check-files.ts'
import { usageError } from '../errors/cli-error.ts'
import type { Io } from '../io/io.ts'
import { isFile } from '../place/open-registry.ts'
import { placeOfPackage } from '../place/package-place.ts'
import { isRemote, placeOfRemote } from '../place/remote/remote-place.ts'
import { isAddress, shownPlace } from '../place/storage-place.ts'

/** Options that name a registry. */
interface PlaceFlags {
  readonly data: string
  readonly storage?: string
  readonly delta?: readonly string[]
  readonly remote?: string
  readonly key?: string
}

/**
 * Returns the location of the registry: `--data`, `--remote` with its key, `--storage`, `UTPID_REMOTE` or
 * `UTPID_STORAGE`. For a registry package, also adds the files of `--delta`. Undefined if nothing names a registry.
 *
 * @throws {CliError} when several options name a registry, a key is missing, or `--delta` is used without a registry
 *   package.
 */
export async function takePlace(command: Command, io: Pick<Io, 'env' | 'stderr'>): Promise<string | undefined> {
  const source = command.getOptionValueSourceWithGlobals('data')
  if (source === undefined) return undefined
  const { data, storage, delta = [], remote, key } = command.optsWithGlobals<PlaceFlags>()
  const ownData = source === 'default' ? undefined : data
  if ([storage, remote, ownData].filter((given) => given !== undefined).length > 1) {
    throw usageError('Use only one of --data, --storage and --remote: each names the registry.')
  }
  if (key !== undefined) {
    await io.stderr.line('utpid: --key is visible in the process list and in the shell history; set UTPID_KEY instead.')
  }
  const isNamed = storage !== undefined || remote !== undefined || ownData !== undefined
  const named = isNamed ? (storage ?? remotePlaceOf(remote, key, io)) : placeOfEnvironment(command, key, io)
  const found = named === undefined || named === '' ? ownData : named
  const place = delta.length === 0 ? found : withDeltas(found ?? data, delta)
  if (place !== undefined && place !== ownData && isRemote(place) && !isSafe(place)) {
    await io.stderr.line(
      `utpid: the key goes to ${new URL(place).host} unencrypted, and others may read it; use https.`,
    )
  }
  return place
}

function withDeltas(place: string, deltas: readonly string[]): string {
  if (isRemote(place) || isAddress(place) || !isFile(place)) {
    throw usageError(
      `--delta updates a registry package, and ${shownPlace(place)} is not one: with --data, name the file that "utpid package" wrote.`,
    )
  }
  if (deltas.includes('-')) throw usageError('--delta cannot read standard input; save it to a file first.')
  checkFiles(deltas)
  return placeOfPackage({ file: place, deltas })
}

function placeOfEnvironment(command: Command, key: string | undefined, io: Pick<Io, 'env'>): string | undefined {
  const { UTPID_STORAGE: storage = '', UTPID_REMOTE } = io.env
  const remote = takesRemote(command) ? UTPID_REMOTE : undefined
  if (remote === undefined || remote === '') return storage
  if (storage === '') return remotePlaceOf(remote, key, io)
  throw usageError('UTPID_STORAGE and UTPID_REMOTE both name a registry: unset one, or use --storage or --remote.')
}

function remotePlaceOf(
  remote: string | undefined,
  key: string | undefined,
  { env }: Pick<Io, 'env'>,
): string | undefined {
  if (remote === undefined) return undefined
  const text = key ?? env.UTPID_KEY ?? ''
  if (text.trim() !== '') return placeOfRemote(remote, text)
  throw usageError(`${remote} needs a key: set UTPID_KEY to a key of that service.`)
}

/** Returns whether the address is encrypted or local. */
function isSafe(place: string): boolean {
  const { protocol, hostname } = new URL(place)
  return protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

function takesRemote(command: Command): boolean {
  return command.options.some(({ long }) => long === '--remote')
}
