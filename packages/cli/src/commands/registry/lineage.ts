import type { Registry } from '@utpid/core'
import type { Lineage } from '@utpid/core/operations'
import { InvalidArgumentError } from 'commander'
import { unknownId } from '../../arguments/known-supplier.ts'
import { utpidOfArgument } from '../../arguments/locate-argument.ts'
import { type Command, command } from '../../command/command.ts'
import { one, parsed } from '../../command/option.ts'
import { formationText } from '../../explain/formation-text.ts'
import { shownPlace } from '../../place/storage-place.ts'
import { historyText } from '../../render/history-text.ts'
import { lineageText } from '../../render/lineage-text.ts'

const PRODUCT = 'a UTPID, an identifier of an earlier scheme, or supplier:code'
/** Maximum UTPIDs in one tree; a chain of merges is rarely longer than three. */
const UTPIDS_DRAWN = 50

export const lineageCommand: Command = command({
  name: 'lineage',
  about: 'Show the lineage of a UTPID: merges, splits, and its product, now or at another time.',
  on: 'registry',
  arguments: { product: one(PRODUCT) },
  options: { at: parsed('time', 'as of this time, ISO 8601: 2026-03-01, or 2026-03-01T14:05:00Z', timeOption) },
  async run({ registry, place, signal, given: { product, ...options } }) {
    const utpid = await utpidOfArgument(registry, product, shownPlace(place), { signal })
    const lineage = await registry.lineage(utpid, { ...options, signal })
    if (lineage !== undefined) return lineage
    throw unknownId(shownPlace(place), utpid)
  },
  text: async (lineage, { registry, signal, given: { product: _, ...options } }) =>
    lineageText(lineage, await othersOf(registry, lineage, { ...options, signal })),
})

export const historyCommand: Command = command({
  name: 'history',
  about: 'List the history of a product: lineage, decisions of people, verifications.',
  on: 'registry',
  arguments: { product: one(PRODUCT) },
  run: async ({ registry, place, signal, given: { product } }) =>
    registry.history(await utpidOfArgument(registry, product, shownPlace(place), { signal }), { signal }),
  text: historyText,
})

export const howCommand: Command = command({
  name: 'how',
  about: 'Explain how a product came to be: what each step joined or did not join, and why.',
  on: 'registry',
  arguments: { product: one(PRODUCT) },
  run: async ({ registry, place, signal, given: { product } }) =>
    registry.how(await utpidOfArgument(registry, product, shownPlace(place), { signal }), { signal }),
  text: formationText,
})

/** Reads the lineages of the UTPIDs that entries name, recursively. */
async function othersOf(
  registry: Registry,
  root: Lineage,
  options: Parameters<Registry['lineage']>[1],
): Promise<ReadonlyMap<string, Lineage>> {
  const found = new Map<string, Lineage>([[root.utpid, root]])
  for (const { steps } of found.values()) {
    for (const { other } of steps) {
      if (other === undefined || found.has(other) || found.size >= UTPIDS_DRAWN) continue
      const lineage = await registry.lineage(other, options)
      if (lineage !== undefined) found.set(other, lineage)
    }
  }
  return found
}

function timeOption(text: string): string {
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? new Date(text) : undefined
  if (time !== undefined && !Number.isNaN(time.getTime())) return time.toISOString()
  throw new InvalidArgumentError('Write it as 2026-03-01 or 2026-03-01T14:05:00Z.')
}
