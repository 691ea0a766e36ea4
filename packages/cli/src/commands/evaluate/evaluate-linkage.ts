import { parseHiddenFields } from '@utpid/evaluation'
import { loadGazetteer } from '@utpid/gazetteer'
import type { Command } from 'commander'
import { checkRereadFiles } from '../../arguments/check-files.ts'
import { addDebugOption, jsonOption } from '../../command/common-options.ts'
import { parseFeedConditions } from '../../evaluation/feed-conditions.ts'
import { parseHiddenIn } from '../../evaluation/hidden-in.ts'
import { evaluateLinkage } from '../../evaluation/linkage/evaluate-linkage.ts'
import { linkageTable } from '../../evaluation/linkage/linkage-table.ts'
import { collect } from '../../import/read-records.ts'
import type { Io } from '../../io/io.ts'
import { readModel } from '../../model/read-model.ts'
import { Progress } from '../../progress/progress.ts'

interface Flags {
  readonly a: string
  readonly b: string
  readonly gold: string
  readonly model?: string
  readonly hide?: string
  readonly hideIn?: readonly string[]
  readonly where?: readonly string[]
  readonly set?: string
  readonly json?: boolean
}

/** `utpid evaluate linkage`: measures how well the records of one feed are linked to those of another. */
export function addEvaluateLinkageCommand(evaluate: Command, io: Io): void {
  const command = evaluate
    .command('linkage')
    .description('Import one feed, map another without its codes, and evaluate the links by known true pairs.')
    .requiredOption('--a <file>', 'the feed to import')
    .requiredOption('--b <file>', 'the feed to map; its suppliers and codes are hidden')
    .requiredOption('--gold <file>', 'pairs of one product: [source, id, ...] in a and b, in either order')
    .option('--model <file>', 'a scoring model (default: the shipped one)')
    .option('--hide <fields>', 'hide fields of every record of both feeds, for example phone,website,ref')
    .option('--hide-in <source:fields>', 'hide fields of the records of one source; repeatable', collect)
    .option(
      '--where <[source:]field=value>',
      'read only rows that meet this condition, of both feeds or of one source; repeatable',
      collect,
    )
    .option('--set <prefix>', 'only gold pairs of sets whose name starts with this prefix')
    .addOption(jsonOption())
  addDebugOption(command).action(async (flags: Flags) => {
    checkRereadFiles('evaluate linkage', [flags.a, flags.b, flags.gold])
    const hidden = parseHiddenFields(flags.hide ?? '')
    const hiddenIn = parseHiddenIn(flags.hideIn ?? [])
    const where = parseFeedConditions(flags.where ?? [])
    const model = await readModel(flags.model)
    const notices: string[] = []
    let progress = new Progress(io, 'importing a')
    let mapping = false
    const evaluation = await evaluateLinkage({
      a: flags.a,
      b: flags.b,
      gold: flags.gold,
      model,
      gazetteer: loadGazetteer(),
      hidden,
      hiddenIn,
      where,
      set: flags.set,
      signal: io.signal,
      onProgress: ({ read }) => progress.records(read),
      onMapped: (answered) => {
        if (!mapping) {
          progress.stop()
          progress = new Progress(io, 'mapping b')
          mapping = true
        }
        progress.records(answered)
      },
      onNotice: (sentence) => notices.push(sentence),
    }).finally(async () => {
      progress.stop()
      for (const notice of notices) await io.stderr.line(notice)
    })
    if (flags.json) await io.stdout.json(evaluation)
    else await io.stdout.write(linkageTable(evaluation))
  })
}
