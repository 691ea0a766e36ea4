import { type Html, html } from './html.ts'

export interface PageColumn {
  readonly title: string
  readonly isNumber?: boolean
}

/** A cell is text, or HTML that was made already. */
export type Cell = string | Html

/** A table that scrolls by itself where the screen is narrow. */
export function pageTable(columns: readonly PageColumn[], rows: readonly (readonly Cell[])[]): Html {
  const classOf = (at: number): string => (columns[at]?.isNumber === true ? 'number' : '')
  const head = columns.map(({ title }, at) => html`<th class="${classOf(at)}" scope="col">${title}</th>`)
  const body = rows.map((row) => html`<tr>${row.map((cell, at) => html`<td class="${classOf(at)}">${cell}</td>`)}</tr>`)
  // What a row is about needs room for its words.
  const named = columns[0]?.title === '' ? '' : 'named'
  return html`<div class="wide" tabindex="0"><table class="${named}"><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}
