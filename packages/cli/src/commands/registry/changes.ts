import { LIMITS, RegistryError, type RegistryEvent } from '@utpid/core'
import type { EventPage } from '@utpid/core/operations'
import { type Call, type Command, command, type GivenOptions } from '../../command/command.ts'
import { byDefault, flag, integer } from '../../command/option.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import { openForReading } from '../../place/open-registry.ts'
import { printable } from '../../text/printable.ts'

const CHANGES_SHOWN = 100
const POLL_SECONDS = 5
const MAX_SECONDS = 3_600

const CHANGES_OPTIONS = {
  after: byDefault(integer('n', 'only changes after this one', 0, Number.MAX_SAFE_INTEGER), 0),
  limit: integer('n', `maximum changes to show (default: ${CHANGES_SHOWN}; with --follow: all)`, 1, LIMITS.rowsPerPage),
  follow: flag('continue with new changes, until Ctrl-C'),
  every: byDefault(
    integer(
      'seconds',
      'with --follow: polling interval; the registry is closed in between, so that others can write',
      1,
      MAX_SECONDS,
    ),
    POLL_SECONDS,
  ),
}

export const changesCommand: Command = command({
  name: 'changes',
  about: 'List the changes of the registry, oldest first.',
  on: 'place',
  options: CHANGES_OPTIONS,
  async run(call) {
    const { io, given } = call
    const { after, limit = CHANGES_SHOWN } = given
    if (given.follow === true) return follow(call, given)
    const pages = await changesAfter(call, { after, limit })
    await writePages(pages, call)
    const last = pages.at(-1)?.change
    if (last === undefined) await io.stderr.line(`There are no changes after change ${after}.`)
    else if (pages.length === limit) await io.stderr.line(`--after ${last} shows more.`)
  },
})

async function follow(call: Call, flags: GivenOptions<typeof CHANGES_OPTIONS>): Promise<void> {
  const { limit = LIMITS.rowsPerPage, every } = flags
  let { after } = flags
  let wasLocked = false
  let isFirst = true
  for (;;) {
    try {
      // Print the index version only once.
      const pages = await changesAfter(call, { after, limit }, isFirst)
      wasLocked = false
      isFirst = false
      await writePages(pages, call)
      after = pages.at(-1)?.change ?? after
      if (pages.length === limit) continue
    } catch (error) {
      if (!(error instanceof RegistryError) || error.code !== 'storage_locked') throw error
      if (!wasLocked) await call.io.stderr.line('Another process has the registry open; waiting until it is closed.')
      wasLocked = true
    }
    await call.io.sleep(every * 1_000)
  }
}

async function changesAfter(
  { place, rules, io: { signal, stderr } }: Call,
  { after, limit }: { readonly after: number; readonly limit: number },
  isNoted = true,
): Promise<EventPage[]> {
  await using registry = await openForReading(place, isNoted ? stderr : undefined, rules)
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

async function writePages(pages: readonly EventPage[], { io, json }: Call): Promise<void> {
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
      return `${event.type}  ${event.model}  term-frequency version ${event.tfVersion}`
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
