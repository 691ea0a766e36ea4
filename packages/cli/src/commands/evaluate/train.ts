import { setImmediate } from 'node:timers/promises'
import { parseHiddenFields } from '@utpid/evaluation'
import { loadGazetteer } from '@utpid/gazetteer'
import { type TrainedModel, trainModel } from '@utpid/training'
import type { Command } from 'commander'
import { checkFiles } from '../../arguments/check-files.ts'
import { checkOutput } from '../../command/check-output.ts'
import { addDebugOption, jsonOption, wholeNumber } from '../../command/common-options.ts'
import { fileLabel } from '../../evaluation/file-label.ts'
import { AtomicFile } from '../../io/atomic-file.ts'
import type { Io } from '../../io/io.ts'
import { checkModelName } from '../../model/check-model-name.ts'
import { readModel } from '../../model/read-model.ts'
import { readTrainingSets, setName } from '../../model/read-training-sets.ts'
import { trainingRows, trainingTable } from '../../model/training-table.ts'

interface Flags {
  readonly pairs: readonly string[]
  readonly out: string
  readonly name: string
  readonly records?: readonly string[]
  readonly candidates?: readonly string[]
  readonly base?: string
  readonly hide?: string
  readonly label?: string
  readonly seed: number
  readonly json?: boolean
}

const SEED = 1

/** `utpid train`: trains a scoring model on labelled pairs. */
export function addTrainCommand(program: Command, io: Io): void {
  const command = program
    .command('train')
    .description(
      'Train a scoring model on labelled pairs { a, b, match }; the same pairs and seed give the same model.',
    )
    .requiredOption('--pairs <files...>', 'JSON Lines of pairs, gzipped or not; each file is a set')
    .requiredOption('--out <file>', 'file of the new model')
    .requiredOption('--name <name>', 'name of the new model')
    .option('--records <feeds...>', 'feeds with the records of pairs in the form [source, id, ...]')
    .option(
      '--candidates <files...>',
      'files whose pairs are candidates in their true proportion, used to calibrate confidences (default: all files)',
    )
    .option('--base <file>', 'the model that provides what the pairs cannot show (default: the shipped one)')
    .option('--hide <fields>', 'hide fields of every record: those from which the labels were made')
    .option('--label <0|1>', "label of pairs without one (default: from 'positive' or 'negative' in the file name)")
    .option('--seed <number>', 'seed for the split into held-out groups of pairs', wholeNumber(0, 2 ** 32 - 1), SEED)
    .addOption(jsonOption())
  addDebugOption(command).action(async (flags: Flags) => {
    const { pairs, records = [], base } = flags
    // Training takes minutes: report wrong input before it starts.
    checkFiles([...pairs, ...records])
    checkOutput({
      option: '--out',
      path: flags.out,
      inputs: [...pairs, ...records, ...(base === undefined ? [] : [base])],
    })
    const reading = {
      files: pairs,
      records,
      hidden: parseHiddenFields(flags.hide ?? ''),
      gazetteer: loadGazetteer(),
      ...(flags.label === undefined ? {} : { label: fileLabel(flags.label) }),
      signal: io.signal,
    }
    const model = await readModel(base)
    checkModelName(flags.name, model)
    const file = await AtomicFile.create(flags.out)
    let trained: TrainedModel
    try {
      const notices: string[] = []
      const sets = await readTrainingSets({ ...reading, onNotice: (sentence) => notices.push(sentence) })
      for (const notice of notices) await io.stderr.line(notice)
      trained = await trainModel(sets, {
        version: flags.name,
        base: model,
        seed: flags.seed,
        ...(flags.candidates === undefined ? {} : { candidates: flags.candidates.map(setName) }),
        onProgress: (sentence) => void io.stderr.line(sentence),
        signal: io.signal,
        yield: async () => void (await setImmediate()),
      })
      io.signal.throwIfAborted()
      await file.write(`${JSON.stringify(trained.model, null, 2)}\n`)
      await file.finish()
    } catch (error) {
      await file.discard()
      throw error
    }
    const rows = trainingRows(trained)
    if (flags.json)
      await io.stdout.json({ version: trained.model.version, thresholds: trained.model.thresholds, sets: rows })
    else {
      const { match, review, pair } = trained.model.thresholds
      await io.stdout.write(trainingTable(rows))
      await io.stdout.line(`Written to ${flags.out}: match ${match}, review ${review}, pair ${pair}.`)
    }
  })
}
