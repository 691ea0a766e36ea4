import type { Command } from 'commander'
import { addDecisionOptions, type DecisionFlags, decisionOf } from '../../command/decision-options.ts'
import type { Io } from '../../io/io.ts'
import { openRegistry } from '../../place/open-registry.ts'
import { verificationText } from '../../render/verification-text.ts'

export function addUnverifyCommand(program: Command, io: Io): void {
  const command = program
    .command('unverify')
    .description('Withdraw the verification of a product.')
    .argument('<utpid>', 'the product')
  addDecisionOptions(command).action((utpid: string, flags: DecisionFlags) => unverify(utpid, flags, io))
}

async function unverify(utpid: string, flags: DecisionFlags, io: Io): Promise<void> {
  await using registry = await openRegistry(flags.data, { create: false })
  const report = await registry.unverify(utpid, decisionOf(flags, io))
  if (flags.json === true) await io.stdout.json(report)
  else await io.stdout.write(verificationText(report, false))
}
