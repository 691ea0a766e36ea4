import { reasonText } from '../explain/reason-text.ts'
import { confidenceText, counted, signedBits } from '../text/number-text.ts'
import { distanceText } from './distance-text.ts'
import { markDifferences } from './mark-differences.ts'
import { PageLayout, type PageLayoutOptions, styled } from './page-layout.ts'
import type { PairView, SideView } from './pair-view.ts'
import { distanceOf, type FieldPair, fieldPairs, type Likeness } from './record-fields.ts'

export interface ReviewPageOptions extends PageLayoutOptions {
  /** Lines of the terminal. Default: no limit. */
  readonly rows?: number | undefined
  /** Whether to hide the model's result. */
  readonly blind: boolean
}

/** The lines around a pair. */
export interface PageFrame {
  /** The position in the session, `12 of 340`, and its counts. */
  readonly head: string
  /** The result of the last key; empty for none. */
  readonly message: string
  /** The keys. */
  readonly foot: string
}

const MARKS: Readonly<Record<Likeness, string>> = { same: '=', similar: '~', different: '≠', silent: ' ' }

const MESSAGE_LINES = 5

/** How much of a pair is shown. */
interface Detail {
  /** Maximum lines of one value. */
  readonly valueLines: number
  /** Number of comparisons shown one by one. The bits of the others are added up. */
  readonly reasons: number
  /** Number of other records shown of each product. Further records are only counted. */
  readonly others: number
  /** Whether fields are shown that only one side has. */
  readonly silent: boolean
}

/**
 * Levels of detail, from full to a small terminal. First come fewer other records, then fewer reasons, last shorter
 * values.
 */
const DETAILS: readonly Detail[] = [
  { valueLines: 4, reasons: 40, others: 8, silent: true },
  { valueLines: 3, reasons: 12, others: 4, silent: true },
  { valueLines: 2, reasons: 8, others: 2, silent: true },
  { valueLines: 2, reasons: 4, others: 1, silent: true },
  { valueLines: 2, reasons: 4, others: 1, silent: false },
  { valueLines: 1, reasons: 4, others: 1, silent: false },
  { valueLines: 1, reasons: 2, others: 0, silent: false },
  { valueLines: 1, reasons: 0, others: 0, silent: false },
]

/**
 * Renders a pair as a page of text: two records side by side, their distance, the reasons for the similarity, and the
 * other records of their products. A small terminal gets less detail.
 */
export function reviewPage(view: PairView, frame: PageFrame, options: ReviewPageOptions): string {
  const layout = new PageLayout(options)
  let lines: string[] = []
  for (const detail of DETAILS) {
    lines = pageLines(layout, view, frame, detail, options.blind)
    // The last line of a terminal is for the cursor.
    if (options.rows === undefined || lines.length < options.rows) break
  }
  return `${lines.join('\n')}\n`
}

/** Renders a page without a pair. */
export function messagePage({ head, message, foot }: PageFrame, options: PageLayoutOptions): string {
  const layout = new PageLayout(options)
  const said = layout.paragraph(message, 'strong', MESSAGE_LINES)
  const lines = [layout.line(head, 'faint'), ...said, '', layout.line(foot, 'faint')]
  return `${lines.join('\n')}\n`
}

function pageLines(layout: PageLayout, view: PairView, frame: PageFrame, detail: Detail, blind: boolean): string[] {
  return [
    layout.line(frame.head, 'faint'),
    ...layout.paragraph(frame.message, 'strong', MESSAGE_LINES),
    ...recordLines(layout, view, detail),
    ...(blind ? [] : ['', ...reasonLines(layout, view, detail)]),
    ...otherLines(layout, view, detail),
    '',
    layout.line(frame.foot, 'faint'),
  ]
}

function recordLines(layout: PageLayout, { sides: [left, right], explanation }: PairView, detail: Detail): string[] {
  const [one, other] = [left.record.record, right.record.record]
  const fields = fieldPairs(one, other, explanation.comparisons)
  const shown = detail.silent ? fields : fields.filter(({ likeness }) => likeness !== 'silent')
  const hidden = fields.length - shown.length
  const metres = distanceOf(one, other)
  return [
    ...layout.sides('', styled(left.product.utpid, 'strong'), styled(right.product.utpid, 'strong'), ' ', 1),
    ...layout.sides('', styled(titleOf(left), 'faint'), styled(titleOf(right), 'faint'), ' ', 2),
    ...shown.flatMap((field) => fieldLines(layout, field, detail)),
    ...(hidden === 0 ? [] : [layout.labelled('', `${counted(hidden, 'field')} that only one of them has`, 'faint')]),
    ...(metres === undefined ? [] : [layout.labelled('distance', distanceText(metres))]),
  ]
}

