import type { ChosenThreshold } from '@utpid/training'
import { counted, whole } from '../text/number-text.ts'
import { printable } from '../text/printable.ts'
import { type Column, table } from '../text/table.ts'
import type { Calibration, WrongLink } from './calibrate-threshold.ts'

const COLUMNS: readonly Column[] = ['confidence', 'pairs', 'observed', 'between', 'and'].map((title) => ({
  title,
  align: 'right',
}))

/** How far confidences hold, for people. */
export function reliabilityTable({ reliability }: Calibration): string {
  return table(
    COLUMNS,
    reliability.map(({ pairs, confidence, observed, between: [low, high] }) => [
      confidence.toFixed(4),
      whole(pairs),
      observed.toFixed(4),
      low.toFixed(4),
      high.toFixed(4),
    ]),
  )
}

/** What a threshold that was found rests on, as a sentence. */
export function foundText(
  { threshold, links, wrong, atMost, recall }: Extract<ChosenThreshold, { kind: 'found' }>,
  { matches }: Calibration,
): string {
  return `match ${threshold}: ${wrong} of ${counted(links, 'link')} ${wrong === 1 ? 'is' : 'are'} wrong, so at most ${percent(atMost)} of all; ${percent(recall)} of the ${counted(matches, 'matching pair')} are linked.`
}

/** Why there is none, and what would help, as sentences. */
export function refusalText(
  { kind, threshold, links, wrong, atMost, more }: Exclude<ChosenThreshold, { kind: 'found' }>,
  { maxFalseMerge }: Calibration,
): string {
  const aim = `at most ${percent(maxFalseMerge)} are wrong`
  if (kind === 'too_few') {
    const seen = `${counted(links, 'labelled pair')} ${links === 1 ? 'has' : 'have'} a confidence of ${threshold} or more, of which ${wrong} ${wrong === 1 ? 'is' : 'are'} wrong`
    return `Too few labels to prove that ${aim}: ${seen}. Label at least ${whole(more)} more such pairs, as they come.`
  }
  const seen = `${whole(wrong)} of ${counted(links, 'pair')} with a confidence of ${threshold} or more are labelled as different, so up to ${percent(atMost)} may be wrong`
  const cure =
    more === null
      ? 'More labels will hardly change that: look at those pairs (--list-wrong), allow more, or train on your labels.'
      : `Look at those pairs (--list-wrong); with ${whole(more)} more such pairs it would be proved, if none of them is wrong.`
  return `The labels do not prove that ${aim}: ${seen}. ${cure}`
}

/** Pairs that would be linked against their label, a line and both ends each. */
export function wrongLinksText(wrong: readonly WrongLink[]): string {
  return wrong
    .map(({ file, line, confidence, a, b }) =>
      printableLines([
        `${file}:${line}  confidence ${confidence.toFixed(6)}, labelled as different`,
        `  a ${JSON.stringify(a)}`,
        `  b ${JSON.stringify(b)}`,
      ]),
    )
    .join('')
}

function printableLines(lines: readonly string[]): string {
  return lines.map((line) => `${printable(line)}\n`).join('')
}

/** With as many digits as it takes: `0.0998 %`. */
function percent(share: number): string {
  const value = share * 100
  return `${Number(value.toPrecision(value >= 1 ? 3 : 2))} %`
}
