import type { Command } from 'commander'
import { countryOption } from '../../arguments/country-option.ts'
import { requireSupplier } from '../../arguments/known-supplier.ts'
import { orderOption } from '../../command/alerts-options.ts'
import { addDecisionOptions, type DecisionFlags, decisionOf } from '../../command/decision-options.ts'
import { isTerminal } from '../../io/input-terminal.ts'
import type { Io } from '../../io/io.ts'
import { openRegistry } from '../../place/open-registry.ts'
import type { PairFilter } from '../../review/choose-pairs.ts'
import { lineKeys, terminalKeys } from '../../review/read-keys.ts'
import { Review } from '../../review/review.ts'
import { reviewSummary, summaryText } from '../../review/review-summary.ts'
import { pagedOutput, terminalScreen } from '../../review/screen.ts'
import { painter, usesColours } from '../../review/styled-text.ts'

interface ReviewFlags extends DecisionFlags {
  readonly order?: NonNullable<PairFilter['order']>
  readonly supplier?: string
  readonly country?: string
  readonly blind?: boolean
}

export function addReviewCommand(program: Command, io: Io): void {
  const command = program
    .command('review')
    .description('Review open alerts and decide them, pair by pair, with single keys.')
    .addOption(orderOption())
    .option('--supplier <id>', 'only pairs with a record of this supplier')
    .option('--country <country>', 'only pairs with a product in this country: ISO 3166 code or name', countryOption)
    .option('--blind', "hide the model's result until a pair is decided")
  addDecisionOptions(command).action((flags: ReviewFlags) => review(flags, io))
}

async function review(flags: ReviewFlags, io: Io): Promise<void> {
  const decision = decisionOf(flags, io)
  const { order, supplier, country, blind = false, json = false } = flags
  await using registry = await openRegistry(flags.data, { create: false })
  if (supplier !== undefined) await requireSupplier(registry, supplier)
  // With --json the pages go to standard error, since the summary is the result.
  const output = json ? io.stderr : io.stdout
  const isInteractive = isTerminal(io.stdin) && output.isTTY && io.env.TERM !== 'dumb'
  const screen = isInteractive ? terminalScreen(output) : pagedOutput(output)
  const colours = usesColours(output.isTTY, io.env)
  const keys = isInteractive && isTerminal(io.stdin) ? terminalKeys(io.stdin, io.signal) : lineKeys(io.stdin, io.signal)
  const session = new Review(registry, screen, keys, {
    filter: {
      ...(order === undefined ? {} : { order }),
      ...(supplier === undefined ? {} : { supplier }),
      ...(country === undefined ? {} : { country }),
    },
    decision,
    blind,
    colours: { colours, paint: painter(colours) },
    signal: io.signal,
    now: () => performance.now() / 1_000,
  })
  try {
    await session.run()
  } finally {
    keys.close()
    const summary = reviewSummary(session.session)
    if (json) await io.stdout.json(summary)
    else await io.stdout.write(summaryText(summary, session.hasMore))
  }
}
