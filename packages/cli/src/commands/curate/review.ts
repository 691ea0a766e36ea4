import { requireSupplier } from '../../arguments/known-supplier.ts'
import { type Command, command } from '../../command/command.ts'
import { flag } from '../../command/option.ts'
import { isTerminal } from '../../io/input-terminal.ts'
import { lineKeys, terminalKeys } from '../../review/read-keys.ts'
import { Review } from '../../review/review.ts'
import { reviewSummary, summaryText } from '../../review/review-summary.ts'
import { pagedOutput, terminalScreen } from '../../review/screen.ts'
import { painter, usesColours } from '../../review/styled-text.ts'
import { ALERT_FILTER, ALERT_ORDER } from '../registry/alerts.ts'

export const reviewCommand: Command = command({
  name: 'review',
  about: 'Review open alerts and decide them, pair by pair, with single keys.',
  on: 'decision',
  options: {
    order: ALERT_ORDER,
    ...ALERT_FILTER,
    blind: flag("hide the model's result until a pair is decided"),
  },
  async run({ registry, decision, io, signal, json, given: { blind = false, ...filter } }) {
    if (filter.supplier !== undefined) await requireSupplier(registry, filter.supplier)
    // With --json the pages go to standard error, since the summary is the result.
    const output = json ? io.stderr : io.stdout
    const isInteractive = isTerminal(io.stdin) && output.isTTY && io.env.TERM !== 'dumb'
    const screen = isInteractive ? terminalScreen(output) : pagedOutput(output)
    const colours = usesColours(output.isTTY, io.env)
    const keys = isInteractive && isTerminal(io.stdin) ? terminalKeys(io.stdin, signal) : lineKeys(io.stdin, signal)
    const session = new Review(registry, screen, keys, {
      filter,
      decision,
      blind,
      colours: { colours, paint: painter(colours) },
      signal,
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
  },
})
