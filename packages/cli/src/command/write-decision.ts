import type { Registry } from '@utpid/core'
import type { DecisionReport } from '@utpid/core/operations'
import type { Io } from '../io/io.ts'
import { openRegistry } from '../place/open-registry.ts'
import { decisionText } from '../render/decision-text.ts'
import type { DecisionFlags } from './decision-options.ts'

/** Opens the registry, makes a decision and writes its result. */
export async function writeDecision(
  flags: DecisionFlags,
  io: Io,
  decide: (registry: Registry) => Promise<DecisionReport>,
): Promise<void> {
  await using registry = await openRegistry(flags.data, { create: false })
  const report = await decide(registry)
  if (flags.json === true) await io.stdout.json(report)
  else await io.stdout.write(decisionText(report))
}
