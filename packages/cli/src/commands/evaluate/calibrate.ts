import type { ScoringModel } from '@utpid/core/scoring'
import { InvalidArgumentError } from 'commander'
import { checkFiles } from '../../arguments/check-files.ts'
import { checkOutput } from '../../command/check-output.ts'
import { type Call, type Command, command } from '../../command/command.ts'
import { writeWhole } from '../../command/export-output.ts'
import { integer, many, parsed, required, text } from '../../command/option.ts'
import { CliError, usageError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import { AtomicFile } from '../../io/atomic-file.ts'
import { type CalibrateOptions, type Calibration, calibrateThreshold } from '../../model/calibrate-threshold.ts'
import { foundText, refusalText, reliabilityTable, wrongLinksText } from '../../model/calibration-text.ts'
import { checkModelName } from '../../model/check-model-name.ts'
import { readModel } from '../../model/read-model.ts'
import {
  HIDE,
  MAX_LISTED,
  MODEL,
  PAIR_OPTIONS,
  pairReading,
  pairScoring,
  RECORDS,
  withNotices,
} from './evaluation-options.ts'

/** Finds the `match` threshold that labelled pairs prove. */
export const calibrateCommand: Command = command({
  name: 'calibrate',
  about: 'Find the threshold at which links are correct often enough, proved by your labelled pairs { a, b, match }.',
  on: 'scoring',
  options: {
    pairs: required(many('files', 'JSON Lines of pairs, gzipped or not: a random sample of the candidate pairs')),
    maxFalseMerge: required(parsed('share', 'maximum share of wrong links, for example 0.001', share)),
    model: MODEL,
    out: text('file', 'write the model with that threshold'),
    name: text('name', 'name of the written model'),
    records: RECORDS,
    hide: HIDE,
    ...PAIR_OPTIONS,
    listWrong: integer('n', 'maximum pairs to list that would be linked against their label', 0, MAX_LISTED),
  },
  async run(call) {
    const { io, signal, given, rules } = call
    const { pairs, records = [], out, maxFalseMerge, listWrong = 0 } = given
    checkFiles([...pairs, ...records])
    if (out !== undefined) {
      const inputs = [...pairs, ...records, ...(given.model === undefined ? [] : [given.model])]
      checkOutput({ option: '--out', path: out, inputs })
    }
    const model = await readModel(given.model, rules.schema)
    const name = out === undefined ? '' : nameOf(given.name, model)
    const calibrated = async (): Promise<Calibration> => {
      const scoring = { model, ...pairReading(given, rules.schema), ...pairScoring(given) }
      const options = { files: pairs, maxFalseMerge, ...scoring, signal }
      return await calibrateAndReport(options, listWrong, call)
    }
    if (out === undefined) return void (await calibrated())
    // Create the file before scoring, so that an invalid path fails immediately.
    const file = await AtomicFile.create(out)
    await writeWhole(file, async () => {
      await file.write(`${JSON.stringify(calibratedModel(model, name, await calibrated()), null, 2)}\n`)
    })
    await io.stderr.line(`Written to ${out}.`)
  },
})

/**
 * Reports the result of calibration.
 *
 * @throws {CliError} when the pairs prove no threshold.
 */
async function calibrateAndReport(
  options: Omit<CalibrateOptions, 'onNotice'>,
  listWrong: number,
  { io, json }: Call,
): Promise<Calibration> {
  const calibration = await withNotices(io, (onNotice) => calibrateThreshold({ ...options, onNotice }))
  const { chosen } = calibration
  const wrong = calibration.wrong.slice(0, listWrong)
  if (json) await io.stdout.json({ ...calibration, wrong })
  else await io.stdout.write(`${reliabilityTable(calibration)}${wrongLinksText(wrong)}`)
  if (chosen.kind !== 'found') throw new CliError(EXIT.refused, refusalText(chosen, calibration))
  if (!json) await io.stdout.line(foundText(chosen, calibration))
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

function nameOf(name: string | undefined, base: ScoringModel): string {
  if (name === undefined) throw usageError('--out needs --name: a new model needs a new name.')
  checkModelName(name, base)
  return name
}

function share(given: string): number {
  const value = given.trim() === '' ? Number.NaN : Number(given)
  if (value > 0 && value <= 0.5) return value
  throw new InvalidArgumentError(
    'It must be a number above 0 and at most 0.5: 0.001 means one wrong link in a thousand.',
  )
}
