/**
 * The codes of a {@link RegistryError}, each with the sentence that documents it. Codes are stable and never renamed.
 * The service and its HTTP interface use the same codes, and add codes of their own.
 */
export const ERROR_CODES = {
  validation_failed: 'An argument or option is invalid; nothing was done.',
  not_found: 'The requested item does not exist and never did.',
  product_not_found: 'No product has this UTPID, alias or supplier code.',
  product_merged: 'The product was merged into another one (`details.utpid`); write to that one.',
  product_deleted: 'The product was deleted; its UTPID will never be reused.',
  product_retired: 'The product has no active records; it returns with its supplier code.',
  batch_too_large: 'The batch has too many inputs; split it into several.',
  offset_too_large: 'offset + limit exceeds the maximum of paging by offset; narrow the search.',
  invalid_cursor: 'The cursor was not issued by this registry for this query.',
  supplier_code_taken: 'The code belongs to another record of this supplier.',
  precondition_failed: 'The product has changed and does not match the expected revision; read it again.',
  excessive_loss:
    'The import would deactivate more active records of a supplier, or remove more codes of a concordance, than allowed; nothing was written (`details` has the numbers).',
  revision_conflict: 'The data changed after it was read; read it again and reapply the change.',
  judgement_conflict:
    'An earlier judgement says the opposite; undo it first (`details.judgements` lists such judgements).',
  alert_decided: 'The alert is no longer open; `details.decided` says who decided it, and when.',
  already_undone: 'The curator decision was already undone.',
  read_version_too_old: 'The read version of this write is too old to check; read again and reapply the change.',
  changes_expired:
    'The change feed does not contain that change: it expired or never existed here. Scan the registry, then follow the feed from its head.',
  index_outdated:
    'The stored keys and features belong to another index version; rebuild them with `utpid reindex`, or open the registry with `outdated: "open"` and call `reindex()`.',
  model_outdated:
    'The registry was clustered with another model or term-frequency version; update it with `utpid rescore` or `rescore()`, or open it without your own model.',
  storage_not_empty: 'A registry can be restored only into an empty storage; use a new one.',
  restore_unfinished: 'The storage holds an unfinished restore; delete it and restore into a new one.',
  export_damaged:
    'The export is damaged: a line is damaged, missing, duplicated or in the wrong place; export or copy it again.',
  generation_open: 'Another rebuild of this registry is running; wait until it finishes, or stop it.',
  storage_locked: 'Another process has this registry open for writing.',
  read_only:
    'The registry was opened from a registry package, which is read-only; write to the registry of which it is a copy.',
  storage_corrupt: 'The stored data is damaged; restore it from an export or a backup.',
  storage_version: 'The storage or export was written by a newer version of utpid; upgrade utpid to read it.',
  storage_outdated:
    'The storage was written by an earlier version of utpid in an unsupported format; export it with that version and restore the export, or import the feeds again.',
  storage_full: 'The disk is full; this write was discarded. Free some space and repeat it.',
  unavailable: 'The storage did not respond or accepts no writes; repeat the call.',
  closed: 'The registry was closed; open a new one.',
  aborted: 'The caller aborted the call. Earlier commits remain.',
} as const

/** A stable code of a {@link RegistryError}. */
export type ErrorCode = keyof typeof ERROR_CODES
