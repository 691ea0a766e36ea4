import { parseHiddenFields } from '@utpid/evaluation'
import { loadGazetteer } from '@utpid/gazetteer'
import type { Command } from 'commander'
import { checkRereadFiles } from '../../arguments/check-files.ts'
import { addDebugOption, jsonOption, wholeNumber } from '../../command/common-options.ts'
import { parseFeedConditions } from '../../evaluation/feed-conditions.ts'
import { parseHiddenIn } from '../../evaluation/hidden-in.ts'
import { evaluateRegistry } from '../../evaluation/registry/evaluate-registry.ts'
import { registryTable } from '../../evaluation/registry/registry-table.ts'
import { collect } from '../../import/read-records.ts'
import type { Io } from '../../io/io.ts'
import { readModel } from '../../model/read-model.ts'
import { Progress } from '../../progress/progress.ts'

interface Flags {
  readonly feeds: readonly string[]
  readonly positives: readonly string[]
  readonly negatives: readonly string[]
  readonly model?: string
  readonly hide?: string
  readonly hideIn?: readonly string[]
  readonly where?: readonly string[]
  readonly set?: string
  readonly listMisses?: number
  readonly json?: boolean
}

const MAX_MISSES = 100_000

/** `utpid evaluate registry`: imports feeds into a registry and evaluates it by labelled pairs. */
export function addEvaluateRegistryCommand(evaluate: Command, io: Io): void {
  const command = evaluate
    .command('registry')
    .description('Import feeds into a registry in memory and evaluate it by labelled pairs of their records.')
    .requiredOption('--feeds <files...>', "the suppliers' feeds; a record's supplier is its source")
    .requiredOption('--positives <files...>', 'pairs of one product: [source, id, ...] in a and b')
    .requiredOption('--negatives <files...>', 'pairs of two products')
    .option('--model <file>', 'a scoring model (default: the shipped one)')
    .option('--hide <fields>', 'hide fields of every record, for example phone,website,ref')
    .option('--hide-in <source:fields>', 'hide fields of the records of one source; repeatable', collect)
    .option(
      '--where <[source:]field=value>',
      'read only rows that meet this condition, of all feeds or of one source; repeatable',
      collect,
    )
    .option('--set <prefix>', 'only pairs of sets whose name starts with this prefix')
    .option(
      '--list-misses <n>',
      'maximum pairs of each kind of error to list, with the reasons',
      wholeNumber(0, MAX_MISSES),
    )
    .addOption(jsonOption())
  addDebugOption(command).action(async (flags: Flags) => {
    checkRereadFiles('evaluate registry', [...flags.feeds, ...flags.positives, ...flags.negatives])
    const hidden = parseHiddenFields(flags.hide ?? '')
    const hiddenIn = parseHiddenIn(flags.hideIn ?? [])
    const where = parseFeedConditions(flags.where ?? [])
    const model = await readModel(flags.model)
    const notices: string[] = []
    const progress = new Progress(io, 'importing')
    const evaluation = await evaluateRegistry({
      feeds: flags.feeds,
      positives: flags.positives,
      negatives: flags.negatives,
      model,
      gazetteer: loadGazetteer(),
      hidden,
      hiddenIn,
      where,
      set: flags.set,
      missesListed: flags.listMisses ?? 0,
      signal: io.signal,
      onProgress: ({ read }) => progress.records(read),
      onNotice: (sentence) => notices.push(sentence),
    }).finally(async () => {
      progress.stop()
      for (const notice of notices) await io.stderr.line(notice)
    })
    if (flags.json) await io.stdout.json(evaluation)
    else await io.stdout.write(registryTable(evaluation))
  })
}
