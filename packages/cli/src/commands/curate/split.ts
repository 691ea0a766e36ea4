import { type Command, Option } from 'commander'
import { parseSupplierCode } from '../../arguments/parse-supplier-code.ts'
import { addDecisionOptions, type DecisionFlags, decisionOf } from '../../command/decision-options.ts'
import { writeDecision } from '../../command/write-decision.ts'
import type { Io } from '../../io/io.ts'

interface SplitFlags extends DecisionFlags {
  readonly keeps?: 'named' | 'rest'
}

export function addSplitCommand(program: Command, io: Io): void {
  const command = program
    .command('split')
    .description("Move some of a product's records to a new product, permanently.")
    .argument('<utpid>', 'the product')
    .argument('<record...>', 'as supplier:code, for example bedbank:12345')
    .addOption(
      new Option(
        '--keeps <part>',
        'which part keeps the UTPID: the named records, or the rest (default: the part with the oldest link)',
      ).choices(['named', 'rest']),
    )
  addDecisionOptions(command).action((utpid: string, records: string[], flags: SplitFlags) => {
    const named = records.map(parseSupplierCode)
    const { keeps } = flags
    return writeDecision(flags, io, (registry) =>
      registry.split(utpid, named, { ...decisionOf(flags, io), ...(keeps === undefined ? {} : { keeps }) }),
    )
  })
}
