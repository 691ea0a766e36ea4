/** Supplier and code of a record. */
export interface RecordCode {
  readonly supplier: string
  readonly code: string
}

/** Formats a record as in URLs and commands: `supplier:code`. The id of a supplier has no colon. */
export function codeText({ supplier, code }: RecordCode): string {
  return `${supplier}:${code}`
}

/** Parses `supplier:code`, or returns a UTPID or alias as it is. */
export function parseRef(text: string): RecordCode | string {
  const at = text.indexOf(':')
  return at === -1 ? text : { supplier: text.slice(0, at), code: text.slice(at + 1) }
}

export function isSameCode(one: RecordCode, other: RecordCode): boolean {
  return one.supplier === other.supplier && one.code === other.code
}
