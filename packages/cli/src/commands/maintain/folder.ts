import type { CheckPhase, DurableStorage, Finding, FolderCheck } from '@utpid/adapter-folder'
import { createRegistry } from '@utpid/core'
import { unusedParts } from '@utpid/core/copy'
import { loadGazetteer } from '@utpid/gazetteer'
import { checkOutput } from '../../command/check-output.ts'
import { type Command, command } from '../../command/command.ts'
import { flag, required, text } from '../../command/option.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import { noteUnusedParts } from '../../place/note-unused-parts.ts'
import type { RegistryRules } from '../../place/registry-rules.ts'
import { inPhases } from '../../progress/phase-bars.ts'
import { counted, durationText, megabytesText, whole } from '../../text/number-text.ts'

const PHASE_NAMES: Readonly<Record<CheckPhase, string>> = {
  pages: 'Pages',
  records: 'Records',
  products: 'Products',
  edges: 'Edges and judgements',
  others: 'Alerts, changes and idempotency keys',
  counters: 'Counters',
  index: 'Index',
  checkpoint: 'Checkpoint',
}

/** Commands on the files of a folder. */
export const FOLDER_COMMANDS: readonly Command[] = [
  command({
    name: 'check',
    about: 'Check the folder of a registry for consistency: tables, index, index checkpoint.',
    on: 'damaged',
    options: { repair: flag('rebuild derived data; other data is never changed') },
    async run({ storage, rules, io, signal, seconds, given }) {
      const result = await inPhases(io, PHASE_NAMES, (onProgress) => storage.check({ ...given, signal, onProgress }))
      const findings =
        given.repair === true && isAssignedWrong(result)
          ? await withRepairedAssigned(storage, rules, result.findings, signal)
          : result.findings
      return { ...result, findings, seconds: seconds() }
    },
    text: checkText,
    failure({ findings }) {
      const left = findings.filter(({ repaired }) => !repaired)
      if (left.length === 0) return undefined
      return new CliError(
        EXIT.damaged,
        left.every(({ kind }) => kind === 'derived')
          ? 'All problems can be repaired: run "utpid check --repair".'
          : 'Some problems cannot be repaired from the remaining data: restore a backup, or import the feeds into another folder.',
      )
    },
  }),
  command({
    name: 'compact',
    about: 'Free unused disk space of a folder, and write an index checkpoint so that it opens quickly.',
    on: 'folder',
    run: async ({ storage, signal, seconds }) => ({ ...(await storage.compact({ signal })), seconds: seconds() }),
    text: ({ before, after, checkpoint, seconds }) =>
      `The ledger takes ${megabytesText(after)} (${megabytesText(before)} before), the index checkpoint ${megabytesText(checkpoint)}; done in ${durationText(seconds)}.\n`,
  }),
  command({
    name: 'package',
    about: 'Write the registry of a folder as a registry package: one file that opens read-only on any machine.',
    on: 'folder',
    options: { out: required(text('file', 'the file, for example registry.utpid')) },
    async run({ storage, place, rules, io, signal, seconds, given: { out } }) {
      checkOutput({ option: '--out', path: out, inputs: [], data: place })
      const { change, bytes } = await storage.writePackage(out, { signal })
      await noteUnusedParts(await unusedParts(storage, rules.schema), io.stderr)
      return { out, change, bytes, seconds: seconds() }
    },
    text: ({ out, change, bytes, seconds }) =>
      `${out} is the registry as of change ${whole(change)}, ${megabytesText(bytes)}; done in ${durationText(seconds)}.\n`,
  }),
]

function isAssignedWrong({ findings }: FolderCheck): boolean {
  return findings.some(({ code }) => code === 'assigned_wrong')
}

/** Writes records with wrong assigned identifiers again. Their clusters change, so this needs the registry. */
async function withRepairedAssigned(
  storage: DurableStorage,
  rules: RegistryRules,
  findings: readonly Finding[],
  signal: AbortSignal,
): Promise<Finding[]> {
  const registry = await createRegistry({ storage, gazetteer: loadGazetteer(), ...rules })
  await registry.repairAssigned({ signal })
  return findings.map((each) => (each.code === 'assigned_wrong' ? { ...each, repaired: true } : each))
}

function checkText({
  change,
  records,
  products,
  findings,
  seconds,
}: FolderCheck & { readonly seconds: number }): string {
  const held = `${counted(records, 'record')} in ${counted(products, 'product')} as of change ${whole(change)}, checked in ${durationText(seconds)}`
  if (findings.length === 0) return `No problems found: ${held}.\n`
  return `${findings.map(findingText).join('')}${held}.\n`
}

function findingText({ code, message, count, examples, repaired }: Finding): string {
  const more = count > examples.length ? `  and ${whole(count - examples.length)} more\n` : ''
  return `${code}: ${message} ${whole(count)}${repaired ? ', rebuilt' : ''}\n${examples.map((each) => `  ${each}\n`).join('')}${more}`
}
