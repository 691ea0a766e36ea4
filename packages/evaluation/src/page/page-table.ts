import { type Html, html } from './html.ts'

export interface PageColumn {
  readonly title: string
  readonly isNumber?: boolean
}

/** The content of a cell: text or finished HTML. */
export type Cell = string | Html

/**
 * Returns a table that scrolls horizontally on narrow screens.
 *
 * @param label - Label for screen readers. Default: the titles of the columns.
 */
export function pageTable(
  columns: readonly PageColumn[],
  rows: readonly (readonly Cell[])[],
  label: string = titlesOf(columns),
): Html {
  const classOf = (at: number): string => (columns[at]?.isNumber === true ? 'number' : '')
  const head = columns.map(({ title }, at) => html`<th class="${classOf(at)}" scope="col">${title}</th>`)
  const body = rows.map((row) => html`<tr>${row.map((cell, at) => html`<td class="${classOf(at)}">${cell}</td>`)}</tr>`)
  // The first column needs space for words if it has a title.
  const named = columns[0]?.title === '' ? '' : 'named'
  return html`<div class="wide" tabindex="0" role="region" aria-label="${label}"><table class="${named}"><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}

function titlesOf(columns: readonly PageColumn[]): string {
  const titles = columns.map(({ title }) => title).filter((title) => title !== '')
  return `Table: ${titles.join(', ')}`
}
