import { setImmediate } from 'node:timers/promises'
import type { ScoringModel } from '@utpid/core/scoring'
import { defined } from '@utpid/core/storage'
import { neutralModel, type TrainOptions, trainModel, trainUnlabelled } from '@utpid/training'
import { checkFiles } from '../../arguments/check-files.ts'
import { checkOutput } from '../../command/check-output.ts'
import { type Call, type Command, command } from '../../command/command.ts'
import { writeWhole } from '../../command/export-output.ts'
import { byDefault, flag, integer, many, repeated, required, text } from '../../command/option.ts'
import { usageError } from '../../errors/cli-error.ts'
import { AtomicFile } from '../../io/atomic-file.ts'
import { checkModelName } from '../../model/check-model-name.ts'
import { readModel } from '../../model/read-model.ts'
import { readSupplierRecords } from '../../model/read-supplier-records.ts'
import { readTrainingSets, setName } from '../../model/read-training-sets.ts'
import { type TrainingRow, trainingRows, trainingTable } from '../../model/training-table.ts'
import { type UnlabelledFigures, unlabelledText } from '../../model/unlabelled-text.ts'
import { HIDE_IN, LABEL, pairReading, RECORDS, sourceReading, withNotices } from './evaluation-options.ts'

const SEED = 1
const MAX_SEED = 2 ** 32 - 1

/** Trains a scoring model on labelled pairs, or on feeds without labels. */
export const trainCommand: Command = command({
  name: 'train',
  about:
    'Train a scoring model on labelled pairs { a, b, match }, or on feeds without labels; the same input and seed give the same model.',
  on: 'scoring',
  options: {
    pairs: many('files', 'JSON Lines of pairs, gzipped or not; each file is a set'),
    unlabelled: {
      ...many('feeds', "train without labels on the feeds of two or more suppliers; a record's supplier is its source"),
      conflicts: 'pairs',
    },
    out: required(text('file', 'file of the new model')),
    name: required(text('name', 'name of the new model')),
    records: RECORDS,
    candidates: many(
      'files',
      'files whose pairs are candidates in their true proportion, used to calibrate confidences (default: all files)',
    ),
    base: text(
      'file',
      'model that supplies vetoes, and bits where the pairs or records are too few (default: the shipped one)',
    ),
    neutral: flag('use only the vetoes and thresholds of the base model, not its bits'),
    hide: text('fields', 'hide fields of every record: those from which the labels were made'),
    hideIn: HIDE_IN,
    where: repeated('[source:]field=value', 'with --unlabelled: read only rows that meet this condition; repeatable'),
    severalCodes: many('suppliers', 'with --unlabelled: suppliers that list one product under several codes'),
    label: LABEL,
    seed: byDefault(integer('number', 'seed for the held-out groups of pairs, or for random pairs', 0, MAX_SEED), SEED),
  },
  async run(call) {
    const { io, given, rules } = call
    const { pairs = [], unlabelled = [], out, name, records = [], base, seed, neutral = false } = given
    checkCombination(given)
    const files = [...pairs, ...unlabelled, ...records]
    // Training takes minutes: report wrong input before it starts.
    checkFiles(files)
    checkOutput({ option: '--out', path: out, inputs: [...files, ...(base === undefined ? [] : [base])] })
    const model = await readModel(base, rules.schema)
    checkModelName(name, model)
    const options: CommonOptions = {
      version: name,
      base: neutral ? neutralModel(model) : model,
      seed,
      ...defined({ schema: rules.schema }),
      onProgress: (sentence) => void io.stderr.line(sentence),
      signal: call.signal,
      yield: async () => void (await setImmediate()),
    }
    const training = unlabelled.length > 0 ? unlabelledTraining(call) : labelledTraining(call)
    const file = await AtomicFile.create(out)
    return await writeWhole(file, async () => {
      const { model: trained, ...answer } = await training(options)
      call.signal.throwIfAborted()
      await file.write(`${JSON.stringify(trained, null, 2)}\n`)
      return { version: trained.version, thresholds: trained.thresholds, ...answer }
    })
  },
  text({ thresholds: { match, review, pair }, sets, unlabelled }, { given }) {
    const figures = unlabelled === undefined ? trainingTable(sets) : unlabelledText(unlabelled)
    return `${figures}Written to ${given.out}: match ${match}, review ${review}, pair ${pair}.\n`
  },
})

type CommonOptions = Omit<TrainOptions, 'candidates'>

interface Training {
  readonly model: ScoringModel
  /** Results of the sets of labelled pairs; empty without labels. */
  readonly sets: readonly TrainingRow[]
  readonly unlabelled?: UnlabelledFigures
}

interface Given {
  readonly pairs?: readonly string[]
  readonly unlabelled?: readonly string[]
  readonly records?: readonly string[]
  readonly candidates?: readonly string[]
  readonly label?: string
  readonly hide?: string
  readonly hideIn?: readonly string[]
  readonly where?: readonly string[]
  readonly severalCodes?: readonly string[]
}

type TrainCall = Pick<Call, 'io' | 'signal' | 'rules'> & { readonly given: Given }

/** Options for only one kind of training. */
const OF_PAIRS = ['records', 'candidates', 'label'] as const
const OF_FEEDS = ['hideIn', 'where', 'severalCodes'] as const

/** @throws CliError without `--pairs` and `--unlabelled`, and for options of the other kind of training. */
function checkCombination(given: Given): void {
  if (given.pairs === undefined && given.unlabelled === undefined) {
    throw usageError('Give labelled pairs with --pairs, or feeds without labels with --unlabelled.')
  }
  const [wrong, kind] = given.unlabelled === undefined ? [OF_FEEDS, '--unlabelled'] : [OF_PAIRS, '--pairs']
  const used = wrong.find((name) => given[name] !== undefined)
  if (used === undefined) return
  const option = `--${used.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  throw usageError(`${option} needs ${kind}.`)
}

function labelledTraining({
  io,
  signal,
  given,
  rules: { schema },
}: TrainCall): (options: CommonOptions) => Promise<Training> {
  const { pairs = [], candidates } = given
  const reading = { files: pairs, ...pairReading(given, schema), signal }
  return async (options) => {
    const sets = await withNotices(io, (onNotice) => readTrainingSets({ ...reading, onNotice }))
    const trained = await trainModel(sets, {
      ...options,
      ...(candidates && { candidates: candidates.map(setName) }),
    })
    return { model: trained.model, sets: trainingRows(trained) }
  }
}

function unlabelledTraining({
  io,
  signal,
  given,
  rules: { schema },
}: TrainCall): (options: CommonOptions) => Promise<Training> {
  const { unlabelled = [], severalCodes = [] } = given
  const reading = { ...sourceReading(given, schema), severalCodes, signal }
  return async (options) => {
    const suppliers = await withNotices(io, (onNotice) => readSupplierRecords(unlabelled, { ...reading, onNotice }))
    const { model, ...figures } = await trainUnlabelled(suppliers, options)
    return { model, sets: [], unlabelled: figures }
  }
}
