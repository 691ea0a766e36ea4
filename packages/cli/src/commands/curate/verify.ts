import type { VerifyOptions } from '@utpid/core/operations'
import { type Command, Option } from 'commander'
import { addDecisionOptions, type DecisionFlags, decisionOf } from '../../command/decision-options.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import type { Io } from '../../io/io.ts'
import { openRegistry } from '../../place/open-registry.ts'
import { verificationText } from '../../render/verification-text.ts'
import { counted } from '../../text/number-text.ts'

interface VerifyFlags extends DecisionFlags {
  readonly method?: NonNullable<VerifyOptions['method']>
  readonly evidence?: string
  readonly dryRun?: boolean
}

const METHODS: readonly NonNullable<VerifyOptions['method']>[] = ['manual', 'supplier', 'checks']

export function addVerifyCommand(program: Command, io: Io): void {
  const command = program
    .command('verify')
    .description('Check a product and mark it as verified.')
    .argument('<utpid>', 'the product')
    .addOption(
      new Option(
        '--method <method>',
        'manual: a person verified it; supplier: a supplier confirmed it; checks: only if all checks pass (default: manual)',
      ).choices(METHODS),
    )
    .option('--evidence <text>', 'the evidence: a document, an address, a call')
    .option('--dry-run', 'show the result, and write nothing')
  addDecisionOptions(command).action((utpid: string, flags: VerifyFlags) => verify(utpid, flags, io))
}

async function verify(utpid: string, flags: VerifyFlags, io: Io): Promise<void> {
  const { method, evidence, dryRun = false } = flags
  await using registry = await openRegistry(flags.data, { create: false })
  const report = await registry.verify(utpid, {
    ...decisionOf(flags, io),
    dryRun,
    ...(method === undefined ? {} : { method }),
    ...(evidence === undefined ? {} : { evidence }),
  })
  if (flags.json === true) await io.stdout.json(report)
  else await io.stdout.write(verificationText(report, dryRun))
  if (report.verified || dryRun) return
  const failed = report.checks.filter(({ passed }) => !passed).length
  throw new CliError(
    EXIT.refused,
    `${report.utpid} was not verified: ${counted(failed, 'check')} did not pass. To verify it anyway, use --method manual.`,
  )
}