function titleOf({ product, record: { record } }: SideView): string {
  const state = product.verified ? ', verified' : ''
  return `${counted(product.records.length, 'record')}${state}; ${record.supplier} ${record.code}`
}

function fieldLines(layout: PageLayout, field: FieldPair, { valueLines }: Detail): string[] {
  const { label, left, right, likeness, isText } = field
  const [one, other] =
    likeness !== 'different'
      ? [styled(left, 'plain'), styled(right, 'plain')]
      : isText
        ? markDifferences(left, right)
        : [styled(left, 'differs'), styled(right, 'differs')]
  return layout.sides(label, one, other, MARKS[likeness], valueLines)
}

function reasonLines(layout: PageLayout, view: PairView, { reasons, valueLines }: Detail): string[] {
  const { alert, explanation } = view
  const { comparisons, prior, weight, vetoed } = explanation
  const said = comparisons
    .filter(({ level }) => level !== 'unknown')
    .sort((a, b) => Math.abs(b.bits) - Math.abs(a.bits))
  const rest = said.slice(reasons)
  const restBits = rest.reduce((sum, { bits }) => sum + bits, 0)
  const total = `${signedBits(weight).padStart(5)} bits in total${vetoed ? ', capped by a veto' : ''}`
  return [
    ...stoppedLines(layout, view, valueLines),
    ...layout.list('why', [
      ...said
        .slice(0, reasons)
        .map(({ name, level, bits }) => `${signedBits(bits).padStart(5)} ${name}: ${level.replaceAll('_', ' ')}`),
      ...(rest.length === 0 ? [] : [`${signedBits(restBits).padStart(5)} by ${counted(rest.length, 'other')}`]),
      `${signedBits(prior).padStart(5)} before any`,
    ]),
    layout.labelled('', `${total}; by itself confidence ${confidenceText(alert.confidence)}`, 'strong'),
    ...standingLines(layout, alert),
  ]
}

/** Renders the main reason why the pair is not linked, with its details: of a veto the comparisons and their levels. */
function stoppedLines(layout: PageLayout, { reasons: [stopped] }: PairView, maxLines: number): string[] {
  if (stopped === undefined) return []
  const { sentence, lines } = reasonText(stopped)
  // The list of comparisons shows the details of a weak pair.
  const details = stopped.code === 'below_match' ? [] : lines
  const text = details.length === 0 ? sentence : `${sentence.replace(/\.$/, '')}: ${details.join('; ')}`
  return layout.paragraph(`Not linked: ${text}`, 'plain', maxLines)
}

/** Describes why an alert exists that does not come from a comparison of its pair. */
function standingLines(layout: PageLayout, { copies, skippedKeys }: PairView['alert']): string[] {
  if (typeof copies === 'number') {
    const text = `${counted(copies, 'record')} of this supplier have the same content: the decision applies to all of them`
    return [layout.labelled('', text, 'strong')]
  }
  return skippedKeys
    ? [layout.labelled('', 'they were one product until too many records had their keys', 'strong')]
    : []
}

/** Lists the other records of both products, the first few of each. */
function otherLines(layout: PageLayout, { sides }: PairView, { others }: Detail): string[] {
  const [lefts, rights] = sides.map((side) => otherRecords(side, others))
  const height = Math.max(lefts?.length ?? 0, rights?.length ?? 0)
  if (height === 0) return []
  const lines = Array.from({ length: height }, (_, at) =>
    layout.sides(
      at === 0 ? 'also' : '',
      styled(lefts?.[at] ?? '', 'plain'),
      styled(rights?.[at] ?? '', 'plain'),
      ' ',
      1,
    ),
  )
  return ['', ...lines.flat()]
}

function otherRecords({ product, record: shown }: SideView, limit: number): string[] {
  const others = product.records
    .filter((each) => each !== shown)
    .map(({ record }) => `${record.supplier}: ${record.name}`)
  const more = others.length - limit
  return more > 0
    ? [...others.slice(0, limit), `${others.length > more ? 'and ' : ''}${counted(more, 'more record')}`]
    : others
}
