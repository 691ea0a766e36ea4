/** A small deliberate bug with which the tests should fail. */
export interface Mutant {
  /** Stable: `clustering.singleton-kept`. */
  readonly id: string
  /** The effect of the bug, for people: "A cursor of another query is accepted". */
  readonly what: string
  /** From the root of the repository, below packages/NAME/src. */
  readonly file: string
  /** Occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
}

/** Five mutants of each area, from obvious ones to ones on a rare path, chosen by what is promised. */
export const MUTANTS: readonly Mutant[] = [
  {
    id: 'grouping.supplier-twice',
    what: 'Two codes of one supplier join without the stronger evidence that they need',
    file: 'packages/core/src/clustering/pair-votes.ts',
    find: 'score.weight < this.#limits.sameSupplierBits(one.supplier)',
    replace: 'score.weight < 0',
  },
  {
    id: 'grouping.code-reused',
    what: 'A code that now names something else takes its product along',
    file: 'packages/core/src/clustering/pending-record.ts',
    find: "return record?.drift?.kind === 'reuse'",
    replace: "return record?.drift?.kind === 'move'",
  },
  {
    id: 'grouping.veto-outvoted',
    what: 'A vetoed pair only lowers the mean, and others outvote it',
    file: 'packages/core/src/clustering/pair-votes.ts',
    find: "if (score.vetoed === true) return 'vetoed'",
    replace: 'if (score.vetoed === true) return 0',
  },
  {
    id: 'grouping.kept-mark-lost',
    what: 'A curated product is no longer curated once the machine has added a record to it',
    file: 'packages/core/src/clustering/cluster-component.ts',
    find: 'if (curatedClusters.has(left) || curatedClusters.has(right)) curatedClusters.add(joined)',
    replace: 'if (curatedClusters.has(left) && curatedClusters.has(right)) curatedClusters.add(joined)',
  },
  {
    id: 'grouping.group-overtaken',
    what: 'Two transactions that PostgreSQL writes together do not detect that both add the same hotel',
    file: 'packages/adapter-postgres/src/commit/planned-group.ts',
    find: 'for (const key of touched) this.#stored.touched.set(key, change)',
    replace: 'for (const key of touched) if (this.#stored.touched.has(key)) this.#stored.touched.set(key, change)',
  },
  {
    id: 'lineage.younger-goes-on',
    what: 'When two products merge, the younger id survives',
    file: 'packages/core/src/clustering/assign-product-ids.ts',
    find: 'x.former.mintedChange - y.former.mintedChange',
    replace: 'y.former.mintedChange - x.former.mintedChange',
  },
  {
    id: 'lineage.not-led-on',
    what: 'An id that was merged long ago is not updated when its survivor is merged in turn',
    file: 'packages/core/src/clustering/recluster-components.ts',
    find: 'lineage.into !== into',
    replace: 'lineage.into === undefined',
  },
  {
    id: 'lineage.minted-again',
    what: 'The in-memory ledger allows reusing the id of a retired product',
    file: 'packages/adapter-memory/src/ledger/map-ledger.ts',
    find: 'wasMinted: (id) => this.#lineage.has(id)',
    replace: 'wasMinted: (id) => this.#products.has(id)',
  },
  {
    id: 'lineage.moment-of-step',
    what: 'Lineage as of the exact time of a transaction omits that transaction',
    file: 'packages/core/src/registry/read/read-lineage.ts',
    find: 'Date.parse(at) <= until',
    replace: 'Date.parse(at) < until',
  },
  {
    id: 'lineage.undo-of-undo',
    what: 'Undoing a decision that an undo has restored restores it again',
    file: 'packages/core/src/registry/curate/undo-decision.ts',
    find: 'made = !made',
    replace: 'made = true',
  },
  {
    id: 'limits.offset-alone',
    what: 'A page of a search reaches beyond the last offset that is allowed',
    file: 'packages/core/src/registry/search/search-products.ts',
    find: 'if (offset + limit > LIMITS.searchOffset)',
    replace: 'if (offset > LIMITS.searchOffset)',
  },
  {
    id: 'limits.bucket-overflows',
    what: 'After an idle time an account may exceed its burst limit',
    file: 'packages/service/src/limits/token-bucket.ts',
    find: 'this.#level = Math.min(this.#capacity, this.#level + (at - this.#at) * this.rule.requests)',
    replace: 'this.#level += (at - this.#at) * this.rule.requests',
  },
  {
    id: 'limits.own-bucket',
    what: 'A key that a limited key made has limits of its own instead of sharing them',
    file: 'packages/service/src/keys/key-bounds.ts',
    find: 'return limitsOwnerId ?? id',
    replace: 'return id ?? limitsOwnerId',
  },
  {
    id: 'limits.unpacked-body',
    what: 'A compressed body may become any size when it is unpacked',
    file: 'packages/http-koa/src/request/read-body.ts',
    find: 'if (length > maxBytes)',
    replace: 'if (length > maxBytes && decoder === undefined)',
  },
  {
    id: 'limits.lease-lost',
    what: 'A service that stops does not return its unused leased calls of the month',
    file: 'packages/service/src/quota/monthly-quota.ts',
    find: 'if (left === 0) return',
    replace: 'if (left >= 0) return',
  },
  {
    id: 'cursors.other-query',
    what: 'A cursor of another query is accepted, and so is a damaged one',
    file: 'packages/core/src/registry/search/search-cursor.ts',
    find: 'if (check !== checksum(contents, question(stage, lists))) throw invalid()',
    replace: 'if (check !== checksum(contents, question(stage, lists)) && version !== CURSOR_VERSION) throw invalid()',
  },
  {
    id: 'cursors.link-keeps-offset',
    what: 'The link to the next page keeps the offset in addition to the cursor',
    file: 'packages/http-koa/src/response/next-link.ts',
    find: "next.searchParams.delete('offset')",
    replace: "next.searchParams.delete('cursor')",
  },
  {
    id: 'cursors.follow-starts-over',
    what: '`changes --follow` starts again from the first change after a poll without changes',
    file: 'packages/cli/src/commands/registry/changes.ts',
    find: 'after = pages.at(-1)?.change ?? after',
    replace: 'after = pages.at(-1)?.change ?? flags.after',
  },
  {
    id: 'cursors.feed-gap',
    what: 'A follower one change behind the oldest kept gets no error for the missed change',
    file: 'packages/core/src/storage/checks/feed-position.ts',
    find: 'if (after + 1 >= oldest) return',
    replace: 'if (after + 2 >= oldest) return',
  },
  {
    id: 'cursors.emptied-feed',
    what: 'After a restore, the empty change feed of PostgreSQL does not report missed changes',
    file: 'packages/adapter-postgres/src/ledger/postgres-ledger.ts',
    find: 'checkFeedPosition(after, oldest ?? last + 1, last)',
    replace: 'checkFeedPosition(after, oldest ?? 1, last)',
  },
  {
    id: 'checksums.row-unchecked',
    what: 'A damaged row of a folder is read as if it were intact',
    file: 'packages/adapter-folder/src/rows/row-encoding.ts',
    find: 'value.length < HEADER || value.readUInt32LE',
    replace: 'value.length < HEADER && value.readUInt32LE',
  },
  {
    id: 'checksums.lines-unchained',
    what: 'Swapped lines of an export are not detected',
    file: 'packages/core/src/registry/export/export-checksum.ts',
    find: 'this.#last = after(this.#last, hashData(content))',
    replace: 'this.#last = after(0, hashData(content))',
  },
  {
    id: 'checksums.section-unchecked',
    what: 'Damaged columns of an index checkpoint are used',
    file: 'packages/adapter-folder/src/checkpoint/read-checkpoint.ts',
    find: 'for (const section of read.values()) section.check()',
    replace: 'for (const section of read.values()) void section.check',
  },
  {
    id: 'checksums.row-of-another-key',
    what: 'A row under the id of another one is accepted',
    file: 'packages/adapter-folder/src/tables/checksummed-table.ts',
    find: 'crc32(key, nameChecksum)',
    replace: 'crc32(key.subarray(8), nameChecksum)',
  },
  {
    id: 'checksums.delta-from-beginning',
    what: 'A delta from the first change is accepted from any registry',
    file: 'packages/core/src/registry/copy/change-digest.ts',
    find: 'digestOfChange(ledger, Math.max(after, 1))',
    replace: 'digestOfChange(ledger, after)',
  },
  {
    id: 'authorisation.scope-not-asked',
    what: 'A route with a single scope does not require it',
    file: 'packages/http-koa/src/access/service-access-control.ts',
    find: '[route.access.scope, ...(route.access.or ?? [])]',
    replace: '[...(route.access.or ?? [])]',
  },
  {
    id: 'authorisation.job-of-another',
    what: 'An account can read and cancel the job of another account by its id',
    file: 'packages/service/src/jobs/jobs.ts',
    find: 'stored.row.accountId !== accountId || stored.row.kind !== kind',
    replace: '(stored.row.accountId !== accountId && stored.row.kind !== kind)',
  },
  {
    id: 'authorisation.revoked-remembered',
    what: 'A revoked key works as long as it is cached',
    file: 'packages/service/src/authentication/authenticator.ts',
    find: 'if (before?.revision === state.account.revision)',
    replace: 'if (before !== undefined)',
  },
  {
    id: 'authorisation.session-outlives-password',
    what: 'A session continues after its member has set a new password',
    file: 'packages/service/src/authentication/sessions.ts',
    find: 'if (found === undefined || found.member.sessionsEnded !== member?.sessionsEnded)',
    replace: 'if (found === undefined)',
  },
  {
    id: 'authorisation.webhook-of-the-future',
    what: 'The client accepts a signed webhook that is dated far in the future',
    file: 'packages/client/src/webhook/verify-webhook.ts',
    find: 'Math.abs(Math.floor(now / 1_000) - seconds)',
    replace: '(Math.floor(now / 1_000) - seconds)',
  },
]
