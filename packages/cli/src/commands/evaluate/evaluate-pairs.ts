import { parseHiddenFields } from '@utpid/evaluation'
import { loadGazetteer } from '@utpid/gazetteer'
import type { Command } from 'commander'
import { checkFiles } from '../../arguments/check-files.ts'
import { addDebugOption, decimalNumber, jsonOption, wholeNumber } from '../../command/common-options.ts'
import { fileLabel } from '../../evaluation/file-label.ts'
import { type EvaluatePairsOptions, evaluatePairs } from '../../evaluation/pairs/evaluate-pairs.ts'
import { pairTable } from '../../evaluation/pairs/pair-table.ts'
import type { Io } from '../../io/io.ts'
import { readModel } from '../../model/read-model.ts'

interface Flags {
  readonly model?: string
  readonly threshold?: number
  readonly hide?: string
  readonly records?: readonly string[]
  readonly label?: string
  readonly set?: string
  readonly asSuppliers?: boolean
  readonly ownWords?: boolean
  readonly total?: boolean
  readonly listMisses?: number
  readonly json?: boolean
}

const MAX_MISSES = 100_000

/** `utpid evaluate pairs`: scores labelled pairs one by one, without a registry. */
export function addEvaluatePairsCommand(evaluate: Command, io: Io): void {
  const command = evaluate
    .command('pairs')
    .description('Score files of labelled pairs { a, b, match } and compare the scores with the labels.')
    .argument('<files...>', 'JSON Lines of pairs, gzipped or not')
    .option('--model <file>', 'a scoring model (default: the shipped one)')
    .option(
      '--threshold <confidence>',
      "confidence from which a pair counts as a match (default: the model's threshold)",
      decimalNumber(0, 1),
    )
    .option('--hide <fields>', 'hide fields of every record, for example phone,website,ref')
    .option('--records <feeds...>', 'feeds with the records of pairs in the form [source, id, ...]')
    .option('--label <0|1>', "label of pairs without one (default: from 'positive' or 'negative' in the file name)")
    .option('--set <prefix>', 'only pairs of sets whose name starts with this prefix')
    .option(
      '--as-suppliers',
      'treat two records of one source as records of one supplier (default: always two suppliers)',
    )
    .option('--own-words', 'count term frequencies in the records of each file, as a registry with these records would')
    .option('--total', 'add a row over all files together')
    .option(
      '--list-misses <n>',
      'maximum misclassified pairs of each file to list, with the reasons',
      wholeNumber(0, MAX_MISSES),
    )
    .addOption(jsonOption())
  addDebugOption(command).action(async (files: string[], flags: Flags) => {
    checkFiles([...files, ...(flags.records ?? [])])
    const notices: string[] = []
    const options: EvaluatePairsOptions = {
      files,
      model: await readModel(flags.model),
      gazetteer: loadGazetteer(),
      ...(flags.threshold === undefined ? {} : { threshold: flags.threshold }),
      hidden: parseHiddenFields(flags.hide ?? ''),
      records: flags.records ?? [],
      ...(flags.label === undefined ? {} : { label: fileLabel(flags.label) }),
      ...(flags.set === undefined ? {} : { set: flags.set }),
      asSuppliers: flags.asSuppliers ?? false,
      words: flags.ownWords === true ? 'own' : 'shipped',
      total: flags.total ?? false,
      missesListed: flags.listMisses ?? 0,
      signal: io.signal,
      onNotice: (sentence) => notices.push(sentence),
    }
    const evaluations = await evaluatePairs(options).finally(async () => {
      for (const notice of notices) await io.stderr.line(notice)
    })
    if (flags.json) await io.stdout.json(evaluations)
    else await io.stdout.write(pairTable(evaluations))
  })
}
