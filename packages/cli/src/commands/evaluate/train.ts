import { setImmediate } from 'node:timers/promises'
import { defined } from '@utpid/core/storage'
import { type TrainedModel, trainModel } from '@utpid/training'
import { checkFiles } from '../../arguments/check-files.ts'
import { checkOutput } from '../../command/check-output.ts'
import { type Command, command } from '../../command/command.ts'
import { writeWhole } from '../../command/export-output.ts'
import { byDefault, integer, many, required, text } from '../../command/option.ts'
import { AtomicFile } from '../../io/atomic-file.ts'
import { checkModelName } from '../../model/check-model-name.ts'
import { readModel } from '../../model/read-model.ts'
import { readTrainingSets, setName } from '../../model/read-training-sets.ts'
import { trainingRows, trainingTable } from '../../model/training-table.ts'
import { LABEL, pairReading, RECORDS, withNotices } from './evaluation-options.ts'

const SEED = 1
const MAX_SEED = 2 ** 32 - 1

/** Trains a scoring model on labelled pairs. */
export const trainCommand: Command = command({
  name: 'train',
  about: 'Train a scoring model on labelled pairs { a, b, match }; the same pairs and seed give the same model.',
  on: 'scoring',
  options: {
    pairs: required(many('files', 'JSON Lines of pairs, gzipped or not; each file is a set')),
    out: required(text('file', 'file of the new model')),
    name: required(text('name', 'name of the new model')),
    records: RECORDS,
    candidates: many(
      'files',
      'files whose pairs are candidates in their true proportion, used to calibrate confidences (default: all files)',
    ),
    base: text('file', 'model that supplies vetoes, and bits where the pairs are too few (default: the shipped one)'),
    hide: text('fields', 'hide fields of every record: those from which the labels were made'),
    label: LABEL,
    seed: byDefault(integer('number', 'seed for the split into held-out groups of pairs', 0, MAX_SEED), SEED),
  },
  async run({ io, signal, given, rules: { schema } }) {
    const { pairs, out, name, records = [], candidates, base, seed } = given
    // Training takes minutes: report wrong input before it starts.
    checkFiles([...pairs, ...records])
    checkOutput({ option: '--out', path: out, inputs: [...pairs, ...records, ...(base === undefined ? [] : [base])] })
    const reading = { files: pairs, ...pairReading(given, schema), signal }
    const model = await readModel(base, schema)
    checkModelName(name, model)
    const file = await AtomicFile.create(out)
    return await writeWhole(file, async () => {
      const sets = await withNotices(io, (onNotice) => readTrainingSets({ ...reading, onNotice }))
      const trained = await trainModel(sets, {
        version: name,
        base: model,
        seed,
        ...defined({ schema }),
        ...(candidates && { candidates: candidates.map(setName) }),
        onProgress: (sentence) => void io.stderr.line(sentence),
        signal,
        yield: async () => void (await setImmediate()),
      })
      signal.throwIfAborted()
      await file.write(`${JSON.stringify(trained.model, null, 2)}\n`)
      return answerOf(trained)
    })
  },
  text({ thresholds: { match, review, pair }, sets }, { given }) {
    return `${trainingTable(sets)}Written to ${given.out}: match ${match}, review ${review}, pair ${pair}.\n`
  },
})

function answerOf(trained: TrainedModel): Pick<TrainedModel['model'], 'version' | 'thresholds'> & {
  readonly sets: ReturnType<typeof trainingRows>
} {
  const { version, thresholds } = trained.model
  return { version, thresholds, sets: trainingRows(trained) }
}
