import type { Output, OutputStream } from '../io/output.ts'

/** The output of pages. */
export interface Screen {
  readonly columns: number
  /** Number of lines; undefined for output without pages. */
  readonly rows: number | undefined
  show(page: string): Promise<void>
  /** Calls the listener when the size changes. Returns a function that removes the listener. */
  onResize(listener: () => void): () => void
}

const CLEAR = '\u001b[2J\u001b[H'

/** A terminal on which each page replaces the previous page. Nothing has to be restored at the end. */
export function terminalScreen(output: Output): Screen {
  const stream = output.stream
  return {
    get columns() {
      return output.columns
    },
    get rows() {
      return (stream as OutputStream & { readonly rows?: number }).rows
    },
    show: (page) => output.write(CLEAR + page),
    onResize: (listener) => {
      stream.on('resize', listener)
      return () => void stream.off('resize', listener)
    },
  }
}

/** Writes pages one after another, as in a log. */
export function pagedOutput(output: Output): Screen {
  return {
    columns: output.columns,
    rows: undefined,
    show: (page) => output.write(`${page}\n`),
    onResize: () => () => {},
  }
}
