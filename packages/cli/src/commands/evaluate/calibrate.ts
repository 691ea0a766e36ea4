import type { ScoringModel } from '@utpid/core/scoring'
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

const MAX_WRONG = 100_000

/** `utpid calibrate`: finds the `match` threshold that labelled pairs prove. */
export function addCalibrateCommand(program: Command, io: Io): void {
  const command = program
    .command('calibrate')
    .description(
      'Find the threshold at which links are correct often enough, proved by your labelled pairs { a, b, match }.',
    )
    .requiredOption('--pairs <files...>', 'JSON Lines of pairs, gzipped or not: a random sample of the candidate pairs')
    .requiredOption('--max-false-merge <share>', 'maximum share of wrong links, for example 0.001', share)
    .option('--model <file>', 'a scoring model (default: the shipped one)')
    .option('--out <file>', 'write the model with that threshold')
    .option('--name <name>', 'name of the written model')
    .option('--records <feeds...>', 'feeds with the records of pairs in the form [source, id, ...]')
    .option('--hide <fields>', 'hide fields of every record, for example phone,website,ref')
    .option('--label <0|1>', "label of pairs without one (default: from 'positive' or 'negative' in the file name)")
    .option('--set <prefix>', 'only pairs of sets whose name starts with this prefix')
    .option(
      '--as-suppliers',
      'treat two records of one source as records of one supplier (default: always two suppliers)',
    )
    .option('--own-words', 'count term frequencies in the records of each file, as a registry with these records would')
    .option(
      '--list-wrong <n>',
      'maximum pairs to list that would be linked against their label',
      wholeNumber(0, MAX_WRONG),
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
  // Create the file before scoring, so that an invalid path fails immediately.
  const file = out === undefined ? undefined : await AtomicFile.create(out)
  try {
    const calibration = await calibrateAndReport(flags, model, io)
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
 * Reports the result of calibration.
 *
 * @throws {CliError} when the pairs prove no threshold.
 */
async function calibrateAndReport(flags: Flags, model: ScoringModel, io: Io): Promise<Calibration> {
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

/** Returns the model with the new threshold and its provenance. */
function calibratedModel(model: ScoringModel, version: string, calibration: Calibration): ScoringModel {
  const { chosen, sets, maxFalseMerge, level } = calibration
  const names = sets.map(({ set, pairs, matches }) => `${set} (${pairs} pairs, ${matches} match)`).join(', ')
  const sentence = `From ${model.version}, with match by ${names}: ${chosen.wrong} of ${chosen.links} links wrong, at most ${chosen.upperBound.toPrecision(3)}; aim ${maxFalseMerge}, sure to ${level}.`
  return {
    ...model,
    version,
    provenance: model.provenance === '' ? sentence : `${model.provenance} ${sentence}`,
    thresholds: { ...model.thresholds, match: chosen.threshold },
  }
}

function nameOf({ name }: Flags, base: ScoringModel): string {
  if (name === undefined) throw new CliError(EXIT.usage, '--out needs --name: a new model needs a new name.')
  checkModelName(name, base)
  return name
}

function share(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (value > 0 && value <= 0.5) return value
  throw new InvalidArgumentError(
    'It must be a number above 0 and at most 0.5: 0.001 means one wrong link in a thousand.',
  )
}
