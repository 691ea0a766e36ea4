import type { Output, OutputStream } from '../io/output.ts'

/** Where pages are shown. */
export interface Screen {
  readonly columns: number
  /** Lines; undefined where pages follow each other without end. */
  readonly rows: number | undefined
  show(page: string): Promise<void>
  /** Calls back when the size changes. Returns what ends that. */
  onResize(listener: () => void): () => void
}

const CLEAR = '\u001b[2J\u001b[H'

/** A terminal: each page takes the place of the one before. Nothing of it has to be put back at the end. */
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

/** Pages one after another, as in a log. */
export function pagedOutput(output: Output): Screen {
  return {
    columns: output.columns,
    rows: undefined,
    show: (page) => output.write(`${page}\n`),
    onResize: () => () => {},
  }
}
