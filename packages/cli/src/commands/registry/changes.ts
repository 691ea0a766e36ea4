import { LIMITS, RegistryError, type RegistryEvent } from '@utpid/core'
import type { EventPage } from '@utpid/core/operations'
import type { Command } from 'commander'
import { addCommonOptions, type DataFlags, type JsonFlags, wholeNumber } from '../../command/common-options.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import type { Io } from '../../io/io.ts'
import { openForReading } from '../../place/open-registry.ts'
import { printable } from '../../text/printable.ts'

interface ChangesFlags extends DataFlags, JsonFlags {
  readonly after: number
  readonly limit?: number
  readonly follow?: boolean
  readonly every: number
}

const CHANGES_SHOWN = 100
const POLL_SECONDS = 5
const MAX_SECONDS = 3_600

export function addChangesCommand(program: Command, io: Io): void {
  const command = program
    .command('changes')
    .description('List the changes of the registry, oldest first.')
    .option('--after <n>', 'only changes after this one', wholeNumber(0, Number.MAX_SAFE_INTEGER), 0)
    .option(
      '--limit <n>',
      `maximum changes to show (default: ${CHANGES_SHOWN}; with --follow: all)`,
      wholeNumber(1, LIMITS.rowsPerPage),
    )
    .option('--follow', 'continue with new changes, until Ctrl-C')
    .option(
      '--every <seconds>',
      'with --follow: polling interval; the registry is closed in between, so that others can write',
      wholeNumber(1, MAX_SECONDS),
      POLL_SECONDS,
    )
  addCommonOptions(command).action((flags: ChangesFlags) => listChanges(flags, io))
}

async function listChanges(flags: ChangesFlags, io: Io): Promise<void> {
  if (flags.follow === true) return follow(flags, io)
  const { after, limit = CHANGES_SHOWN } = flags
  const pages = await changesAfter(flags.data, after, limit, io)
  await writePages(pages, flags, io)
  const last = pages.at(-1)?.change
  if (last === undefined) await io.stderr.line(`There are no changes after change ${after}.`)
  else if (pages.length === limit) await io.stderr.line(`--after ${last} shows more.`)
}

async function follow(flags: ChangesFlags, io: Io): Promise<void> {
  const limit = flags.limit ?? LIMITS.rowsPerPage
  let { after } = flags
  let wasLocked = false
  let isFirst = true
  for (;;) {
    try {
      // Print the index version only once.
      const pages = await changesAfter(flags.data, after, limit, io, isFirst)
      wasLocked = false
      isFirst = false
      await writePages(pages, flags, io)
      after = pages.at(-1)?.change ?? after
      if (pages.length === limit) continue
    } catch (error) {
      if (!(error instanceof RegistryError) || error.code !== 'storage_locked') throw error
      if (!wasLocked) await io.stderr.line('Another process has the registry open; waiting until it is closed.')
      wasLocked = true
    }
    await io.sleep(flags.every * 1_000)
  }
}

async function changesAfter(
  data: string,
  after: number,
  limit: number,
  { signal, stderr }: Io,
  isNoted = true,
): Promise<EventPage[]> {
  await using registry = await openForReading(data, isNoted ? stderr : undefined)
  try {
    return await registry.events({ after, limit, signal })
  } catch (error) {
    if (!(error instanceof RegistryError) || error.code !== 'changes_expired') throw error
    const { oldest, head } = error.details as { oldest?: number; head?: number }
    const last = oldest === undefined ? (head ?? after) : oldest - 1
    const reason =
      oldest === undefined
        ? `The last change here is ${last}, so ${after} belongs to another registry, or to this one before a restore`
        : `Changes up to ${last} are no longer stored`
    throw new CliError(
      EXIT.storage,
      `${reason}. Use "utpid export" for the current state, then continue with --after ${last}.`,
      { cause: error },
    )
  }
}

async function writePages(pages: readonly EventPage[], { json }: ChangesFlags, io: Io): Promise<void> {
  for (const page of pages) {
    if (json === true) await io.stdout.json(page)
    else await io.stdout.write(changeText(page))
  }
}

function changeText({ change, at, events }: EventPage): string {
  const lines = events.length === 0 ? ['(no event)'] : events.map(eventText)
  return lines.map((line) => `${change}  ${at}  ${printable(line)}\n`).join('')
}

function eventText(event: RegistryEvent): string {
  switch (event.type) {
    case 'registry.reindexed':
      return `${event.type}  ${event.indexVersion}`
    case 'registry.rescored':
      return `${event.type}  ${event.model}  epoch ${event.epoch}`
    case 'product.updated':
      return `${event.type}  ${event.utpid}  ${event.fields.join(', ')}`
    case 'product.merged':
      return `${event.type}  ${event.utpid}  into ${event.into}`
    case 'product.split':
      return `${event.type}  ${event.utpid}  from ${event.from}`
    case 'supplier.code.moved':
      return `${event.type}  ${event.supplier} ${event.code}  to ${event.utpid}  from ${event.from}`
    case 'supplier.code.drifted':
      return `${event.type}  ${event.supplier} ${event.code}  ${event.kind}  ${event.utpid}${event.from === event.utpid ? '' : `  from ${event.from}`}  ${event.confidence.toFixed(3)}`
    case 'product.verified':
      return `${event.type}  ${event.utpid}  ${event.method}`
    case 'product.unverified':
      return `${event.type}  ${event.utpid}  ${event.reason}`
    case 'duplicate.opened':
      return `${event.type}  ${event.utpids.join(' and ')}  ${event.confidence.toFixed(3)}`
    case 'duplicate.resolved':
      return `${event.type}  ${event.utpids.join(' and ')}  ${event.status}`
    default:
      return `${event.type}  ${event.utpid}`
  }
}
