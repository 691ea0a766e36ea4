import type { ScoringModel } from '@utpid/core'
import { parseHiddenFields } from '@utpid/evaluation'
import { loadGazetteer } from '@utpid/gazetteer'
import { type Command, InvalidArgumentError } from 'commander'
import { checkFiles } from '../../arguments/check-files.ts'
import { checkOutput } from '../../command/check-output.ts'
import { addDebugOption, jsonOption, wholeNumber } from '../../command/common-options.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import { fileLabel } from '../../evaluation/file-label.ts'
import { AtomicFile } from '../../io/atomic-file.ts'
import type { Io } from '../../io/io.ts'
import { type Calibration, calibrateThreshold } from '../../model/calibrate-threshold.ts'
import { foundText, refusalText, reliabilityTable, wrongLinksText } from '../../model/calibration-text.ts'
import { checkModelName } from '../../model/check-model-name.ts'
import { readModel } from '../../model/read-model.ts'

interface Flags {
  readonly pairs: readonly string[]
  readonly maxFalseMerge: number
  readonly model?: string
  readonly out?: string
  readonly name?: string
  readonly hide?: string
  readonly records?: readonly string[]
  readonly label?: string
  readonly set?: string
  readonly asSuppliers?: boolean
  readonly ownWords?: boolean
  readonly listWrong?: number
  readonly json?: boolean
}

const WRONG_MOST = 100_000

/** `utpid calibrate`: the threshold of `match` that labelled pairs prove. */
export function addCalibrateCommand(program: Command, io: Io): void {
  const command = program
    .command('calibrate')
    .description(
      'Find the threshold from which links are right often enough, proved by your labelled pairs { a, b, match }.',
    )
    .requiredOption('--pairs <files...>', 'JSON Lines of pairs, gzip or not: a random sample of what may be linked')
    .requiredOption('--max-false-merge <share>', 'the share of links that may be wrong, for example 0.001', share)
    .option('--model <file>', 'a scoring model instead of the one shipped')
    .option('--out <file>', 'write the model with that threshold')
    .option('--name <name>', 'what the written model is called')
    .option('--records <feeds...>', 'feeds that hold the records of pairs given as [source, id, ...]')
    .option('--hide <fields>', 'leave fields out of every record, for example phone,website,ref')
    .option(
      '--label <0|1>',
      "the label of pairs without one; by 'positive' or 'negative' in the file's name unless given",
    )
    .option('--set <prefix>', 'only pairs of sets whose name begins so')
    .option('--as-suppliers', 'two records of one source are of one supplier; else a and b always are of two')
    .option(
      '--own-words',
      'how much words tell is counted among the records of each file, as an epoch of a registry that holds them',
    )
    .option(
      '--list-wrong <n>',
      'list up to so many pairs that would be linked against their label',
      wholeNumber(0, WRONG_MOST),
    )
    .addOption(jsonOption())
  addDebugOption(command).action((flags: Flags) => calibrate(flags, io))
}

async function calibrate(flags: Flags, io: Io): Promise<void> {
  const { pairs, records = [], out } = flags
  checkFiles([...pairs, ...records])
  if (out !== undefined) {
    const inputs = [...pairs, ...records, ...(flags.model === undefined ? [] : [flags.model])]
    checkOutput({ option: '--out', path: out, inputs })
  }
  const model = await readModel(flags.model)
  const name = out === undefined ? undefined : nameOf(flags, model)
  // Before the labels are scored: a place that cannot be written is told at once.
  const file = out === undefined ? undefined : await AtomicFile.create(out)
  try {
    const calibration = await proved(flags, model, io)
    if (file === undefined || name === undefined) return
    await file.write(`${JSON.stringify(calibratedModel(model, name, calibration), null, 2)}\n`)
    await file.finish()
  } catch (error) {
    await file?.discard()
    throw error
  }
  await io.stderr.line(`Written to ${out}.`)
}

/**
 * Tells what the labels say.
 *
 * @throws {CliError} when they prove no threshold.
 */
async function proved(flags: Flags, model: ScoringModel, io: Io): Promise<Calibration> {
  const notices: string[] = []
  const calibration = await calibrateThreshold({
    files: flags.pairs,
    model,
    maxFalseMerge: flags.maxFalseMerge,
    gazetteer: loadGazetteer(),
    hidden: parseHiddenFields(flags.hide ?? ''),
    records: flags.records ?? [],
    ...(flags.label === undefined ? {} : { label: fileLabel(flags.label) }),
    ...(flags.set === undefined ? {} : { set: flags.set }),
    asSuppliers: flags.asSuppliers ?? false,
    words: flags.ownWords === true ? 'own' : 'shipped',
    signal: io.signal,
    onNotice: (sentence) => notices.push(sentence),
  }).finally(async () => {
    for (const notice of notices) await io.stderr.line(notice)
  })
  const { chosen } = calibration
  const wrong = calibration.wrong.slice(0, flags.listWrong ?? 0)
  if (flags.json) await io.stdout.json({ ...calibration, wrong })
  else await io.stdout.write(`${reliabilityTable(calibration)}${wrongLinksText(wrong)}`)
  if (chosen.kind !== 'found') throw new CliError(EXIT.refused, refusalText(chosen, calibration))
  if (!flags.json) await io.stdout.line(foundText(chosen, calibration))
  return calibration
}

/** The model with the threshold that was found, and what it rests on. */
function calibratedModel(model: ScoringModel, version: string, calibration: Calibration): ScoringModel {
  const { chosen, sets, maxFalseMerge, level } = calibration
  const names = sets.map(({ set, pairs, matches }) => `${set} (${pairs} pairs, ${matches} match)`).join(', ')
  const sentence = `From ${model.version}, with match by ${names}: ${chosen.wrong} of ${chosen.links} links wrong, at most ${chosen.atMost.toPrecision(3)}; aim ${maxFalseMerge}, sure to ${level}.`
  return {
    ...model,
    version,
    provenance: model.provenance === '' ? sentence : `${model.provenance} ${sentence}`,
    thresholds: { ...model.thresholds, match: chosen.threshold },
  }
}

function nameOf({ name }: Flags, base: ScoringModel): string {
  if (name === undefined) throw new CliError(EXIT.usage, '--out needs --name: another model needs another name.')
  checkModelName(name, base)
  return name
}

function share(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (value > 0 && value <= 0.5) return value
  throw new InvalidArgumentError('It must be a number above 0, up to 0.5: 0.001 is one wrong link in a thousand.')
}
