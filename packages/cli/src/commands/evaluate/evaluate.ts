import { defined } from '@utpid/core/storage'
import { checkFiles, checkRereadFiles } from '../../arguments/check-files.ts'
import { type Command, command } from '../../command/command.ts'
import { decimal, flag, integer, many, repeated, required, some, text } from '../../command/option.ts'
import { evaluateLinkage } from '../../evaluation/linkage/evaluate-linkage.ts'
import { linkageTable } from '../../evaluation/linkage/linkage-table.ts'
import { evaluatePairs } from '../../evaluation/pairs/evaluate-pairs.ts'
import { pairTable } from '../../evaluation/pairs/pair-table.ts'
import { evaluateRegistry } from '../../evaluation/registry/evaluate-registry.ts'
import { registryTable } from '../../evaluation/registry/registry-table.ts'
import { readModel } from '../../model/read-model.ts'
import { Progress } from '../../progress/progress.ts'
import {
  HIDE,
  HIDE_IN,
  MAX_LISTED,
  MODEL,
  PAIR_OPTIONS,
  pairReading,
  pairScoring,
  RECORDS,
  SET,
  sourceReading,
  withNotices,
} from './evaluation-options.ts'

/** Scores labelled pairs one by one, without a registry. */
const pairsCommand: Command = command({
  name: 'evaluate pairs',
  about: 'Score files of labelled pairs { a, b, match } and compare the scores with the labels.',
  on: 'scoring',
  arguments: { files: some('JSON Lines of pairs, gzipped or not') },
  options: {
    model: MODEL,
    threshold: decimal(
      'confidence',
      "confidence from which a pair counts as a match (default: the model's threshold)",
      0,
      1,
    ),
    hide: HIDE,
    records: RECORDS,
    ...PAIR_OPTIONS,
    total: flag('add a row over all files together'),
    listMisses: integer('n', 'maximum misclassified pairs of each file to list, with the reasons', 0, MAX_LISTED),
  },
  async run({ io, signal, given, rules: { schema } }) {
    const { files, threshold, total = false, listMisses: missesListed = 0 } = given
    checkFiles([...files, ...(given.records ?? [])])
    const model = await readModel(given.model, schema)
    const options = { files, model, ...defined({ threshold }), ...pairReading(given, schema), ...pairScoring(given) }
    return await withNotices(io, (onNotice) => evaluatePairs({ ...options, total, missesListed, signal, onNotice }))
  },
  text: pairTable,
})

/** Imports feeds into a registry and evaluates it by labelled pairs. */
const registryCommand: Command = command({
  name: 'evaluate registry',
  about: 'Import feeds into a registry in memory and evaluate it by labelled pairs of their records.',
  on: 'scoring',
  options: {
    feeds: required(many('files', "the suppliers' feeds; a record's supplier is its source")),
    positives: required(many('files', 'pairs of one product: [source, id, ...] in a and b')),
    negatives: required(many('files', 'pairs of two products')),
    model: MODEL,
    hide: HIDE,
    hideIn: HIDE_IN,
    where: repeated(
      '[source:]field=value',
      'read only rows that meet this condition, of all feeds or of one source; repeatable',
    ),
    set: SET,
    listMisses: integer('n', 'maximum pairs of each kind of error to list, with the reasons', 0, MAX_LISTED),
  },
  async run({ io, signal, given, rules: { schema } }) {
    const { feeds, positives, negatives, listMisses: missesListed = 0, ...flags } = given
    checkRereadFiles('evaluate registry', [...feeds, ...positives, ...negatives])
    const reading = sourceReading(flags, schema)
    const model = await readModel(flags.model, schema)
    const options = { feeds, positives, negatives, set: flags.set, model, ...reading }
    const progress = new Progress(io, 'importing')
    return await withNotices(io, (onNotice) =>
      evaluateRegistry({
        ...options,
        missesListed,
        signal,
        onProgress: ({ read }) => progress.records(read),
        onNotice,
      }).finally(() => progress.stop()),
    )
  },
  text: registryTable,
})

/** Evaluates how well the records of one feed are linked to those of another. */
const linkageCommand: Command = command({
  name: 'evaluate linkage',
  about: 'Import one feed, map another without its codes, and evaluate the links by known true pairs.',
  on: 'scoring',
  options: {
    a: required(text('file', 'the feed to import')),
    b: required(text('file', 'the feed to map; its suppliers and codes are hidden')),
    gold: required(text('file', 'pairs of one product: [source, id, ...] in a and b, in either order')),
    model: MODEL,
    hide: text('fields', 'hide fields of every record of both feeds, for example phone,website,ref'),
    hideIn: HIDE_IN,
    where: repeated(
      '[source:]field=value',
      'read only rows that meet this condition, of both feeds or of one source; repeatable',
    ),
    set: text('prefix', 'only gold pairs of sets whose name starts with this prefix'),
  },
  async run({ io, signal, given, rules: { schema } }) {
    const { a, b, gold, set } = given
    checkRereadFiles('evaluate linkage', [a, b, gold])
    const options = { a, b, gold, set, ...sourceReading(given, schema), model: await readModel(given.model, schema) }
    const importing = new Progress(io, 'importing a')
    let mapping: Progress | undefined
    return await withNotices(io, (onNotice) =>
      evaluateLinkage({
        ...options,
        signal,
        onProgress: ({ read }) => importing.records(read),
        onMapped: (answered) => {
          if (mapping === undefined) {
            importing.stop()
            mapping = new Progress(io, 'mapping b')
          }
          mapping.records(answered)
        },
        onNotice,
      }).finally(() => (mapping ?? importing).stop()),
    )
  },
  text: linkageTable,
})

/** Measures the quality of matching by labelled pairs. */
export const EVALUATE: readonly Command[] = [
  command({
    name: 'evaluate',
    about: 'Measure the quality of matching on labelled pairs of records.',
    on: 'group',
  }),
  pairsCommand,
  registryCommand,
  linkageCommand,
]
