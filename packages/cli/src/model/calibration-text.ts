import type { ChosenThreshold } from '@utpid/training'
import { counted, whole } from '../text/number-text.ts'
import { printable } from '../text/printable.ts'
import { type Column, table } from '../text/table.ts'
import type { Calibration, WrongLink } from './calibrate-threshold.ts'

const COLUMNS: readonly Column[] = ['confidence', 'pairs', 'observed', 'between', 'and'].map((title) => ({
  title,
  align: 'right',
}))

/** Formats the reliability of confidences for people. */
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

/** Describes the evidence for the new threshold. */
export function foundText(
  { threshold, links, wrong, upperBound, recall }: Extract<ChosenThreshold, { kind: 'found' }>,
  { matches }: Calibration,
): string {
  return `match ${threshold}: ${wrong} of ${counted(links, 'link')} ${wrong === 1 ? 'is' : 'are'} wrong, so at most ${percent(upperBound)} of all; ${percent(recall)} of the ${counted(matches, 'matching pair')} are linked.`
}

/** Explains why no threshold was found, and what would help. */
export function refusalText(
  { kind, threshold, links, wrong, upperBound, more }: Exclude<ChosenThreshold, { kind: 'found' }>,
  { maxFalseMerge }: Calibration,
): string {
  const aim = `at most ${percent(maxFalseMerge)} are wrong`
  if (kind === 'too_few') {
    const seen = `${counted(links, 'labelled pair')} ${links === 1 ? 'has' : 'have'} a confidence of ${threshold} or more, of which ${wrong} ${wrong === 1 ? 'is' : 'are'} wrong`
    return `Too few labels to prove that ${aim}: ${seen}. Label at least ${whole(more)} more such pairs, without selecting them.`
  }
  const seen = `${whole(wrong)} of ${counted(links, 'pair')} with a confidence of ${threshold} or more are labelled as different, so up to ${percent(upperBound)} may be wrong`
  const cure =
    more === null
      ? 'More labels are unlikely to help: check these pairs (--list-wrong), allow a larger share, or train on your labels.'
      : `Check these pairs (--list-wrong); ${whole(more)} more such pairs would be enough, if none of them is wrong.`
  return `The labels do not prove that ${aim}: ${seen}. ${cure}`
}

/** Lists pairs that would be linked although their label is different, each with both ends. */
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

/** Formats a share with as many digits as needed: `0.0998 %`. */
function percent(share: number): string {
  const value = share * 100
  return `${Number(value.toPrecision(value >= 1 ? 3 : 2))} %`
}
