/** Written by `npm run reference` from the route table: what is changed here is lost. */

import type { CallOptions } from '../transport/call-options.ts'

/** Parameters of each operation behind the `?`. */
export interface Queries {
  readonly search: {
    /** Text; may be left out when a filter is given. */
    readonly q?: string | undefined
    /** The shown category, `profile:NAME` for all of a profile, or a comma list of them; `other` for unknown. */
    readonly type?: string | undefined
    /** The shown country: ISO 3166 alpha-2 or alpha-3 code, in any case; `ZZ` for unknown. */
    readonly country?: string | undefined
    /** true: only verified products; false filters nothing. */
    readonly verified?: boolean | undefined
    /** Id of a supplier, in any case. */
    readonly supplier?: string | undefined
    readonly city?: string | undefined
    /** A city, region, shown country or airport code. */
    readonly destination?: string | undefined
    /** latitude,longitude; nearest first. */
    readonly near?: string | undefined
    /** Metres around `near`; 1,000 unless given. */
    readonly radius?: number | undefined
    /** Results per page; 20 unless given. */
    readonly limit?: number | undefined
    readonly offset?: number | undefined
    /** Of the `Link` to the next page. */
    readonly cursor?: string | undefined
    /** Keys to add, as a comma list. */
    readonly include?: readonly ('distance' | 'details' | 'facets')[] | undefined
  }
  readonly product: {
    /** Keys to add, as a comma list. */
    readonly include?: readonly ('records' | 'provenance' | 'lineage' | 'history' | 'details')[] | undefined
  }
  readonly deleteProduct: {
    readonly note?: string | undefined
  }
  readonly batchMap: {
    readonly mode?: 'auto' | 'sync' | 'async' | undefined
    readonly limit?: number | undefined
    readonly minConfidence?: number | undefined
    readonly explain?: boolean | undefined
  }
  readonly batchJobs: {
    readonly limit?: number | undefined
    /** Where the page before ended: leave it out to begin. */
    readonly cursor?: string | undefined
  }
  readonly batchResults: {
    readonly limit?: number | undefined
    /** Where the page before ended: leave it out to begin. */
    readonly cursor?: string | undefined
  }
  readonly duplicates: {
    readonly status?: 'open' | 'merged' | 'dismissed' | 'withdrawn' | 'all' | undefined
    readonly minConfidence?: number | undefined
    readonly limit?: number | undefined
    readonly offset?: number | undefined
    /** Highest or newest first; confidence unless given. */
    readonly order?: 'gain' | 'confidence' | 'detectedAt' | undefined
    readonly include?: readonly ('explanation' | 'alert')[] | undefined
  }
  readonly stats: {
    /** Adds how much of the registry each country, or supplier, covers. */
    readonly by?: readonly ('country' | 'supplier')[] | undefined
  }
  readonly suggest: {
    readonly q: string
    readonly limit?: number | undefined
  }
  readonly changes: {
    readonly after?: number | undefined
    readonly limit?: number | undefined
  }
  readonly history: {
    readonly at?: string | undefined
  }
  readonly alerts: {
    readonly status?: 'open' | 'merged' | 'dismissed' | 'withdrawn' | 'all' | undefined
    readonly order?: 'gain' | 'confidence' | 'detectedAt' | undefined
    readonly limit?: number | undefined
    readonly offset?: number | undefined
    /** Where the page before ended: leave it out to begin. */
    readonly cursor?: string | undefined
  }
  readonly importJobs: {
    readonly limit?: number | undefined
    /** Where the page before ended: leave it out to begin. */
    readonly cursor?: string | undefined
  }
  readonly importResults: {
    readonly limit?: number | undefined
    /** Where the page before ended: leave it out to begin. */
    readonly cursor?: string | undefined
  }
  readonly audit: {
    readonly from?: string | undefined
    readonly to?: string | undefined
    readonly limit?: number | undefined
    /** Where the page before ended: leave it out to begin. */
    readonly cursor?: string | undefined
  }
  readonly logs: {
    readonly from?: string | undefined
    readonly to?: string | undefined
    readonly key?: string | undefined
    readonly method?: string | undefined
    readonly route?: string | undefined
    readonly status?: string | undefined
    readonly code?: string | undefined
    readonly limit?: number | undefined
    /** Where the page before ended: leave it out to begin. */
    readonly cursor?: string | undefined
  }
  readonly usage: {
    /** A day ago unless given. */
    readonly from?: string | undefined
    /** Now unless given. */
    readonly to?: string | undefined
    readonly bucket?: 'hour' | 'day' | undefined
    readonly groupBy?: 'endpoint' | 'key' | 'status' | undefined
  }
  readonly deliveries: {
    readonly status?: 'waiting' | 'delivered' | 'failed' | undefined
    readonly limit?: number | undefined
    /** Where the page before ended: leave it out to begin. */
    readonly cursor?: string | undefined
  }
  readonly adminAccounts: {
    readonly limit?: number | undefined
    /** Where the page before ended: leave it out to begin. */
    readonly cursor?: string | undefined
  }
  readonly adminJobs: {
    readonly limit?: number | undefined
    /** Where the page before ended: leave it out to begin. */
    readonly cursor?: string | undefined
  }
  readonly adminResults: {
    readonly limit?: number | undefined
    /** Where the page before ended: leave it out to begin. */
    readonly cursor?: string | undefined
  }
}

/** What each operation is sent. */
export interface Bodies {
  readonly pin: {
    /** Values by fields; null lets a field follow its records again. */
    readonly fields: {
      readonly name?: string | null | undefined
      readonly category?: string | null | undefined
      readonly address?: string | null | undefined
      readonly city?: string | null | undefined
      readonly region?: string | null | undefined
      readonly country?: string | null | undefined
      readonly postalCode?: string | null | undefined
      readonly coordinates?: readonly [number, number] | null | undefined
      readonly phone?: string | null | undefined
      readonly email?: string | null | undefined
      readonly website?: string | null | undefined
      readonly brand?: string | null | undefined
      readonly stars?: number | null | undefined
      readonly rooms?: number | null | undefined
    }
    readonly note?: string | undefined
  }
  readonly match: {
    /** What is asked about: fields of a supplier record; a name, a supplier with its code, or an identifier at least. Other forms of a value are read where they can be, and reported as repairs. */
    readonly input: {
      /** Returned with the result. */
      readonly ref?: string | undefined
      /** Id of a supplier, with a letter a-z or a digit. */
      readonly supplier?: string | undefined
      /** Code of the supplier for its product. */
      readonly code?: string | undefined
      readonly name?: string | undefined
      readonly altNames?: readonly ({
        /** BCP 47 tag, such as `en`. */
        readonly language?: string | undefined
        readonly name: string
      })[] | undefined
      /** A category such as `hotel`, in one of its known spellings. */
      readonly category?: string | undefined
      readonly location?: {
        readonly address?: string | undefined
        readonly city?: string | undefined
        readonly region?: string | undefined
        /** ISO 3166-1 code or name of the country. */
        readonly country?: string | undefined
        readonly postalCode?: string | undefined
        /** Latitude, then longitude, in degrees. */
        readonly coordinates?: readonly [number, number] | undefined
        /** Imprecision of the coordinates in metres. */
        readonly precisionMeters?: number | undefined
      } | undefined
      readonly phone?: string | undefined
      readonly email?: string | undefined
      readonly website?: string | undefined
      readonly brand?: string | undefined
      readonly operator?: string | undefined
      readonly stars?: number | undefined
      readonly rooms?: number | undefined
      /** Number of an official licence or registration. */
      readonly licence?: string | undefined
      readonly identifiers?: readonly {
        /** For example `iata`. */
        readonly scheme: string
        /** For example `CDG`. */
        readonly value: string
      }[] | undefined
      readonly activity?: {
        readonly durationMinutes?: number | undefined
        readonly languages?: readonly string[] | undefined
        readonly meetingPoint?: string | undefined
      } | undefined
      readonly transfer?: {
        readonly from?: {
          /** IATA code or code of the supplier. */
          readonly code?: string | undefined
          readonly name?: string | undefined
          /** Latitude, then longitude, in degrees. */
          readonly coordinates?: readonly [number, number] | undefined
        } | undefined
        readonly to?: {
          /** IATA code or code of the supplier. */
          readonly code?: string | undefined
          readonly name?: string | undefined
          /** Latitude, then longitude, in degrees. */
          readonly coordinates?: readonly [number, number] | undefined
        } | undefined
        readonly vehicle?: string | undefined
        /** Whether the ride is shared with strangers. */
        readonly shared?: boolean | undefined
        readonly seats?: number | undefined
      } | undefined
      /** Other fields, kept as received. */
      readonly extra?: object | undefined
    } | object
    readonly options?: {
      readonly limit?: number | undefined
      readonly minConfidence?: number | undefined
      readonly explain?: boolean | undefined
    } | undefined
  }
  readonly batchMap: {
    readonly inputs: readonly ({
      /** Returned with the result. */
      readonly ref?: string | undefined
      /** Id of a supplier, with a letter a-z or a digit. */
      readonly supplier?: string | undefined
      /** Code of the supplier for its product. */
      readonly code?: string | undefined
      readonly name?: string | undefined
      readonly altNames?: readonly ({
        /** BCP 47 tag, such as `en`. */
        readonly language?: string | undefined
        readonly name: string
      })[] | undefined
      /** A category such as `hotel`, in one of its known spellings. */
      readonly category?: string | undefined
      readonly location?: {
        readonly address?: string | undefined
        readonly city?: string | undefined
        readonly region?: string | undefined
        /** ISO 3166-1 code or name of the country. */
        readonly country?: string | undefined
        readonly postalCode?: string | undefined
        /** Latitude, then longitude, in degrees. */
        readonly coordinates?: readonly [number, number] | undefined
        /** Imprecision of the coordinates in metres. */
        readonly precisionMeters?: number | undefined
      } | undefined
      readonly phone?: string | undefined
      readonly email?: string | undefined
      readonly website?: string | undefined
      readonly brand?: string | undefined
      readonly operator?: string | undefined
      readonly stars?: number | undefined
      readonly rooms?: number | undefined
      /** Number of an official licence or registration. */
      readonly licence?: string | undefined
      readonly identifiers?: readonly {
        /** For example `iata`. */
        readonly scheme: string
        /** For example `CDG`. */
        readonly value: string
      }[] | undefined
      readonly activity?: {
        readonly durationMinutes?: number | undefined
        readonly languages?: readonly string[] | undefined
        readonly meetingPoint?: string | undefined
      } | undefined
      readonly transfer?: {
        readonly from?: {
          /** IATA code or code of the supplier. */
          readonly code?: string | undefined
          readonly name?: string | undefined
          /** Latitude, then longitude, in degrees. */
          readonly coordinates?: readonly [number, number] | undefined
        } | undefined
        readonly to?: {
          /** IATA code or code of the supplier. */
          readonly code?: string | undefined
          readonly name?: string | undefined
          /** Latitude, then longitude, in degrees. */
          readonly coordinates?: readonly [number, number] | undefined
        } | undefined
        readonly vehicle?: string | undefined
        /** Whether the ride is shared with strangers. */
        readonly shared?: boolean | undefined
        readonly seats?: number | undefined
      } | undefined
      /** Other fields, kept as received. */
      readonly extra?: object | undefined
    } | object)[]
    readonly options?: {
      readonly limit?: number | undefined
      readonly minConfidence?: number | undefined
      readonly explain?: boolean | undefined
    } | undefined
    readonly mode?: 'auto' | 'sync' | 'async' | undefined
  }
  readonly resolveDuplicate: {
    /** A UTPID in any case, with or without dashes, or an alias. */
    readonly duplicate: string
    readonly resolution: 'merge' | 'dismiss'
    /** A UTPID in any case, with or without dashes, or an alias. */
    readonly survivor?: string | undefined
    readonly note?: string | undefined
  }
  readonly verify: {
    /** A UTPID in any case, with or without dashes, or an alias. */
    readonly utpid: string
    /** false withdraws a verification. */
    readonly verified?: boolean | undefined
    readonly method?: 'manual' | 'supplier' | 'checks' | undefined
    readonly evidence?: string | undefined
    readonly note?: string | undefined
    readonly dryRun?: boolean | undefined
    /** Only when the product is at this revision; else `precondition_failed`. */
    readonly ifRevision?: number | undefined
  }
  readonly lookup: {
    /** UTPIDs, aliases, codes as `supplier:code`, or codes as objects. */
    readonly ids: readonly (string | {
      /** Id of a supplier, in any case. */
      readonly supplier: string
      readonly code: string
    })[]
  }
  readonly reopenAlert: {
    readonly note?: string | undefined
  }
  readonly resolveAlert: {
    readonly resolution: 'merge' | 'dismiss'
    /** A UTPID in any case, with or without dashes, or an alias. */
    readonly survivor?: string | undefined
    readonly note?: string | undefined
  }
  readonly explain: {
    /** A UTPID or alias, `{ supplier, code }` of a record that is known, or a record that is not. */
    readonly a: string | {
      /** Returned with the result. */
      readonly ref?: string | undefined
      /** Id of a supplier, with a letter a-z or a digit. */
      readonly supplier?: string | undefined
      /** Code of the supplier for its product. */
      readonly code?: string | undefined
      readonly name?: string | undefined
      readonly altNames?: readonly ({
        /** BCP 47 tag, such as `en`. */
        readonly language?: string | undefined
        readonly name: string
      })[] | undefined
      /** A category such as `hotel`, in one of its known spellings. */
      readonly category?: string | undefined
      readonly location?: {
        readonly address?: string | undefined
        readonly city?: string | undefined
        readonly region?: string | undefined
        /** ISO 3166-1 code or name of the country. */
        readonly country?: string | undefined
        readonly postalCode?: string | undefined
        /** Latitude, then longitude, in degrees. */
        readonly coordinates?: readonly [number, number] | undefined
        /** Imprecision of the coordinates in metres. */
        readonly precisionMeters?: number | undefined
      } | undefined
      readonly phone?: string | undefined
      readonly email?: string | undefined
      readonly website?: string | undefined
      readonly brand?: string | undefined
      readonly operator?: string | undefined
      readonly stars?: number | undefined
      readonly rooms?: number | undefined
      /** Number of an official licence or registration. */
      readonly licence?: string | undefined
      readonly identifiers?: readonly {
        /** For example `iata`. */
        readonly scheme: string
        /** For example `CDG`. */
        readonly value: string
      }[] | undefined
      readonly activity?: {
        readonly durationMinutes?: number | undefined
        readonly languages?: readonly string[] | undefined
        readonly meetingPoint?: string | undefined
      } | undefined
      readonly transfer?: {
        readonly from?: {
          /** IATA code or code of the supplier. */
          readonly code?: string | undefined
          readonly name?: string | undefined
          /** Latitude, then longitude, in degrees. */
          readonly coordinates?: readonly [number, number] | undefined
        } | undefined
        readonly to?: {
          /** IATA code or code of the supplier. */
          readonly code?: string | undefined
          readonly name?: string | undefined
          /** Latitude, then longitude, in degrees. */
          readonly coordinates?: readonly [number, number] | undefined
        } | undefined
        readonly vehicle?: string | undefined
        /** Whether the ride is shared with strangers. */
        readonly shared?: boolean | undefined
        readonly seats?: number | undefined
      } | undefined
      /** Other fields, kept as received. */
      readonly extra?: object | undefined
    } | object
    /** A UTPID or alias, `{ supplier, code }` of a record that is known, or a record that is not. */
    readonly b: string | {
      /** Returned with the result. */
      readonly ref?: string | undefined
      /** Id of a supplier, with a letter a-z or a digit. */
      readonly supplier?: string | undefined
      /** Code of the supplier for its product. */
      readonly code?: string | undefined
      readonly name?: string | undefined
      readonly altNames?: readonly ({
        /** BCP 47 tag, such as `en`. */
        readonly language?: string | undefined
        readonly name: string
      })[] | undefined
      /** A category such as `hotel`, in one of its known spellings. */
      readonly category?: string | undefined
      readonly location?: {
        readonly address?: string | undefined
        readonly city?: string | undefined
        readonly region?: string | undefined
        /** ISO 3166-1 code or name of the country. */
        readonly country?: string | undefined
        readonly postalCode?: string | undefined
        /** Latitude, then longitude, in degrees. */
        readonly coordinates?: readonly [number, number] | undefined
        /** Imprecision of the coordinates in metres. */
        readonly precisionMeters?: number | undefined
      } | undefined
      readonly phone?: string | undefined
      readonly email?: string | undefined
      readonly website?: string | undefined
      readonly brand?: string | undefined
      readonly operator?: string | undefined
      readonly stars?: number | undefined
      readonly rooms?: number | undefined
      /** Number of an official licence or registration. */
      readonly licence?: string | undefined
      readonly identifiers?: readonly {
        /** For example `iata`. */
        readonly scheme: string
        /** For example `CDG`. */
        readonly value: string
      }[] | undefined
      readonly activity?: {
        readonly durationMinutes?: number | undefined
        readonly languages?: readonly string[] | undefined
        readonly meetingPoint?: string | undefined
      } | undefined
      readonly transfer?: {
        readonly from?: {
          /** IATA code or code of the supplier. */
          readonly code?: string | undefined
          readonly name?: string | undefined
          /** Latitude, then longitude, in degrees. */
          readonly coordinates?: readonly [number, number] | undefined
        } | undefined
        readonly to?: {
          /** IATA code or code of the supplier. */
          readonly code?: string | undefined
          readonly name?: string | undefined
          /** Latitude, then longitude, in degrees. */
          readonly coordinates?: readonly [number, number] | undefined
        } | undefined
        readonly vehicle?: string | undefined
        /** Whether the ride is shared with strangers. */
        readonly shared?: boolean | undefined
        readonly seats?: number | undefined
      } | undefined
      /** Other fields, kept as received. */
      readonly extra?: object | undefined
    } | object
  }
  readonly putRecord: {
    readonly name: string
    readonly altNames?: readonly ({
      /** BCP 47 tag, such as `en`. */
      readonly language?: string | undefined
      readonly name: string
    })[] | undefined
    /** A category such as `hotel`, in one of its known spellings. */
    readonly category?: string | undefined
    readonly location?: {
      readonly address?: string | undefined
      readonly city?: string | undefined
      readonly region?: string | undefined
      /** ISO 3166-1 code or name of the country. */
      readonly country?: string | undefined
      readonly postalCode?: string | undefined
      /** Latitude, then longitude, in degrees. */
      readonly coordinates?: readonly [number, number] | undefined
      /** Imprecision of the coordinates in metres. */
      readonly precisionMeters?: number | undefined
    } | undefined
    readonly phone?: string | undefined
    readonly email?: string | undefined
    readonly website?: string | undefined
    readonly brand?: string | undefined
    readonly operator?: string | undefined
    readonly stars?: number | undefined
    readonly rooms?: number | undefined
    /** Number of an official licence or registration. */
    readonly licence?: string | undefined
    readonly identifiers?: readonly {
      /** For example `iata`. */
      readonly scheme: string
      /** For example `CDG`. */
      readonly value: string
    }[] | undefined
    readonly activity?: {
      readonly durationMinutes?: number | undefined
      readonly languages?: readonly string[] | undefined
      readonly meetingPoint?: string | undefined
    } | undefined
    readonly transfer?: {
      readonly from?: {
        /** IATA code or code of the supplier. */
        readonly code?: string | undefined
        readonly name?: string | undefined
        /** Latitude, then longitude, in degrees. */
        readonly coordinates?: readonly [number, number] | undefined
      } | undefined
      readonly to?: {
        /** IATA code or code of the supplier. */
        readonly code?: string | undefined
        readonly name?: string | undefined
        /** Latitude, then longitude, in degrees. */
        readonly coordinates?: readonly [number, number] | undefined
      } | undefined
      readonly vehicle?: string | undefined
      /** Whether the ride is shared with strangers. */
      readonly shared?: boolean | undefined
      readonly seats?: number | undefined
    } | undefined
    /** Other fields, kept as received. */
    readonly extra?: object | undefined
  } | object
  readonly setSupplier: {
    readonly name?: string | undefined
    readonly priority?: number | undefined
  }
  readonly merge: {
    /** A UTPID in any case, with or without dashes, or an alias. */
    readonly utpid: string
    /** A UTPID in any case, with or without dashes, or an alias. */
    readonly other: string
    /** A UTPID in any case, with or without dashes, or an alias. */
    readonly survivor?: string | undefined
    readonly note?: string | undefined
  }
  readonly split: {
    /** A UTPID in any case, with or without dashes, or an alias. */
    readonly utpid: string
    readonly records: readonly {
      /** Id of a supplier, in any case. */
      readonly supplier: string
      readonly code: string
    }[]
    readonly keeps?: 'named' | 'rest' | undefined
    readonly note?: string | undefined
  }
  readonly undo: {
    readonly note?: string | undefined
  }
  readonly createKey: {
    readonly name: string
    readonly mode?: 'live' | 'test' | undefined
    readonly scopes: readonly ('*' | 'registry:*' | 'keys:*' | 'usage:*' | 'logs:*' | 'webhooks:*' | 'team:*' | 'audit:*' | 'metrics:*' | 'admin:*' | 'registry:read' | 'registry:match' | 'registry:batch' | 'registry:verify' | 'registry:write' | 'registry:merge' | 'keys:own' | 'keys:read' | 'keys:write' | 'usage:read' | 'logs:read' | 'webhooks:read' | 'webhooks:write' | 'team:read' | 'team:write' | 'audit:read' | 'metrics:read' | 'admin:accounts' | 'admin:plans' | 'admin:jobs')[]
    readonly suppliers?: readonly string[] | undefined
    readonly burstPerSecond?: number | undefined
    readonly sustained?: {
      readonly requests: number
      readonly perSeconds: number
    } | undefined
    readonly assignee?: {
      readonly kind: 'member' | 'service'
      readonly id: string
    } | undefined
    readonly expiresAt?: string | undefined
  }
  readonly updateKey: {
    readonly name?: string | undefined
    readonly scopes?: readonly ('*' | 'registry:*' | 'keys:*' | 'usage:*' | 'logs:*' | 'webhooks:*' | 'team:*' | 'audit:*' | 'metrics:*' | 'admin:*' | 'registry:read' | 'registry:match' | 'registry:batch' | 'registry:verify' | 'registry:write' | 'registry:merge' | 'keys:own' | 'keys:read' | 'keys:write' | 'usage:read' | 'logs:read' | 'webhooks:read' | 'webhooks:write' | 'team:read' | 'team:write' | 'audit:read' | 'metrics:read' | 'admin:accounts' | 'admin:plans' | 'admin:jobs')[] | undefined
    readonly suppliers?: readonly string[] | null | undefined
    readonly burstPerSecond?: number | null | undefined
    readonly sustained?: {
      readonly requests: number
      readonly perSeconds: number
    } | null | undefined
    readonly assignee?: {
      readonly kind: 'member' | 'service'
      readonly id: string
    } | null | undefined
    readonly expiresAt?: string | null | undefined
  }
  readonly rotateKey: {
    readonly overlapSeconds?: number | undefined
  }
  readonly createService: {
    readonly name: string
  }
  readonly inviteMember: {
    readonly name: string
    readonly email: string
    readonly role: 'owner' | 'admin' | 'reviewer' | 'developer' | 'analyst' | 'viewer'
  }
  readonly updateMember: {
    readonly name?: string | undefined
    readonly role?: 'owner' | 'admin' | 'reviewer' | 'developer' | 'analyst' | 'viewer' | undefined
    readonly status?: 'active' | 'disabled' | undefined
  }
  readonly createWebhook: {
    readonly url: string
    readonly events: readonly ('registry.product.*' | 'registry.product.created' | 'registry.product.updated' | 'registry.product.merged' | 'registry.product.split' | 'registry.product.deleted' | 'registry.product.verified' | 'registry.product.unverified' | 'supplier.code.drifted' | 'duplicate.alert.opened' | 'duplicate.alert.resolved' | 'batch.job.completed' | 'batch.job.failed' | 'batch.job.cancelled' | 'import.job.completed' | 'import.job.failed' | 'account.quota.reached')[]
    readonly description?: string | undefined
  }
  readonly updateWebhook: {
    readonly url?: string | undefined
    readonly events?: readonly ('registry.product.*' | 'registry.product.created' | 'registry.product.updated' | 'registry.product.merged' | 'registry.product.split' | 'registry.product.deleted' | 'registry.product.verified' | 'registry.product.unverified' | 'supplier.code.drifted' | 'duplicate.alert.opened' | 'duplicate.alert.resolved' | 'batch.job.completed' | 'batch.job.failed' | 'batch.job.cancelled' | 'import.job.completed' | 'import.job.failed' | 'account.quota.reached')[] | undefined
    readonly description?: string | undefined
    readonly status?: 'active' | 'disabled' | undefined
    /** With `status: active`: begin with what happens from now on. */
    readonly skipMissed?: boolean | undefined
  }
  readonly recoverDeliveries: {
    readonly since: string
  }
  readonly rotateSecret: {
    readonly overlapSeconds?: number | undefined
  }
  readonly updateAccount: {
    readonly name?: string | undefined
    readonly apiVersion?: 1 | undefined
  }
  readonly updateAccountOf: {
    readonly name?: string | undefined
    readonly plan?: string | undefined
    readonly status?: 'active' | 'suspended' | undefined
    readonly apiVersion?: number | undefined
  }
  readonly createAccount: {
    readonly name: string
    readonly plan: string
    readonly operator?: boolean | undefined
  }
  readonly createKeyOf: {
    readonly name: string
    readonly mode?: 'live' | 'test' | undefined
    readonly scopes: readonly ('*' | 'registry:*' | 'keys:*' | 'usage:*' | 'logs:*' | 'webhooks:*' | 'team:*' | 'audit:*' | 'metrics:*' | 'admin:*' | 'registry:read' | 'registry:match' | 'registry:batch' | 'registry:verify' | 'registry:write' | 'registry:merge' | 'keys:own' | 'keys:read' | 'keys:write' | 'usage:read' | 'logs:read' | 'webhooks:read' | 'webhooks:write' | 'team:read' | 'team:write' | 'audit:read' | 'metrics:read' | 'admin:accounts' | 'admin:plans' | 'admin:jobs')[]
    readonly suppliers?: readonly string[] | undefined
    readonly burstPerSecond?: number | undefined
    readonly sustained?: {
      readonly requests: number
      readonly perSeconds: number
    } | undefined
    readonly assignee?: {
      readonly kind: 'member' | 'service'
      readonly id: string
    } | undefined
    readonly expiresAt?: string | undefined
  }
  readonly inviteMemberOf: {
    readonly name: string
    readonly email: string
    readonly role: 'owner' | 'admin' | 'reviewer' | 'developer' | 'analyst' | 'viewer'
  }
  readonly putPlan: {
    readonly name: string
    readonly callsPerMonth?: number | undefined
    readonly burstPerSecond?: number | undefined
    readonly batchSize: number
    readonly webhooks?: number | undefined
    readonly keys?: number | undefined
    readonly jobs?: number | undefined
    readonly keyLimits: boolean
  }
  readonly createAdminJob: {
    readonly kind: 'export'
    readonly format?: 'registry' | 'crosswalk' | undefined
  } | {
    readonly kind: 'rescore'
    readonly dryRun?: boolean | undefined
    readonly restart?: boolean | undefined
  } | {
    readonly kind: 'reindex'
    readonly force?: boolean | undefined
    readonly restart?: boolean | undefined
  }
}

/** What each operation answers. */
export interface Answers {
  readonly search: {
    readonly total: number
    readonly results: readonly {
      /** Canonical identifier of a product. */
      readonly utpid: string
      readonly name: string
      readonly category: string
      /** Name of the supplier whose record gave the name. */
      readonly supplier: string
      readonly location: {
        readonly city: string
        /** ISO 3166 alpha-2 code; `ZZ` when it is not known. */
        readonly country: string
      }
      readonly verified: boolean
      /** 0 to 1, at most 4 decimals. */
      readonly confidence: number
      readonly duplicates: number
      /** UTC date. */
      readonly updated: string
      /** With `include=distance`: metres from `near`. */
      readonly distance?: number
      /** With `include=details`: all that is known of the product, as `@utpid/core` has it. */
      readonly details?: Readonly<Record<string, unknown>>
    }[]
    /** With `include=facets`: how many of all products found each value of a further filter would leave. */
    readonly facets?: {
      /** False when the counts are lower bounds, and values may be missing; so for a text whose results fill the page. */
      readonly exact: boolean
      readonly category: readonly {
        readonly value: string
        readonly products: number
      }[]
      readonly country: readonly {
        readonly value: string
        readonly products: number
      }[]
    }
  }
  readonly product: {
    /** Canonical identifier of a product. */
    readonly utpid: string
    readonly name: string
    readonly category: string
    readonly location: {
      readonly city: string
      /** ISO 3166 alpha-2 code; `ZZ` when it is not known. */
      readonly country: string
      readonly coordinates: readonly [number, number] | null
    }
    readonly verified: boolean
    /** 0 to 1, at most 4 decimals. */
    readonly confidence: number
    readonly suppliers: readonly {
      readonly id: string
      readonly name: string
    }[]
    readonly duplicates: number
    /** ISO 8601 UTC. */
    readonly lastUpdated: string
    /** With `include=records`: its supplier records. */
    readonly records?: readonly Readonly<Record<string, unknown>>[]
    /** With `include=provenance`: the record each shown field came from. */
    readonly provenance?: {
      readonly [name: string]: {
        readonly supplier: string
        readonly code: string
      }
    }
    /** With `include=lineage`: what became of the UTPID. */
    readonly lineage?: Readonly<Record<string, unknown>>
    /** With `include=history`: what happened to it. */
    readonly history?: readonly Readonly<Record<string, unknown>>[]
    /** With `include=details`: all that is known of the product, as `@utpid/core` has it. */
    readonly details?: Readonly<Record<string, unknown>>
  }
  readonly deleteProduct: {
    /** The step it was made in: an undo takes it. */
    readonly change: number
    readonly utpids: readonly string[]
    readonly ended: readonly ({
      /** Canonical identifier of a product. */
      readonly utpid: string
      readonly into: string | null
    })[]
    readonly changed: boolean
  }
  readonly pin: {
    /** The step it was made in: an undo takes it. */
    readonly change: number
    readonly utpids: readonly string[]
    readonly ended: readonly ({
      /** Canonical identifier of a product. */
      readonly utpid: string
      readonly into: string | null
    })[]
    readonly changed: boolean
  }
  readonly match: {
    readonly ref: string | null
    readonly decision: 'match' | 'review' | 'none' | null
    readonly method: 'supplier_code' | 'identifier' | 'model' | null
    readonly utpid: string | null
    /** 0 to 1, at most 4 decimals. */
    readonly confidence: number
    readonly thresholds: {
      readonly match: number
      readonly review: number
    }
    readonly matches: readonly ({
      /** Canonical identifier of a product. */
      readonly utpid: string
      readonly name: string
      readonly category: string
      readonly location: {
        readonly city: string
        /** ISO 3166 alpha-2 code; `ZZ` when it is not known. */
        readonly country: string
        readonly coordinates: readonly [number, number] | null
      }
      readonly verified: boolean
      /** 0 to 1, at most 4 decimals. */
      readonly confidence: number
      readonly suppliers: readonly {
        readonly id: string
        readonly name: string
      }[]
      readonly duplicates: number
      readonly explanation?: {
        readonly signature: string
        readonly weight: number
        readonly prior: number
        readonly vetoed: boolean
        readonly comparisons: readonly ({
          readonly name: string
          readonly level: string
          readonly bits: number
          readonly input: string | null
          readonly record: string | null
        })[]
      }
    })[]
    readonly reason: string | null
    readonly wouldHelp: readonly {
      readonly field: string
      readonly [name: string]: unknown
    }[]
    readonly repairs: readonly {
      readonly code: string
      readonly [name: string]: unknown
    }[]
    readonly model: string
  }
  readonly batchMap: {
    readonly id: string | null
    readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelling' | 'cancelled'
    /** ISO 8601 UTC. */
    readonly createdAt: string
    readonly startedAt: string | null
    readonly finishedAt: string | null
    /** Until when results are kept. */
    readonly expiresAt: string | null
    /** Beside these by outcome: of a batch `match`, `review`, `none` and `invalid`; of an import those of its lines, `ended` of a full feed, and `parted`, records that are not with those any more that they were with. */
    readonly counts: {
      /** Inputs. */
      readonly total: number
      /** Of those, worked on already. */
      readonly processed: number
      readonly [name: string]: unknown
    }
    readonly progress: number
    /** Of a batch that was answered at once. */
    readonly results?: readonly Readonly<Record<string, unknown>>[]
    readonly resultsUrl: string | null
    readonly error: {
      readonly code: string
      readonly message: string
    } | null
  }
  readonly batchJobs: {
    readonly results: readonly ({
      readonly id: string | null
      readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelling' | 'cancelled'
      /** ISO 8601 UTC. */
      readonly createdAt: string
      readonly startedAt: string | null
      readonly finishedAt: string | null
      /** Until when results are kept. */
      readonly expiresAt: string | null
      /** Beside these by outcome: of a batch `match`, `review`, `none` and `invalid`; of an import those of its lines, `ended` of a full feed, and `parted`, records that are not with those any more that they were with. */
      readonly counts: {
        /** Inputs. */
        readonly total: number
        /** Of those, worked on already. */
        readonly processed: number
        readonly [name: string]: unknown
      }
      readonly progress: number
      /** Of a batch that was answered at once. */
      readonly results?: readonly Readonly<Record<string, unknown>>[]
      readonly resultsUrl: string | null
      readonly error: {
        readonly code: string
        readonly message: string
      } | null
    })[]
    readonly next: string | null
    /** Bodies that come, wait or are read, of the process that answers. Short ones are not among them. */
    readonly uploads: readonly ({
      readonly status: 'receiving' | 'waiting' | 'reading'
      /** Uploads of the account that are read before it, as it stands now. */
      readonly place: number
      /** ISO 8601 UTC. */
      readonly createdAt: string
    })[]
  }
  readonly batchJob: {
    readonly id: string | null
    readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelling' | 'cancelled'
    /** ISO 8601 UTC. */
    readonly createdAt: string
    readonly startedAt: string | null
    readonly finishedAt: string | null
    /** Until when results are kept. */
    readonly expiresAt: string | null
    /** Beside these by outcome: of a batch `match`, `review`, `none` and `invalid`; of an import those of its lines, `ended` of a full feed, and `parted`, records that are not with those any more that they were with. */
    readonly counts: {
      /** Inputs. */
      readonly total: number
      /** Of those, worked on already. */
      readonly processed: number
      readonly [name: string]: unknown
    }
    readonly progress: number
    /** Of a batch that was answered at once. */
    readonly results?: readonly Readonly<Record<string, unknown>>[]
    readonly resultsUrl: string | null
    readonly error: {
      readonly code: string
      readonly message: string
    } | null
  }
  readonly batchResults: {
    readonly results: readonly unknown[]
    readonly next: string | null
  }
  readonly cancelBatch: {
    readonly id: string | null
    readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelling' | 'cancelled'
    /** ISO 8601 UTC. */
    readonly createdAt: string
    readonly startedAt: string | null
    readonly finishedAt: string | null
    /** Until when results are kept. */
    readonly expiresAt: string | null
    /** Beside these by outcome: of a batch `match`, `review`, `none` and `invalid`; of an import those of its lines, `ended` of a full feed, and `parted`, records that are not with those any more that they were with. */
    readonly counts: {
      /** Inputs. */
      readonly total: number
      /** Of those, worked on already. */
      readonly processed: number
      readonly [name: string]: unknown
    }
    readonly progress: number
    /** Of a batch that was answered at once. */
    readonly results?: readonly Readonly<Record<string, unknown>>[]
    readonly resultsUrl: string | null
    readonly error: {
      readonly code: string
      readonly message: string
    } | null
  }
  readonly duplicates: {
    /** Canonical identifier of a product. */
    readonly utpid: string
    readonly total: number
    readonly results: readonly ({
      readonly alertId: string
      /** Canonical identifier of a product. */
      readonly utpid: string
      readonly name: string
      readonly category: string
      readonly location: {
        readonly city: string
        /** ISO 3166 alpha-2 code; `ZZ` when it is not known. */
        readonly country: string
      }
      readonly supplier: string
      /** 0 to 1, at most 4 decimals. */
      readonly confidence: number
      readonly status: 'open' | 'merged' | 'dismissed' | 'withdrawn'
      /** ISO 8601 UTC. */
      readonly detectedAt: string
      readonly resolvedAt: string | null
      readonly resolution: string | null
      readonly copies: number | null
      readonly crowded: boolean
      /** With `include=explanation`: how the two records of the alert compare, and why they are not one product; null when the registry has them no more. */
      readonly explanation?: {
        readonly a: {
          readonly kind: 'product'
          /** Canonical identifier of a product. */
          readonly asked: string
          readonly status: 'active' | 'merged' | 'deleted' | 'retired'
          /** The active product; null when there is none any more. */
          readonly utpid: string | null
          readonly name: string
          readonly records: number
        } | {
          readonly kind: 'record'
          readonly supplier: string
          readonly code: string
          readonly status: 'active' | 'ended'
          /** The product it is with; null when it has ended. */
          readonly utpid: string | null
          readonly name: string
        } | {
          readonly kind: 'input'
          readonly name: string | null
        }
        readonly b: {
          readonly kind: 'product'
          /** Canonical identifier of a product. */
          readonly asked: string
          readonly status: 'active' | 'merged' | 'deleted' | 'retired'
          /** The active product; null when there is none any more. */
          readonly utpid: string | null
          readonly name: string
          readonly records: number
        } | {
          readonly kind: 'record'
          readonly supplier: string
          readonly code: string
          readonly status: 'active' | 'ended'
          /** The product it is with; null when it has ended. */
          readonly utpid: string | null
          readonly name: string
        } | {
          readonly kind: 'input'
          readonly name: string | null
        }
        /** Whether they are one product now; with an input, whether it would be linked to it. */
        readonly together: boolean
        /** The two records that are compared: of products those that an open alert between them rests on, else the most alike. Null when there are no two different records. */
        readonly pair: {
          /** The record of a that is compared; null for an input. */
          readonly a: {
            readonly supplier: string
            readonly code: string
          } | null
          /** The record of b that is compared; null for an input. */
          readonly b: {
            readonly supplier: string
            readonly code: string
          } | null
          /** 0 to 1, at most 4 decimals. */
          readonly confidence: number
          readonly signature: string
          readonly weight: number
          readonly prior: number
          readonly vetoed: boolean
          /** `input` is what a says, `record` what b says. */
          readonly comparisons: readonly ({
            readonly name: string
            readonly level: string
            readonly bits: number
            readonly input: string | null
            readonly record: string | null
          })[]
        } | null
        readonly repairs: readonly {
          readonly code: string
          readonly [name: string]: unknown
        }[]
        readonly thresholds: {
          readonly match: number
          readonly review: number
          /** In bits: one more doubles the odds. */
          readonly marginBits: number
          /** In bits: one more doubles the odds. */
          readonly sameSupplierBits: number
        }
        readonly model: string
        /** The links that join a record of a with one of b. Empty when they are not together. */
        readonly path: readonly ({
          readonly method: 'model'
          /** Names a record. */
          readonly from: {
            readonly supplier: string
            readonly code: string
          }
          /** Names a record. */
          readonly to: {
            readonly supplier: string
            readonly code: string
          }
          /** 0 to 1, at most 4 decimals. */
          readonly confidence: number
          /** In bits: one more doubles the odds. */
          readonly weight: number
          readonly model: string
          readonly epoch: number
        } | {
          readonly method: 'identifier'
          /** Names a record. */
          readonly from: {
            readonly supplier: string
            readonly code: string
          }
          /** Names a record. */
          readonly to: {
            readonly supplier: string
            readonly code: string
          }
          /** 0 to 1, at most 4 decimals. */
          readonly confidence: number
          /** In bits: one more doubles the odds. */
          readonly weight: number
          readonly model: string
          readonly epoch: number
        } | {
          readonly method: 'ruling'
          /** Names a record. */
          readonly from: {
            readonly supplier: string
            readonly code: string
          }
          /** Names a record. */
          readonly to: {
            readonly supplier: string
            readonly code: string
          }
          /** 0 to 1, at most 4 decimals. */
          readonly confidence: number
          /** What a person decided on two records. */
          readonly ruling: {
            readonly records: readonly {
              readonly supplier: string
              readonly code: string
            }[]
            readonly verdict: 'same' | 'different'
            readonly by: string
            /** ISO 8601 UTC. */
            readonly at: string
            /** The step it was made in: an undo takes it. */
            readonly change: number
            readonly note?: string
          }
        } | {
          readonly method: 'kept'
          /** Names a record. */
          readonly from: {
            readonly supplier: string
            readonly code: string
          }
          /** Names a record. */
          readonly to: {
            readonly supplier: string
            readonly code: string
          }
          /** 0 to 1, at most 4 decimals. */
          readonly confidence: number
          readonly keptBy: readonly ({
            readonly kind: 'verified'
            readonly by: string
            /** ISO 8601 UTC. */
            readonly at: string
            readonly method: string
          } | {
            readonly kind: 'pinned'
            readonly by: string
            /** ISO 8601 UTC. */
            readonly at: string
            readonly field: string
          } | {
            readonly kind: 'ruled'
            /** What a person decided on two records. */
            readonly ruling: {
              readonly records: readonly {
                readonly supplier: string
                readonly code: string
              }[]
              readonly verdict: 'same' | 'different'
              readonly by: string
              /** ISO 8601 UTC. */
              readonly at: string
              /** The step it was made in: an undo takes it. */
              readonly change: number
              readonly note?: string
            }
          })[]
        })[]
        /** The link of the path with the lowest confidence. */
        readonly weakest: {
          readonly method: 'model'
          /** Names a record. */
          readonly from: {
            readonly supplier: string
            readonly code: string
          }
          /** Names a record. */
          readonly to: {
            readonly supplier: string
            readonly code: string
          }
          /** 0 to 1, at most 4 decimals. */
          readonly confidence: number
          /** In bits: one more doubles the odds. */
          readonly weight: number
          readonly model: string
          readonly epoch: number
        } | {
          readonly method: 'identifier'
          /** Names a record. */
          readonly from: {
            readonly supplier: string
            readonly code: string
          }
          /** Names a record. */
          readonly to: {
            readonly supplier: string
            readonly code: string
          }
          /** 0 to 1, at most 4 decimals. */
          readonly confidence: number
          /** In bits: one more doubles the odds. */
          readonly weight: number
          readonly model: string
          readonly epoch: number
        } | {
          readonly method: 'ruling'
          /** Names a record. */
          readonly from: {
            readonly supplier: string
            readonly code: string
          }
          /** Names a record. */
          readonly to: {
            readonly supplier: string
            readonly code: string
          }
          /** 0 to 1, at most 4 decimals. */
          readonly confidence: number
          /** What a person decided on two records. */
          readonly ruling: {
            readonly records: readonly {
              readonly supplier: string
              readonly code: string
            }[]
            readonly verdict: 'same' | 'different'
            readonly by: string
            /** ISO 8601 UTC. */
            readonly at: string
            /** The step it was made in: an undo takes it. */
            readonly change: number
            readonly note?: string
          }
        } | {
          readonly method: 'kept'
          /** Names a record. */
          readonly from: {
            readonly supplier: string
            readonly code: string
          }
          /** Names a record. */
          readonly to: {
            readonly supplier: string
            readonly code: string
          }
          /** 0 to 1, at most 4 decimals. */
          readonly confidence: number
          readonly keptBy: readonly ({
            readonly kind: 'verified'
            readonly by: string
            /** ISO 8601 UTC. */
            readonly at: string
            readonly method: string
          } | {
            readonly kind: 'pinned'
            readonly by: string
            /** ISO 8601 UTC. */
            readonly at: string
            readonly field: string
          } | {
            readonly kind: 'ruled'
            /** What a person decided on two records. */
            readonly ruling: {
              readonly records: readonly {
                readonly supplier: string
                readonly code: string
              }[]
              readonly verdict: 'same' | 'different'
              readonly by: string
              /** ISO 8601 UTC. */
              readonly at: string
              /** The step it was made in: an undo takes it. */
              readonly change: number
              readonly note?: string
            }
          })[]
        } | null
        readonly keptBy: readonly ({
          readonly kind: 'verified'
          readonly by: string
          /** ISO 8601 UTC. */
          readonly at: string
          readonly method: string
        } | {
          readonly kind: 'pinned'
          readonly by: string
          /** ISO 8601 UTC. */
          readonly at: string
          readonly field: string
        } | {
          readonly kind: 'ruled'
          /** What a person decided on two records. */
          readonly ruling: {
            readonly records: readonly {
              readonly supplier: string
              readonly code: string
            }[]
            readonly verdict: 'same' | 'different'
            readonly by: string
            /** ISO 8601 UTC. */
            readonly at: string
            /** The step it was made in: an undo takes it. */
            readonly change: number
            readonly note?: string
          }
        })[]
        /** Why they are not one product: what stopped it first. Empty when they are together. */
        readonly reasons: readonly ({
          readonly code: 'gone'
          readonly side: 'a' | 'b'
          readonly status: 'deleted' | 'retired' | 'ended'
          readonly deletion: {
            readonly by: string
            /** ISO 8601 UTC. */
            readonly at: string
            /** The step it was made in: an undo takes it. */
            readonly change: number
          } | null
        } | {
          readonly code: 'ruled_different'
          /** Whether the ruling is on records that were asked about. */
          readonly direct: boolean
          /** At most ten. */
          readonly rulings: readonly ({
            readonly records: readonly {
              readonly supplier: string
              readonly code: string
            }[]
            readonly verdict: 'same' | 'different'
            readonly by: string
            /** ISO 8601 UTC. */
            readonly at: string
            /** The step it was made in: an undo takes it. */
            readonly change: number
            readonly note?: string
          })[]
          readonly total: number
          /** Rulings of same that lead to the records of the first ruling. */
          readonly through: readonly ({
            readonly records: readonly {
              readonly supplier: string
              readonly code: string
            }[]
            readonly verdict: 'same' | 'different'
            readonly by: string
            /** ISO 8601 UTC. */
            readonly at: string
            /** The step it was made in: an undo takes it. */
            readonly change: number
            readonly note?: string
          })[]
        } | {
          readonly code: 'code_known'
          /** Canonical identifier of a product. */
          readonly utpid: string
          readonly drifted: boolean
        } | {
          readonly code: 'copy'
          readonly side: 'a' | 'b'
          /** The record that stands for it. */
          readonly of: {
            readonly supplier: string
            readonly code: string
          }
        } | {
          readonly code: 'no_common_key'
          readonly a: readonly {
            /** What it is made of, for example `coordinates` and `name`. */
            readonly from: readonly string[]
            /** Words of the name in it. */
            readonly words: readonly string[]
            /** Records that carry it. */
            readonly records: number
            /** Records that it may be on to be asked. */
            readonly most: number
          }[]
          readonly b: readonly {
            /** What it is made of, for example `coordinates` and `name`. */
            readonly from: readonly string[]
            /** Words of the name in it. */
            readonly words: readonly string[]
            /** Records that carry it. */
            readonly records: number
            /** Records that it may be on to be asked. */
            readonly most: number
          }[]
        } | {
          readonly code: 'crowded_keys'
          readonly keys: readonly {
            /** What it is made of, for example `coordinates` and `name`. */
            readonly from: readonly string[]
            /** Words of the name in it. */
            readonly words: readonly string[]
            /** Records that carry it. */
            readonly records: number
            /** Records that it may be on to be asked. */
            readonly most: number
          }[]
        } | {
          readonly code: 'city_not_asked'
          readonly keys: readonly {
            /** What it is made of, for example `coordinates` and `name`. */
            readonly from: readonly string[]
            /** Words of the name in it. */
            readonly words: readonly string[]
            /** Records that carry it. */
            readonly records: number
            /** Records that it may be on to be asked. */
            readonly most: number
          }[]
        } | {
          readonly code: 'vetoed'
          readonly comparisons: readonly ({
            readonly name: string
            readonly level: string
            readonly bits: number
            readonly input: string | null
            readonly record: string | null
          })[]
        } | {
          readonly code: 'same_supplier'
          readonly supplier: string
          /** In bits: one more doubles the odds. */
          readonly weight: number
          /** In bits: one more doubles the odds. */
          readonly needs: number
          /** In bits: one more doubles the odds. */
          readonly bitsShort: number
        } | {
          readonly code: 'below_match'
          /** 0 to 1, at most 4 decimals. */
          readonly confidence: number
          readonly threshold: number
          /** In bits: one more doubles the odds. */
          readonly bitsShort: number
          readonly costliest: readonly ({
            readonly name: string
            readonly level: string
            readonly bits: number
            readonly input: string | null
            readonly record: string | null
          })[]
          /** The open alert that asks a person. */
          readonly alertId: string | null
        } | {
          readonly code: 'kept_apart'
          readonly a: readonly ({
            readonly kind: 'verified'
            readonly by: string
            /** ISO 8601 UTC. */
            readonly at: string
            readonly method: string
          } | {
            readonly kind: 'pinned'
            readonly by: string
            /** ISO 8601 UTC. */
            readonly at: string
            readonly field: string
          } | {
            readonly kind: 'ruled'
            /** What a person decided on two records. */
            readonly ruling: {
              readonly records: readonly {
                readonly supplier: string
                readonly code: string
              }[]
              readonly verdict: 'same' | 'different'
              readonly by: string
              /** ISO 8601 UTC. */
              readonly at: string
              /** The step it was made in: an undo takes it. */
              readonly change: number
              readonly note?: string
            }
          })[]
          readonly b: readonly ({
            readonly kind: 'verified'
            readonly by: string
            /** ISO 8601 UTC. */
            readonly at: string
            readonly method: string
          } | {
            readonly kind: 'pinned'
            readonly by: string
            /** ISO 8601 UTC. */
            readonly at: string
            readonly field: string
          } | {
            readonly kind: 'ruled'
            /** What a person decided on two records. */
            readonly ruling: {
              readonly records: readonly {
                readonly supplier: string
                readonly code: string
              }[]
              readonly verdict: 'same' | 'different'
              readonly by: string
              /** ISO 8601 UTC. */
              readonly at: string
              /** The step it was made in: an undo takes it. */
              readonly change: number
              readonly note?: string
            }
          })[]
        } | {
          readonly code: 'other_pair_forbids'
          /** At most ten. */
          readonly pairs: readonly ({
            /** Names a record. */
            readonly a: {
              readonly supplier: string
              readonly code: string
            }
            /** Names a record. */
            readonly b: {
              readonly supplier: string
              readonly code: string
            }
            readonly by: 'veto' | 'same_supplier'
            /** In bits: one more doubles the odds. */
            readonly weight: number
          })[]
          readonly total: number
        } | {
          readonly code: 'groups_disagree'
          readonly mean: number
          readonly threshold: number
          readonly pairs: number
        } | {
          readonly code: 'ambiguous'
          /** Canonical identifier of a product. */
          readonly rival: string
          /** In bits: one more doubles the odds. */
          readonly bitsAhead: number
          /** In bits: one more doubles the odds. */
          readonly needs: number
        } | {
          readonly code: 'other_product'
          /** Canonical identifier of a product. */
          readonly utpid: string
          /** 0 to 1, at most 4 decimals. */
          readonly confidence: number
        } | {
          readonly code: 'other_code_of_supplier'
          readonly codes: readonly {
            readonly supplier: string
            readonly code: string
          }[]
        } | {
          readonly code: 'joined_otherwise'
        } | {
          readonly code: 'different_profile'
          readonly a: {
            readonly category: string | null
            readonly profile: string
          }
          readonly b: {
            readonly category: string | null
            readonly profile: string
          }
        })[]
      } | null
      /** With `include=alert`: as /registry/alerts has it. */
      readonly alert?: {
        readonly alertId: string
        readonly utpids: readonly [string, string]
        readonly names: readonly [string, string]
        /** 0 to 1, at most 4 decimals. */
        readonly confidence: number
        readonly gain: number
        readonly status: 'open' | 'merged' | 'dismissed' | 'withdrawn'
        /** ISO 8601 UTC. */
        readonly detectedAt: string
        readonly resolvedAt: string | null
        /** The two records that it rests on, that of the first product first. */
        readonly records: readonly {
          readonly supplier: string
          readonly code: string
        }[]
        /** How many records of one supplier say the same under as many codes: a decision is about all of them. Null of any other alert. */
        readonly copies: number | null
        /** The two were one product until too many records carried their keys: nothing compares them any more. */
        readonly crowded: boolean
      }
    })[]
  }
  readonly resolveDuplicate: {
    /** The step it was made in: an undo takes it. */
    readonly change: number
    readonly utpids: readonly string[]
    readonly ended: readonly ({
      /** Canonical identifier of a product. */
      readonly utpid: string
      readonly into: string | null
    })[]
    readonly changed: boolean
  }
  readonly verify: {
    /** Canonical identifier of a product. */
    readonly utpid: string
    readonly verified: boolean
    readonly verifiedAt: string | null
    readonly verifiedBy: string | null
    readonly method: string | null
    readonly checks: readonly {
      readonly id: string
      readonly passed: boolean
      readonly detail: string
    }[]
    readonly revision: number
    /** The step it was written in: an undo takes it. */
    readonly change: number
  }
  readonly stats: {
    readonly products: {
      readonly total: number
      readonly verified: number
      readonly byCategory: {
        readonly [name: string]: number
      }
      readonly byCountry: {
        readonly [name: string]: number
      }
    }
    readonly suppliers: {
      readonly total: number
      readonly top: readonly {
        readonly id: string
        readonly name: string
        readonly records: number
        readonly products: number
      }[]
    }
    readonly records: {
      readonly total: number
    }
    readonly duplicates: {
      readonly open: number
      readonly merged: number
      readonly dismissed: number
      readonly withdrawn: number
      readonly copies: number
    }
    readonly confidence: {
      readonly mean: number | null
      readonly histogram: readonly number[]
    }
    /** Of the last change; null when it is no longer known. */
    readonly lastUpdated: string | null
    /** By what pairs of records are scored. */
    readonly scoring: {
      readonly model: string
      readonly modelHash: string
      readonly epoch: number
      readonly epochs: readonly number[]
    }
    readonly change: number
    /** ISO 8601 UTC. */
    readonly generatedAt: string
    /** With `by`: the largest first, each with its share of all products. */
    readonly coverage?: {
      readonly country?: readonly {
        /** ISO 3166 alpha-2 code; `ZZ` when it is not known. */
        readonly country: string
        readonly products: number
        /** Of all products, at most 4 decimals. */
        readonly share: number
      }[]
      readonly supplier?: readonly {
        readonly id: string
        readonly name: string
        readonly products: number
        readonly records: number
        /** Of all products, at most 4 decimals. */
        readonly share: number
      }[]
    }
  }
  readonly suggest: {
    readonly results: readonly ({
      readonly kind: 'place' | 'airport' | 'supplier' | 'brand' | 'category'
      readonly text: string
      /** ISO 3166 alpha-2 code; `ZZ` when it is not known. */
      readonly country?: string
      /** The parameter of a search that takes `value`. */
      readonly parameter: 'destination' | 'supplier' | 'q' | 'type'
      readonly value: string
    })[]
  }
  readonly changes: {
    readonly changes: readonly {
      readonly change: number
      /** ISO 8601 UTC. */
      readonly at: string
      readonly events: readonly {
        readonly type: string
        readonly [name: string]: unknown
      }[]
    }[]
    /** Ask after this one next. */
    readonly last: number
  }
  readonly history: {
    readonly lineage: {
      /** Canonical identifier of a product. */
      readonly utpid: string
      readonly [name: string]: unknown
    }
    readonly history: readonly {
      readonly type: string
      readonly [name: string]: unknown
    }[]
  }
  readonly lookup: {
    readonly results: readonly ({
      readonly status: 'active' | 'merged' | 'deleted' | 'retired' | 'unknown'
      readonly utpid: string | null
      /** The UTPID that was asked for; null of a supplier code. */
      readonly asked: string | null
    })[]
  }
  readonly alert: {
    readonly alertId: string
    readonly utpids: readonly [string, string]
    readonly names: readonly [string, string]
    /** 0 to 1, at most 4 decimals. */
    readonly confidence: number
    readonly gain: number
    readonly status: 'open' | 'merged' | 'dismissed' | 'withdrawn'
    /** ISO 8601 UTC. */
    readonly detectedAt: string
    readonly resolvedAt: string | null
    /** The two records that it rests on, that of the first product first. */
    readonly records: readonly {
      readonly supplier: string
      readonly code: string
    }[]
    /** How many records of one supplier say the same under as many codes: a decision is about all of them. Null of any other alert. */
    readonly copies: number | null
    /** The two were one product until too many records carried their keys: nothing compares them any more. */
    readonly crowded: boolean
  }
  readonly alerts: {
    readonly total: number
    readonly results: readonly ({
      readonly alertId: string
      readonly utpids: readonly [string, string]
      readonly names: readonly [string, string]
      /** 0 to 1, at most 4 decimals. */
      readonly confidence: number
      readonly gain: number
      readonly status: 'open' | 'merged' | 'dismissed' | 'withdrawn'
      /** ISO 8601 UTC. */
      readonly detectedAt: string
      readonly resolvedAt: string | null
      /** The two records that it rests on, that of the first product first. */
      readonly records: readonly {
        readonly supplier: string
        readonly code: string
      }[]
      /** How many records of one supplier say the same under as many codes: a decision is about all of them. Null of any other alert. */
      readonly copies: number | null
      /** The two were one product until too many records carried their keys: nothing compares them any more. */
      readonly crowded: boolean
    })[]
  }
  readonly reopenAlert: {
    /** The step it was made in: an undo takes it. */
    readonly change: number
    readonly utpids: readonly string[]
    readonly ended: readonly ({
      /** Canonical identifier of a product. */
      readonly utpid: string
      readonly into: string | null
    })[]
    readonly changed: boolean
  }
  readonly resolveAlert: {
    /** The step it was made in: an undo takes it. */
    readonly change: number
    readonly utpids: readonly string[]
    readonly ended: readonly ({
      /** Canonical identifier of a product. */
      readonly utpid: string
      readonly into: string | null
    })[]
    readonly changed: boolean
  }
  readonly explain: {
    readonly a: {
      readonly kind: 'product'
      /** Canonical identifier of a product. */
      readonly asked: string
      readonly status: 'active' | 'merged' | 'deleted' | 'retired'
      /** The active product; null when there is none any more. */
      readonly utpid: string | null
      readonly name: string
      readonly records: number
    } | {
      readonly kind: 'record'
      readonly supplier: string
      readonly code: string
      readonly status: 'active' | 'ended'
      /** The product it is with; null when it has ended. */
      readonly utpid: string | null
      readonly name: string
    } | {
      readonly kind: 'input'
      readonly name: string | null
    }
    readonly b: {
      readonly kind: 'product'
      /** Canonical identifier of a product. */
      readonly asked: string
      readonly status: 'active' | 'merged' | 'deleted' | 'retired'
      /** The active product; null when there is none any more. */
      readonly utpid: string | null
      readonly name: string
      readonly records: number
    } | {
      readonly kind: 'record'
      readonly supplier: string
      readonly code: string
      readonly status: 'active' | 'ended'
      /** The product it is with; null when it has ended. */
      readonly utpid: string | null
      readonly name: string
    } | {
      readonly kind: 'input'
      readonly name: string | null
    }
    /** Whether they are one product now; with an input, whether it would be linked to it. */
    readonly together: boolean
    /** The two records that are compared: of products those that an open alert between them rests on, else the most alike. Null when there are no two different records. */
    readonly pair: {
      /** The record of a that is compared; null for an input. */
      readonly a: {
        readonly supplier: string
        readonly code: string
      } | null
      /** The record of b that is compared; null for an input. */
      readonly b: {
        readonly supplier: string
        readonly code: string
      } | null
      /** 0 to 1, at most 4 decimals. */
      readonly confidence: number
      readonly signature: string
      readonly weight: number
      readonly prior: number
      readonly vetoed: boolean
      /** `input` is what a says, `record` what b says. */
      readonly comparisons: readonly ({
        readonly name: string
        readonly level: string
        readonly bits: number
        readonly input: string | null
        readonly record: string | null
      })[]
    } | null
    readonly repairs: readonly {
      readonly code: string
      readonly [name: string]: unknown
    }[]
    readonly thresholds: {
      readonly match: number
      readonly review: number
      /** In bits: one more doubles the odds. */
      readonly marginBits: number
      /** In bits: one more doubles the odds. */
      readonly sameSupplierBits: number
    }
    readonly model: string
    /** The links that join a record of a with one of b. Empty when they are not together. */
    readonly path: readonly ({
      readonly method: 'model'
      /** Names a record. */
      readonly from: {
        readonly supplier: string
        readonly code: string
      }
      /** Names a record. */
      readonly to: {
        readonly supplier: string
        readonly code: string
      }
      /** 0 to 1, at most 4 decimals. */
      readonly confidence: number
      /** In bits: one more doubles the odds. */
      readonly weight: number
      readonly model: string
      readonly epoch: number
    } | {
      readonly method: 'identifier'
      /** Names a record. */
      readonly from: {
        readonly supplier: string
        readonly code: string
      }
      /** Names a record. */
      readonly to: {
        readonly supplier: string
        readonly code: string
      }
      /** 0 to 1, at most 4 decimals. */
      readonly confidence: number
      /** In bits: one more doubles the odds. */
      readonly weight: number
      readonly model: string
      readonly epoch: number
    } | {
      readonly method: 'ruling'
      /** Names a record. */
      readonly from: {
        readonly supplier: string
        readonly code: string
      }
      /** Names a record. */
      readonly to: {
        readonly supplier: string
        readonly code: string
      }
      /** 0 to 1, at most 4 decimals. */
      readonly confidence: number
      /** What a person decided on two records. */
      readonly ruling: {
        readonly records: readonly {
          readonly supplier: string
          readonly code: string
        }[]
        readonly verdict: 'same' | 'different'
        readonly by: string
        /** ISO 8601 UTC. */
        readonly at: string
        /** The step it was made in: an undo takes it. */
        readonly change: number
        readonly note?: string
      }
    } | {
      readonly method: 'kept'
      /** Names a record. */
      readonly from: {
        readonly supplier: string
        readonly code: string
      }
      /** Names a record. */
      readonly to: {
        readonly supplier: string
        readonly code: string
      }
      /** 0 to 1, at most 4 decimals. */
      readonly confidence: number
      readonly keptBy: readonly ({
        readonly kind: 'verified'
        readonly by: string
        /** ISO 8601 UTC. */
        readonly at: string
        readonly method: string
      } | {
        readonly kind: 'pinned'
        readonly by: string
        /** ISO 8601 UTC. */
        readonly at: string
        readonly field: string
      } | {
        readonly kind: 'ruled'
        /** What a person decided on two records. */
        readonly ruling: {
          readonly records: readonly {
            readonly supplier: string
            readonly code: string
          }[]
          readonly verdict: 'same' | 'different'
          readonly by: string
          /** ISO 8601 UTC. */
          readonly at: string
          /** The step it was made in: an undo takes it. */
          readonly change: number
          readonly note?: string
        }
      })[]
    })[]
    /** The link of the path with the lowest confidence. */
    readonly weakest: {
      readonly method: 'model'
      /** Names a record. */
      readonly from: {
        readonly supplier: string
        readonly code: string
      }
      /** Names a record. */
      readonly to: {
        readonly supplier: string
        readonly code: string
      }
      /** 0 to 1, at most 4 decimals. */
      readonly confidence: number
      /** In bits: one more doubles the odds. */
      readonly weight: number
      readonly model: string
      readonly epoch: number
    } | {
      readonly method: 'identifier'
      /** Names a record. */
      readonly from: {
        readonly supplier: string
        readonly code: string
      }
      /** Names a record. */
      readonly to: {
        readonly supplier: string
        readonly code: string
      }
      /** 0 to 1, at most 4 decimals. */
      readonly confidence: number
      /** In bits: one more doubles the odds. */
      readonly weight: number
      readonly model: string
      readonly epoch: number
    } | {
      readonly method: 'ruling'
      /** Names a record. */
      readonly from: {
        readonly supplier: string
        readonly code: string
      }
      /** Names a record. */
      readonly to: {
        readonly supplier: string
        readonly code: string
      }
      /** 0 to 1, at most 4 decimals. */
      readonly confidence: number
      /** What a person decided on two records. */
      readonly ruling: {
        readonly records: readonly {
          readonly supplier: string
          readonly code: string
        }[]
        readonly verdict: 'same' | 'different'
        readonly by: string
        /** ISO 8601 UTC. */
        readonly at: string
        /** The step it was made in: an undo takes it. */
        readonly change: number
        readonly note?: string
      }
    } | {
      readonly method: 'kept'
      /** Names a record. */
      readonly from: {
        readonly supplier: string
        readonly code: string
      }
      /** Names a record. */
      readonly to: {
        readonly supplier: string
        readonly code: string
      }
      /** 0 to 1, at most 4 decimals. */
      readonly confidence: number
      readonly keptBy: readonly ({
        readonly kind: 'verified'
        readonly by: string
        /** ISO 8601 UTC. */
        readonly at: string
        readonly method: string
      } | {
        readonly kind: 'pinned'
        readonly by: string
        /** ISO 8601 UTC. */
        readonly at: string
        readonly field: string
      } | {
        readonly kind: 'ruled'
        /** What a person decided on two records. */
        readonly ruling: {
          readonly records: readonly {
            readonly supplier: string
            readonly code: string
          }[]
          readonly verdict: 'same' | 'different'
          readonly by: string
          /** ISO 8601 UTC. */
          readonly at: string
          /** The step it was made in: an undo takes it. */
          readonly change: number
          readonly note?: string
        }
      })[]
    } | null
    readonly keptBy: readonly ({
      readonly kind: 'verified'
      readonly by: string
      /** ISO 8601 UTC. */
      readonly at: string
      readonly method: string
    } | {
      readonly kind: 'pinned'
      readonly by: string
      /** ISO 8601 UTC. */
      readonly at: string
      readonly field: string
    } | {
      readonly kind: 'ruled'
      /** What a person decided on two records. */
      readonly ruling: {
        readonly records: readonly {
          readonly supplier: string
          readonly code: string
        }[]
        readonly verdict: 'same' | 'different'
        readonly by: string
        /** ISO 8601 UTC. */
        readonly at: string
        /** The step it was made in: an undo takes it. */
        readonly change: number
        readonly note?: string
      }
    })[]
    /** Why they are not one product: what stopped it first. Empty when they are together. */
    readonly reasons: readonly ({
      readonly code: 'gone'
      readonly side: 'a' | 'b'
      readonly status: 'deleted' | 'retired' | 'ended'
      readonly deletion: {
        readonly by: string
        /** ISO 8601 UTC. */
        readonly at: string
        /** The step it was made in: an undo takes it. */
        readonly change: number
      } | null
    } | {
      readonly code: 'ruled_different'
      /** Whether the ruling is on records that were asked about. */
      readonly direct: boolean
      /** At most ten. */
      readonly rulings: readonly ({
        readonly records: readonly {
          readonly supplier: string
          readonly code: string
        }[]
        readonly verdict: 'same' | 'different'
        readonly by: string
        /** ISO 8601 UTC. */
        readonly at: string
        /** The step it was made in: an undo takes it. */
        readonly change: number
        readonly note?: string
      })[]
      readonly total: number
      /** Rulings of same that lead to the records of the first ruling. */
      readonly through: readonly ({
        readonly records: readonly {
          readonly supplier: string
          readonly code: string
        }[]
        readonly verdict: 'same' | 'different'
        readonly by: string
        /** ISO 8601 UTC. */
        readonly at: string
        /** The step it was made in: an undo takes it. */
        readonly change: number
        readonly note?: string
      })[]
    } | {
      readonly code: 'code_known'
      /** Canonical identifier of a product. */
      readonly utpid: string
      readonly drifted: boolean
    } | {
      readonly code: 'copy'
      readonly side: 'a' | 'b'
      /** The record that stands for it. */
      readonly of: {
        readonly supplier: string
        readonly code: string
      }
    } | {
      readonly code: 'no_common_key'
      readonly a: readonly {
        /** What it is made of, for example `coordinates` and `name`. */
        readonly from: readonly string[]
        /** Words of the name in it. */
        readonly words: readonly string[]
        /** Records that carry it. */
        readonly records: number
        /** Records that it may be on to be asked. */
        readonly most: number
      }[]
      readonly b: readonly {
        /** What it is made of, for example `coordinates` and `name`. */
        readonly from: readonly string[]
        /** Words of the name in it. */
        readonly words: readonly string[]
        /** Records that carry it. */
        readonly records: number
        /** Records that it may be on to be asked. */
        readonly most: number
      }[]
    } | {
      readonly code: 'crowded_keys'
      readonly keys: readonly {
        /** What it is made of, for example `coordinates` and `name`. */
        readonly from: readonly string[]
        /** Words of the name in it. */
        readonly words: readonly string[]
        /** Records that carry it. */
        readonly records: number
        /** Records that it may be on to be asked. */
        readonly most: number
      }[]
    } | {
      readonly code: 'city_not_asked'
      readonly keys: readonly {
        /** What it is made of, for example `coordinates` and `name`. */
        readonly from: readonly string[]
        /** Words of the name in it. */
        readonly words: readonly string[]
        /** Records that carry it. */
        readonly records: number
        /** Records that it may be on to be asked. */
        readonly most: number
      }[]
    } | {
      readonly code: 'vetoed'
      readonly comparisons: readonly ({
        readonly name: string
        readonly level: string
        readonly bits: number
        readonly input: string | null
        readonly record: string | null
      })[]
    } | {
      readonly code: 'same_supplier'
      readonly supplier: string
      /** In bits: one more doubles the odds. */
      readonly weight: number
      /** In bits: one more doubles the odds. */
      readonly needs: number
      /** In bits: one more doubles the odds. */
      readonly bitsShort: number
    } | {
      readonly code: 'below_match'
      /** 0 to 1, at most 4 decimals. */
      readonly confidence: number
      readonly threshold: number
      /** In bits: one more doubles the odds. */
      readonly bitsShort: number
      readonly costliest: readonly ({
        readonly name: string
        readonly level: string
        readonly bits: number
        readonly input: string | null
        readonly record: string | null
      })[]
      /** The open alert that asks a person. */
      readonly alertId: string | null
    } | {
      readonly code: 'kept_apart'
      readonly a: readonly ({
        readonly kind: 'verified'
        readonly by: string
        /** ISO 8601 UTC. */
        readonly at: string
        readonly method: string
      } | {
        readonly kind: 'pinned'
        readonly by: string
        /** ISO 8601 UTC. */
        readonly at: string
        readonly field: string
      } | {
        readonly kind: 'ruled'
        /** What a person decided on two records. */
        readonly ruling: {
          readonly records: readonly {
            readonly supplier: string
            readonly code: string
          }[]
          readonly verdict: 'same' | 'different'
          readonly by: string
          /** ISO 8601 UTC. */
          readonly at: string
          /** The step it was made in: an undo takes it. */
          readonly change: number
          readonly note?: string
        }
      })[]
      readonly b: readonly ({
        readonly kind: 'verified'
        readonly by: string
        /** ISO 8601 UTC. */
        readonly at: string
        readonly method: string
      } | {
        readonly kind: 'pinned'
        readonly by: string
        /** ISO 8601 UTC. */
        readonly at: string
        readonly field: string
      } | {
        readonly kind: 'ruled'
        /** What a person decided on two records. */
        readonly ruling: {
          readonly records: readonly {
            readonly supplier: string
            readonly code: string
          }[]
          readonly verdict: 'same' | 'different'
          readonly by: string
          /** ISO 8601 UTC. */
          readonly at: string
          /** The step it was made in: an undo takes it. */
          readonly change: number
          readonly note?: string
        }
      })[]
    } | {
      readonly code: 'other_pair_forbids'
      /** At most ten. */
      readonly pairs: readonly ({
        /** Names a record. */
        readonly a: {
          readonly supplier: string
          readonly code: string
        }
        /** Names a record. */
        readonly b: {
          readonly supplier: string
          readonly code: string
        }
        readonly by: 'veto' | 'same_supplier'
        /** In bits: one more doubles the odds. */
        readonly weight: number
      })[]
      readonly total: number
    } | {
      readonly code: 'groups_disagree'
      readonly mean: number
      readonly threshold: number
      readonly pairs: number
    } | {
      readonly code: 'ambiguous'
      /** Canonical identifier of a product. */
      readonly rival: string
      /** In bits: one more doubles the odds. */
      readonly bitsAhead: number
      /** In bits: one more doubles the odds. */
      readonly needs: number
    } | {
      readonly code: 'other_product'
      /** Canonical identifier of a product. */
      readonly utpid: string
      /** 0 to 1, at most 4 decimals. */
      readonly confidence: number
    } | {
      readonly code: 'other_code_of_supplier'
      readonly codes: readonly {
        readonly supplier: string
        readonly code: string
      }[]
    } | {
      readonly code: 'joined_otherwise'
    } | {
      readonly code: 'different_profile'
      readonly a: {
        readonly category: string | null
        readonly profile: string
      }
      readonly b: {
        readonly category: string | null
        readonly profile: string
      }
    })[]
  }
  readonly endRecord: {
    readonly ended: number
    readonly retired: number
    readonly change: number
  }
  readonly record: {
    /** Canonical identifier of a product. */
    readonly utpid: string
    readonly record: Readonly<Record<string, unknown>>
    readonly method: string
    readonly confidence: number
  }
  readonly putRecord: {
    readonly outcome: string
    /** Canonical identifier of a product. */
    readonly utpid?: string
    readonly repairs: readonly Readonly<Record<string, unknown>>[]
  }
  readonly endSupplier: {
    readonly ended: number
    readonly retired: number
    readonly change: number
  }
  readonly setSupplier: {
    readonly id: string
    readonly name: string
    readonly priority: number
    /** ISO 8601 UTC. */
    readonly since: string
    /** ISO 8601 UTC. */
    readonly endedAt?: string
  }
  readonly supplier: {
    readonly id: string
    readonly name: string
    readonly priority: number
    /** ISO 8601 UTC. */
    readonly since: string
    /** ISO 8601 UTC. */
    readonly endedAt?: string
  }
  readonly suppliers: {
    readonly results: readonly {
      readonly id: string
      readonly name: string
      readonly priority: number
      /** ISO 8601 UTC. */
      readonly since: string
      /** ISO 8601 UTC. */
      readonly endedAt?: string
    }[]
  }
  readonly importJobs: {
    readonly results: readonly ({
      readonly id: string | null
      readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelling' | 'cancelled'
      /** ISO 8601 UTC. */
      readonly createdAt: string
      readonly startedAt: string | null
      readonly finishedAt: string | null
      /** Until when results are kept. */
      readonly expiresAt: string | null
      /** Beside these by outcome: of a batch `match`, `review`, `none` and `invalid`; of an import those of its lines, `ended` of a full feed, and `parted`, records that are not with those any more that they were with. */
      readonly counts: {
        /** Inputs. */
        readonly total: number
        /** Of those, worked on already. */
        readonly processed: number
        readonly [name: string]: unknown
      }
      readonly progress: number
      /** Of a batch that was answered at once. */
      readonly results?: readonly Readonly<Record<string, unknown>>[]
      readonly resultsUrl: string | null
      readonly error: {
        readonly code: string
        readonly message: string
      } | null
    })[]
    readonly next: string | null
    /** Bodies that come, wait or are read, of the process that answers. Short ones are not among them. */
    readonly uploads: readonly ({
      readonly status: 'receiving' | 'waiting' | 'reading'
      /** Uploads of the account that are read before it, as it stands now. */
      readonly place: number
      /** ISO 8601 UTC. */
      readonly createdAt: string
    })[]
  }
  readonly importJob: {
    readonly id: string | null
    readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelling' | 'cancelled'
    /** ISO 8601 UTC. */
    readonly createdAt: string
    readonly startedAt: string | null
    readonly finishedAt: string | null
    /** Until when results are kept. */
    readonly expiresAt: string | null
    /** Beside these by outcome: of a batch `match`, `review`, `none` and `invalid`; of an import those of its lines, `ended` of a full feed, and `parted`, records that are not with those any more that they were with. */
    readonly counts: {
      /** Inputs. */
      readonly total: number
      /** Of those, worked on already. */
      readonly processed: number
      readonly [name: string]: unknown
    }
    readonly progress: number
    /** Of a batch that was answered at once. */
    readonly results?: readonly Readonly<Record<string, unknown>>[]
    readonly resultsUrl: string | null
    readonly error: {
      readonly code: string
      readonly message: string
    } | null
  }
  readonly importResults: {
    readonly results: readonly ({
      /** Place in the feed, 0 first. */
      readonly index: number
      /** Line of the feed, 1 first. */
      readonly line?: number
      /** When its part was written; `counts` of the job are those at its end. */
      readonly outcome: 'linked' | 'created' | 'alerted' | 'updated' | 'unchanged' | 'withheld' | 'superseded'
      readonly supplier: string
      readonly code: string
      /** Absent of one that was superseded. */
      readonly utpid?: string
      /** 0 to 1, at most 4 decimals. */
      readonly confidence?: number
      readonly repairs: readonly {
        readonly code: string
        readonly [name: string]: unknown
      }[]
    } | {
      /** Place in the feed, 0 first. */
      readonly index: number
      /** Line of the feed, 1 first. */
      readonly line?: number
      readonly outcome: 'rejected'
      readonly rejection: {
        readonly code: string
        readonly message: string
        readonly [name: string]: unknown
      }
      readonly repairs: readonly {
        readonly code: string
        readonly [name: string]: unknown
      }[]
    } | {
      /** Place in the feed, 0 first. */
      readonly index: number
      /** Line of the feed, 1 first. */
      readonly line?: number
      readonly outcome: 'unreadable'
      readonly error: {
        readonly code: string
        readonly message: string
      }
    } | {
      readonly outcome: 'parted'
      readonly total: number
      readonly byReason: {
        readonly [name: string]: number
      }
      /** The first 1,000. */
      readonly links: readonly ({
        readonly supplier: string
        readonly code: string
        /** The product it was in. */
        readonly from: string
        /** The product it is in. */
        readonly to: string
        readonly reason: 'crowded' | 'oversized' | 'copy' | 'changed' | 'outweighed'
        /** The alert that asks whether both are one. */
        readonly alertId: string | null
      })[]
    } | {
      readonly outcome: 'full'
      readonly supplier: string
      /** Active records before the feed. */
      readonly known: number
      /** Of those, the ones that did not come. */
      readonly missing: number
      /** Did not come either, but somebody else has written them since the feed began. */
      readonly spared: number
      /** Of the missing ones, those that ended now. */
      readonly ended: number
      /** More is missing than is allowed: none of them ended. */
      readonly refused: boolean
      /** The last change. */
      readonly change: number
    })[]
    readonly next: string | null
  }
  readonly cancelImport: {
    readonly id: string | null
    readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelling' | 'cancelled'
    /** ISO 8601 UTC. */
    readonly createdAt: string
    readonly startedAt: string | null
    readonly finishedAt: string | null
    /** Until when results are kept. */
    readonly expiresAt: string | null
    /** Beside these by outcome: of a batch `match`, `review`, `none` and `invalid`; of an import those of its lines, `ended` of a full feed, and `parted`, records that are not with those any more that they were with. */
    readonly counts: {
      /** Inputs. */
      readonly total: number
      /** Of those, worked on already. */
      readonly processed: number
      readonly [name: string]: unknown
    }
    readonly progress: number
    /** Of a batch that was answered at once. */
    readonly results?: readonly Readonly<Record<string, unknown>>[]
    readonly resultsUrl: string | null
    readonly error: {
      readonly code: string
      readonly message: string
    } | null
  }
  readonly merge: {
    /** The step it was made in: an undo takes it. */
    readonly change: number
    readonly utpids: readonly string[]
    readonly ended: readonly ({
      /** Canonical identifier of a product. */
      readonly utpid: string
      readonly into: string | null
    })[]
    readonly changed: boolean
  }
  readonly split: {
    /** The step it was made in: an undo takes it. */
    readonly change: number
    readonly utpids: readonly string[]
    readonly ended: readonly ({
      /** Canonical identifier of a product. */
      readonly utpid: string
      readonly into: string | null
    })[]
    readonly changed: boolean
  }
  readonly undo: {
    /** The step it was made in: an undo takes it. */
    readonly change: number
    readonly utpids: readonly string[]
    readonly ended: readonly ({
      /** Canonical identifier of a product. */
      readonly utpid: string
      readonly into: string | null
    })[]
    readonly changed: boolean
  }
  readonly createKey: {
    readonly key: {
      readonly id: string
      readonly accountId: string
      readonly name: string
      readonly mode: 'live' | 'test'
      /** The first characters of its text. */
      readonly start: string
      readonly scopes: readonly string[]
      readonly state?: 'active' | 'expired' | 'revoked' | 'disabled'
      /** ISO 8601 UTC. */
      readonly createdAt: string
      /** The member or key that made it; absent when the operator did. */
      readonly createdBy?: string
      /** It writes records of these suppliers only. */
      readonly suppliers?: readonly string[]
      readonly assignee?: {
        readonly kind: 'member' | 'service'
        readonly id: string
      }
      readonly burstPerSecond?: number
      readonly sustained?: {
        readonly requests: number
        readonly perSeconds: number
      }
      /** How it stands with its limits. */
      readonly limits?: readonly {
        readonly policy: string
        readonly requests: number
        readonly perSeconds: number
        readonly remaining: number
        readonly resetSeconds: number
      }[]
      /** ISO 8601 UTC. */
      readonly expiresAt?: string
      /** ISO 8601 UTC. */
      readonly revokedAt?: string
      /** Until when texts that were rotated out still work. */
      readonly overlapUntil?: string
      /** ISO 8601 UTC. */
      readonly lastUsedAt?: string
    }
    /** Shown this once: keep it where secrets are kept. */
    readonly text: string
  }
  readonly keys: {
    readonly results: readonly ({
      readonly id: string
      readonly accountId: string
      readonly name: string
      readonly mode: 'live' | 'test'
      /** The first characters of its text. */
      readonly start: string
      readonly scopes: readonly string[]
      readonly state?: 'active' | 'expired' | 'revoked' | 'disabled'
      /** ISO 8601 UTC. */
      readonly createdAt: string
      /** The member or key that made it; absent when the operator did. */
      readonly createdBy?: string
      /** It writes records of these suppliers only. */
      readonly suppliers?: readonly string[]
      readonly assignee?: {
        readonly kind: 'member' | 'service'
        readonly id: string
      }
      readonly burstPerSecond?: number
      readonly sustained?: {
        readonly requests: number
        readonly perSeconds: number
      }
      /** How it stands with its limits. */
      readonly limits?: readonly {
        readonly policy: string
        readonly requests: number
        readonly perSeconds: number
        readonly remaining: number
        readonly resetSeconds: number
      }[]
      /** ISO 8601 UTC. */
      readonly expiresAt?: string
      /** ISO 8601 UTC. */
      readonly revokedAt?: string
      /** Until when texts that were rotated out still work. */
      readonly overlapUntil?: string
      /** ISO 8601 UTC. */
      readonly lastUsedAt?: string
    })[]
  }
  readonly key: {
    readonly id: string
    readonly accountId: string
    readonly name: string
    readonly mode: 'live' | 'test'
    /** The first characters of its text. */
    readonly start: string
    readonly scopes: readonly string[]
    readonly state?: 'active' | 'expired' | 'revoked' | 'disabled'
    /** ISO 8601 UTC. */
    readonly createdAt: string
    /** The member or key that made it; absent when the operator did. */
    readonly createdBy?: string
    /** It writes records of these suppliers only. */
    readonly suppliers?: readonly string[]
    readonly assignee?: {
      readonly kind: 'member' | 'service'
      readonly id: string
    }
    readonly burstPerSecond?: number
    readonly sustained?: {
      readonly requests: number
      readonly perSeconds: number
    }
    /** How it stands with its limits. */
    readonly limits?: readonly {
      readonly policy: string
      readonly requests: number
      readonly perSeconds: number
      readonly remaining: number
      readonly resetSeconds: number
    }[]
    /** ISO 8601 UTC. */
    readonly expiresAt?: string
    /** ISO 8601 UTC. */
    readonly revokedAt?: string
    /** Until when texts that were rotated out still work. */
    readonly overlapUntil?: string
    /** ISO 8601 UTC. */
    readonly lastUsedAt?: string
  }
  readonly updateKey: {
    readonly id: string
    readonly accountId: string
    readonly name: string
    readonly mode: 'live' | 'test'
    /** The first characters of its text. */
    readonly start: string
    readonly scopes: readonly string[]
    readonly state?: 'active' | 'expired' | 'revoked' | 'disabled'
    /** ISO 8601 UTC. */
    readonly createdAt: string
    /** The member or key that made it; absent when the operator did. */
    readonly createdBy?: string
    /** It writes records of these suppliers only. */
    readonly suppliers?: readonly string[]
    readonly assignee?: {
      readonly kind: 'member' | 'service'
      readonly id: string
    }
    readonly burstPerSecond?: number
    readonly sustained?: {
      readonly requests: number
      readonly perSeconds: number
    }
    /** How it stands with its limits. */
    readonly limits?: readonly {
      readonly policy: string
      readonly requests: number
      readonly perSeconds: number
      readonly remaining: number
      readonly resetSeconds: number
    }[]
    /** ISO 8601 UTC. */
    readonly expiresAt?: string
    /** ISO 8601 UTC. */
    readonly revokedAt?: string
    /** Until when texts that were rotated out still work. */
    readonly overlapUntil?: string
    /** ISO 8601 UTC. */
    readonly lastUsedAt?: string
  }
  readonly revokeKey: {
    readonly id: string
    readonly accountId: string
    readonly name: string
    readonly mode: 'live' | 'test'
    /** The first characters of its text. */
    readonly start: string
    readonly scopes: readonly string[]
    readonly state?: 'active' | 'expired' | 'revoked' | 'disabled'
    /** ISO 8601 UTC. */
    readonly createdAt: string
    /** The member or key that made it; absent when the operator did. */
    readonly createdBy?: string
    /** It writes records of these suppliers only. */
    readonly suppliers?: readonly string[]
    readonly assignee?: {
      readonly kind: 'member' | 'service'
      readonly id: string
    }
    readonly burstPerSecond?: number
    readonly sustained?: {
      readonly requests: number
      readonly perSeconds: number
    }
    /** How it stands with its limits. */
    readonly limits?: readonly {
      readonly policy: string
      readonly requests: number
      readonly perSeconds: number
      readonly remaining: number
      readonly resetSeconds: number
    }[]
    /** ISO 8601 UTC. */
    readonly expiresAt?: string
    /** ISO 8601 UTC. */
    readonly revokedAt?: string
    /** Until when texts that were rotated out still work. */
    readonly overlapUntil?: string
    /** ISO 8601 UTC. */
    readonly lastUsedAt?: string
  }
  readonly rotateKey: {
    readonly key: {
      readonly id: string
      readonly accountId: string
      readonly name: string
      readonly mode: 'live' | 'test'
      /** The first characters of its text. */
      readonly start: string
      readonly scopes: readonly string[]
      readonly state?: 'active' | 'expired' | 'revoked' | 'disabled'
      /** ISO 8601 UTC. */
      readonly createdAt: string
      /** The member or key that made it; absent when the operator did. */
      readonly createdBy?: string
      /** It writes records of these suppliers only. */
      readonly suppliers?: readonly string[]
      readonly assignee?: {
        readonly kind: 'member' | 'service'
        readonly id: string
      }
      readonly burstPerSecond?: number
      readonly sustained?: {
        readonly requests: number
        readonly perSeconds: number
      }
      /** How it stands with its limits. */
      readonly limits?: readonly {
        readonly policy: string
        readonly requests: number
        readonly perSeconds: number
        readonly remaining: number
        readonly resetSeconds: number
      }[]
      /** ISO 8601 UTC. */
      readonly expiresAt?: string
      /** ISO 8601 UTC. */
      readonly revokedAt?: string
      /** Until when texts that were rotated out still work. */
      readonly overlapUntil?: string
      /** ISO 8601 UTC. */
      readonly lastUsedAt?: string
    }
    /** Shown this once: keep it where secrets are kept. */
    readonly text: string
  }
  readonly createService: {
    readonly id: string
    readonly name: string
    /** ISO 8601 UTC. */
    readonly createdAt: string
  }
  readonly services: {
    readonly results: readonly {
      readonly id: string
      readonly name: string
      /** ISO 8601 UTC. */
      readonly createdAt: string
    }[]
  }
  readonly inviteMember: {
    readonly member: {
      readonly id: string
      readonly name: string
      readonly email: string
      readonly role: 'owner' | 'admin' | 'reviewer' | 'developer' | 'analyst' | 'viewer'
      readonly status: 'invited' | 'active' | 'disabled'
      /** ISO 8601 UTC. */
      readonly createdAt: string
    }
    readonly invitation: {
      /** Shown this once: hand it to the member. */
      readonly text: string
      /** ISO 8601 UTC. */
      readonly expiresAt: string
    }
  }
  readonly members: {
    readonly results: readonly ({
      readonly id: string
      readonly name: string
      readonly email: string
      readonly role: 'owner' | 'admin' | 'reviewer' | 'developer' | 'analyst' | 'viewer'
      readonly status: 'invited' | 'active' | 'disabled'
      /** ISO 8601 UTC. */
      readonly createdAt: string
    })[]
  }
  readonly linkMember: {
    readonly member: {
      readonly id: string
      readonly name: string
      readonly email: string
      readonly role: 'owner' | 'admin' | 'reviewer' | 'developer' | 'analyst' | 'viewer'
      readonly status: 'invited' | 'active' | 'disabled'
      /** ISO 8601 UTC. */
      readonly createdAt: string
    }
    readonly invitation: {
      /** Shown this once: hand it to the member. */
      readonly text: string
      /** ISO 8601 UTC. */
      readonly expiresAt: string
    }
  }
  readonly member: {
    readonly id: string
    readonly name: string
    readonly email: string
    readonly role: 'owner' | 'admin' | 'reviewer' | 'developer' | 'analyst' | 'viewer'
    readonly status: 'invited' | 'active' | 'disabled'
    /** ISO 8601 UTC. */
    readonly createdAt: string
  }
  readonly removeMember: undefined
  readonly updateMember: {
    readonly id: string
    readonly name: string
    readonly email: string
    readonly role: 'owner' | 'admin' | 'reviewer' | 'developer' | 'analyst' | 'viewer'
    readonly status: 'invited' | 'active' | 'disabled'
    /** ISO 8601 UTC. */
    readonly createdAt: string
  }
  readonly removeService: undefined
  readonly service: {
    readonly id: string
    readonly name: string
    /** ISO 8601 UTC. */
    readonly createdAt: string
  }
  readonly audit: {
    readonly results: readonly {
      readonly id: string
      /** ISO 8601 UTC. */
      readonly at: string
      readonly action: string
      readonly [name: string]: unknown
    }[]
    readonly next: string | null
  }
  readonly log: {
    readonly requestId: string
    /** ISO 8601 UTC. */
    readonly at: string
    readonly method: string
    readonly route: string
    readonly status: number
    readonly milliseconds: number
    /** Why its key was refused: `revoked`, `expired`, `rotated`... */
    readonly reason?: string
  }
  readonly logs: {
    readonly results: readonly {
      readonly requestId: string
      /** ISO 8601 UTC. */
      readonly at: string
      readonly method: string
      readonly route: string
      readonly status: number
      readonly milliseconds: number
      /** Why its key was refused: `revoked`, `expired`, `rotated`... */
      readonly reason?: string
    }[]
    readonly next: string | null
  }
  readonly usage: {
    readonly usage: readonly ({
      /** ISO 8601 UTC. */
      readonly from: string
      /** With `groupBy`: an endpoint, the id of a key, a status. */
      readonly group?: string
      readonly calls: number
      readonly errors: number
      readonly errorRate: number
      readonly throttled: number
      readonly quotaRefused: number
      /** Milliseconds, within 5 %; null without calls. */
      readonly p50: number | null
      readonly p95: number | null
      readonly p99: number | null
    })[]
    /** null without limit. */
    readonly quota: {
      readonly limit: number
      readonly used: number
      readonly remaining: number
      /** ISO 8601 UTC. */
      readonly resetsAt: string
    } | null
  }
  readonly createWebhook: {
    readonly webhook: {
      readonly id: string
      readonly url: string
      readonly events: readonly string[]
      readonly description: string
      readonly status: 'active' | 'disabled'
      readonly disabledBy: string | null
      /** ISO 8601 UTC. */
      readonly createdAt: string
      readonly failingSince: string | null
      readonly oldSecretUntil: string | null
    }
    /** Shown this once: `whsec_...`, by which deliveries are verified. */
    readonly secret: string
  }
  readonly webhooks: {
    readonly results: readonly ({
      readonly id: string
      readonly url: string
      readonly events: readonly string[]
      readonly description: string
      readonly status: 'active' | 'disabled'
      readonly disabledBy: string | null
      /** ISO 8601 UTC. */
      readonly createdAt: string
      readonly failingSince: string | null
      readonly oldSecretUntil: string | null
    })[]
  }
  readonly deleteWebhook: undefined
  readonly updateWebhook: {
    readonly id: string
    readonly url: string
    readonly events: readonly string[]
    readonly description: string
    readonly status: 'active' | 'disabled'
    readonly disabledBy: string | null
    /** ISO 8601 UTC. */
    readonly createdAt: string
    readonly failingSince: string | null
    readonly oldSecretUntil: string | null
  }
  readonly webhook: {
    readonly id: string
    readonly url: string
    readonly events: readonly string[]
    readonly description: string
    readonly status: 'active' | 'disabled'
    readonly disabledBy: string | null
    /** ISO 8601 UTC. */
    readonly createdAt: string
    readonly failingSince: string | null
    readonly oldSecretUntil: string | null
  }
  readonly deliveries: {
    readonly results: readonly ({
      readonly id: string
      readonly type: string
      readonly status: 'waiting' | 'delivered' | 'failed'
      readonly [name: string]: unknown
    })[]
    readonly next: string | null
  }
  readonly recoverDeliveries: {
    readonly deliveries: number
  }
  readonly retryDelivery: {
    readonly id: string
    readonly type: string
    readonly status: 'waiting' | 'delivered' | 'failed'
    readonly [name: string]: unknown
  }
  readonly rotateSecret: {
    readonly webhook: {
      readonly id: string
      readonly url: string
      readonly events: readonly string[]
      readonly description: string
      readonly status: 'active' | 'disabled'
      readonly disabledBy: string | null
      /** ISO 8601 UTC. */
      readonly createdAt: string
      readonly failingSince: string | null
      readonly oldSecretUntil: string | null
    }
    /** Shown this once: `whsec_...`, by which deliveries are verified. */
    readonly secret: string
  }
  readonly testWebhook: {
    readonly deliveryId: string
  }
  readonly account: {
    readonly id: string
    readonly name: string
    readonly status: 'active' | 'suspended'
    /** What is left out is without limit. */
    readonly plan: {
      readonly id: string
      readonly name: string
      readonly callsPerMonth?: number
      readonly burstPerSecond?: number
      readonly batchSize: number
      readonly webhooks?: number
      readonly keys?: number
      readonly jobs?: number
      readonly keyLimits: boolean
      readonly [name: string]: unknown
    }
    /** The version it is answered in unless a request names another. */
    readonly apiVersion: number
    /** ISO 8601 UTC. */
    readonly createdAt: string
  }
  readonly updateAccount: {
    readonly id: string
    readonly name: string
    readonly status: 'active' | 'suspended'
    /** What is left out is without limit. */
    readonly plan: {
      readonly id: string
      readonly name: string
      readonly callsPerMonth?: number
      readonly burstPerSecond?: number
      readonly batchSize: number
      readonly webhooks?: number
      readonly keys?: number
      readonly jobs?: number
      readonly keyLimits: boolean
      readonly [name: string]: unknown
    }
    /** The version it is answered in unless a request names another. */
    readonly apiVersion: number
    /** ISO 8601 UTC. */
    readonly createdAt: string
  }
  readonly adminAccount: {
    readonly id: string
    readonly name: string
    readonly status: 'active' | 'suspended'
    readonly plan: string
    readonly apiVersion: number
    readonly operator?: boolean
    /** ISO 8601 UTC. */
    readonly createdAt: string
  }
  readonly updateAccountOf: {
    readonly id: string
    readonly name: string
    readonly status: 'active' | 'suspended'
    readonly plan: string
    readonly apiVersion: number
    readonly operator?: boolean
    /** ISO 8601 UTC. */
    readonly createdAt: string
  }
  readonly adminAccounts: {
    readonly results: readonly ({
      readonly id: string
      readonly name: string
      readonly status: 'active' | 'suspended'
      readonly plan: string
      readonly apiVersion: number
      readonly operator?: boolean
      /** ISO 8601 UTC. */
      readonly createdAt: string
    })[]
    readonly next: string | null
  }
  readonly createAccount: {
    readonly id: string
    readonly name: string
    readonly status: 'active' | 'suspended'
    readonly plan: string
    readonly apiVersion: number
    readonly operator?: boolean
    /** ISO 8601 UTC. */
    readonly createdAt: string
  }
  readonly createKeyOf: {
    readonly key: {
      readonly id: string
      readonly accountId: string
      readonly name: string
      readonly mode: 'live' | 'test'
      /** The first characters of its text. */
      readonly start: string
      readonly scopes: readonly string[]
      readonly state?: 'active' | 'expired' | 'revoked' | 'disabled'
      /** ISO 8601 UTC. */
      readonly createdAt: string
      /** The member or key that made it; absent when the operator did. */
      readonly createdBy?: string
      /** It writes records of these suppliers only. */
      readonly suppliers?: readonly string[]
      readonly assignee?: {
        readonly kind: 'member' | 'service'
        readonly id: string
      }
      readonly burstPerSecond?: number
      readonly sustained?: {
        readonly requests: number
        readonly perSeconds: number
      }
      /** How it stands with its limits. */
      readonly limits?: readonly {
        readonly policy: string
        readonly requests: number
        readonly perSeconds: number
        readonly remaining: number
        readonly resetSeconds: number
      }[]
      /** ISO 8601 UTC. */
      readonly expiresAt?: string
      /** ISO 8601 UTC. */
      readonly revokedAt?: string
      /** Until when texts that were rotated out still work. */
      readonly overlapUntil?: string
      /** ISO 8601 UTC. */
      readonly lastUsedAt?: string
    }
    /** Shown this once: keep it where secrets are kept. */
    readonly text: string
  }
  readonly keysOf: {
    readonly results: readonly ({
      readonly id: string
      readonly accountId: string
      readonly name: string
      readonly mode: 'live' | 'test'
      /** The first characters of its text. */
      readonly start: string
      readonly scopes: readonly string[]
      readonly state?: 'active' | 'expired' | 'revoked' | 'disabled'
      /** ISO 8601 UTC. */
      readonly createdAt: string
      /** The member or key that made it; absent when the operator did. */
      readonly createdBy?: string
      /** It writes records of these suppliers only. */
      readonly suppliers?: readonly string[]
      readonly assignee?: {
        readonly kind: 'member' | 'service'
        readonly id: string
      }
      readonly burstPerSecond?: number
      readonly sustained?: {
        readonly requests: number
        readonly perSeconds: number
      }
      /** How it stands with its limits. */
      readonly limits?: readonly {
        readonly policy: string
        readonly requests: number
        readonly perSeconds: number
        readonly remaining: number
        readonly resetSeconds: number
      }[]
      /** ISO 8601 UTC. */
      readonly expiresAt?: string
      /** ISO 8601 UTC. */
      readonly revokedAt?: string
      /** Until when texts that were rotated out still work. */
      readonly overlapUntil?: string
      /** ISO 8601 UTC. */
      readonly lastUsedAt?: string
    })[]
  }
  readonly inviteMemberOf: {
    readonly member: {
      readonly id: string
      readonly name: string
      readonly email: string
      readonly role: 'owner' | 'admin' | 'reviewer' | 'developer' | 'analyst' | 'viewer'
      readonly status: 'invited' | 'active' | 'disabled'
      /** ISO 8601 UTC. */
      readonly createdAt: string
    }
    readonly invitation: {
      /** Shown this once: hand it to the member. */
      readonly text: string
      /** ISO 8601 UTC. */
      readonly expiresAt: string
    }
  }
  readonly membersOf: {
    readonly results: readonly ({
      readonly id: string
      readonly name: string
      readonly email: string
      readonly role: 'owner' | 'admin' | 'reviewer' | 'developer' | 'analyst' | 'viewer'
      readonly status: 'invited' | 'active' | 'disabled'
      /** ISO 8601 UTC. */
      readonly createdAt: string
    })[]
  }
  readonly linkMemberOf: {
    readonly member: {
      readonly id: string
      readonly name: string
      readonly email: string
      readonly role: 'owner' | 'admin' | 'reviewer' | 'developer' | 'analyst' | 'viewer'
      readonly status: 'invited' | 'active' | 'disabled'
      /** ISO 8601 UTC. */
      readonly createdAt: string
    }
    readonly invitation: {
      /** Shown this once: hand it to the member. */
      readonly text: string
      /** ISO 8601 UTC. */
      readonly expiresAt: string
    }
  }
  readonly revokeKeyOf: {
    readonly id: string
    readonly accountId: string
    readonly name: string
    readonly mode: 'live' | 'test'
    /** The first characters of its text. */
    readonly start: string
    readonly scopes: readonly string[]
    readonly state?: 'active' | 'expired' | 'revoked' | 'disabled'
    /** ISO 8601 UTC. */
    readonly createdAt: string
    /** The member or key that made it; absent when the operator did. */
    readonly createdBy?: string
    /** It writes records of these suppliers only. */
    readonly suppliers?: readonly string[]
    readonly assignee?: {
      readonly kind: 'member' | 'service'
      readonly id: string
    }
    readonly burstPerSecond?: number
    readonly sustained?: {
      readonly requests: number
      readonly perSeconds: number
    }
    /** How it stands with its limits. */
    readonly limits?: readonly {
      readonly policy: string
      readonly requests: number
      readonly perSeconds: number
      readonly remaining: number
      readonly resetSeconds: number
    }[]
    /** ISO 8601 UTC. */
    readonly expiresAt?: string
    /** ISO 8601 UTC. */
    readonly revokedAt?: string
    /** Until when texts that were rotated out still work. */
    readonly overlapUntil?: string
    /** ISO 8601 UTC. */
    readonly lastUsedAt?: string
  }
  readonly plan: {
    readonly id: string
    readonly name: string
    readonly callsPerMonth?: number
    readonly burstPerSecond?: number
    readonly batchSize: number
    readonly webhooks?: number
    readonly keys?: number
    readonly jobs?: number
    readonly keyLimits: boolean
    readonly [name: string]: unknown
  }
  readonly putPlan: {
    readonly id: string
    readonly name: string
    readonly callsPerMonth?: number
    readonly burstPerSecond?: number
    readonly batchSize: number
    readonly webhooks?: number
    readonly keys?: number
    readonly jobs?: number
    readonly keyLimits: boolean
    readonly [name: string]: unknown
  }
  readonly plans: {
    readonly results: readonly {
      readonly id: string
      readonly name: string
      readonly callsPerMonth?: number
      readonly burstPerSecond?: number
      readonly batchSize: number
      readonly webhooks?: number
      readonly keys?: number
      readonly jobs?: number
      readonly keyLimits: boolean
      readonly [name: string]: unknown
    }[]
  }
  readonly adminJob: {
    readonly id: string
    /** `batch-map`, `import`, `export`, `rescore`, `reindex` or `retention`. */
    readonly kind: string
    /** Whose it is; null of the operator. */
    readonly account: string | null
    readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelling' | 'cancelled'
    /** ISO 8601 UTC. */
    readonly createdAt: string
    readonly startedAt: string | null
    readonly finishedAt: string | null
    /** ISO 8601 UTC. */
    readonly expiresAt: string
    /** Beside these by outcome: of a batch `match`, `review`, `none` and `invalid`; of an import those of its lines, `ended` of a full feed, and `parted`, records that are not with those any more that they were with. */
    readonly counts: {
      /** Inputs. */
      readonly total: number
      /** Of those, worked on already. */
      readonly processed: number
      readonly [name: string]: unknown
    }
    readonly progress: number
    /** Of jobs of the operator. */
    readonly resultsUrl: string | null
    readonly error: {
      readonly code: string
      readonly message: string
    } | null
  }
  readonly adminJobs: {
    readonly results: readonly ({
      readonly id: string
      /** `batch-map`, `import`, `export`, `rescore`, `reindex` or `retention`. */
      readonly kind: string
      /** Whose it is; null of the operator. */
      readonly account: string | null
      readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelling' | 'cancelled'
      /** ISO 8601 UTC. */
      readonly createdAt: string
      readonly startedAt: string | null
      readonly finishedAt: string | null
      /** ISO 8601 UTC. */
      readonly expiresAt: string
      /** Beside these by outcome: of a batch `match`, `review`, `none` and `invalid`; of an import those of its lines, `ended` of a full feed, and `parted`, records that are not with those any more that they were with. */
      readonly counts: {
        /** Inputs. */
        readonly total: number
        /** Of those, worked on already. */
        readonly processed: number
        readonly [name: string]: unknown
      }
      readonly progress: number
      /** Of jobs of the operator. */
      readonly resultsUrl: string | null
      readonly error: {
        readonly code: string
        readonly message: string
      } | null
    })[]
    readonly next: string | null
  }
  readonly createAdminJob: {
    readonly id: string
    /** `batch-map`, `import`, `export`, `rescore`, `reindex` or `retention`. */
    readonly kind: string
    /** Whose it is; null of the operator. */
    readonly account: string | null
    readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelling' | 'cancelled'
    /** ISO 8601 UTC. */
    readonly createdAt: string
    readonly startedAt: string | null
    readonly finishedAt: string | null
    /** ISO 8601 UTC. */
    readonly expiresAt: string
    /** Beside these by outcome: of a batch `match`, `review`, `none` and `invalid`; of an import those of its lines, `ended` of a full feed, and `parted`, records that are not with those any more that they were with. */
    readonly counts: {
      /** Inputs. */
      readonly total: number
      /** Of those, worked on already. */
      readonly processed: number
      readonly [name: string]: unknown
    }
    readonly progress: number
    /** Of jobs of the operator. */
    readonly resultsUrl: string | null
    readonly error: {
      readonly code: string
      readonly message: string
    } | null
  }
  readonly adminResults: {
    readonly results: readonly unknown[]
    readonly next: string | null
  }
  readonly cancelAdminJob: {
    readonly id: string
    /** `batch-map`, `import`, `export`, `rescore`, `reindex` or `retention`. */
    readonly kind: string
    /** Whose it is; null of the operator. */
    readonly account: string | null
    readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelling' | 'cancelled'
    /** ISO 8601 UTC. */
    readonly createdAt: string
    readonly startedAt: string | null
    readonly finishedAt: string | null
    /** ISO 8601 UTC. */
    readonly expiresAt: string
    /** Beside these by outcome: of a batch `match`, `review`, `none` and `invalid`; of an import those of its lines, `ended` of a full feed, and `parted`, records that are not with those any more that they were with. */
    readonly counts: {
      /** Inputs. */
      readonly total: number
      /** Of those, worked on already. */
      readonly processed: number
      readonly [name: string]: unknown
    }
    readonly progress: number
    /** Of jobs of the operator. */
    readonly resultsUrl: string | null
    readonly error: {
      readonly code: string
      readonly message: string
    } | null
  }
  readonly health: {
    readonly status: string
    /** Of a process that answers from a copy: how long that has been behind the storage. */
    readonly replica?: {
      readonly behindSeconds: number
    }
  }
  readonly ready: {
    readonly status: string
  }
  readonly openapi: {
    readonly openapi: string
    readonly [name: string]: unknown
  }
}

/** A method for each operation of the API. */
export interface Operations {
  /** Search products by name, city, supplier, category or destination. `GET /registry/search` */
  search(query?: Queries['search'], options?: CallOptions): Promise<Answers['search']>
  /** Retrieve one product by UTPID. `GET /registry/product/{utpid}` */
  product(utpid: string, query?: Queries['product'], options?: CallOptions): Promise<Answers['product']>
  /** Delete a product; its UTPID says so for ever. `DELETE /registry/product/{utpid}` */
  deleteProduct(utpid: string, query?: Queries['deleteProduct'], options?: CallOptions): Promise<Answers['deleteProduct']>
  /** Hold fields of a product at values; null lets one follow its records again. `PATCH /registry/product/{utpid}` */
  pin(utpid: string, body: Bodies['pin'], options?: CallOptions): Promise<Answers['pin']>
  /** Match an input to registry products. `POST /registry/match` */
  match(body: Bodies['match'], options?: CallOptions): Promise<Answers['match']>
  /** Map inputs in a batch. `POST /registry/batch-map` */
  batchMap(body: Bodies['batchMap'], query?: Queries['batchMap'], options?: CallOptions): Promise<Answers['batchMap']>
  /** Batches of the account, the newest first. `GET /registry/batch-map` */
  batchJobs(query?: Queries['batchJobs'], options?: CallOptions): Promise<Answers['batchJobs']>
  /** How far a job is. `GET /registry/batch-map/{id}` */
  batchJob(id: string, options?: CallOptions): Promise<Answers['batchJob']>
  /** What a job has made so far, in the order of its input. `GET /registry/batch-map/{id}/results` */
  batchResults(id: string, query?: Queries['batchResults'], options?: CallOptions): Promise<Answers['batchResults']>
  /** End a job; what it has made stays. `POST /registry/batch-map/{id}/cancel` */
  cancelBatch(id: string, options?: CallOptions): Promise<Answers['cancelBatch']>
  /** List duplicates of a product. `GET /registry/duplicates/{utpid}` */
  duplicates(utpid: string, query?: Queries['duplicates'], options?: CallOptions): Promise<Answers['duplicates']>
  /** Decide whether two products are one. `POST /registry/duplicates/{utpid}/resolve` */
  resolveDuplicate(utpid: string, body: Bodies['resolveDuplicate'], options?: CallOptions): Promise<Answers['resolveDuplicate']>
  /** Verify a product. `POST /registry/verify` */
  verify(body: Bodies['verify'], options?: CallOptions): Promise<Answers['verify']>
  /** Registry statistics. `GET /registry/stats` */
  stats(query?: Queries['stats'], options?: CallOptions): Promise<Answers['stats']>
  /** What somebody who types may mean: places, suppliers, brands, categories. `GET /registry/suggest` */
  suggest(query: Queries['suggest'], options?: CallOptions): Promise<Answers['suggest']>
  /** What happened after a change, oldest first, without gaps. `GET /registry/changes` */
  changes(query?: Queries['changes'], options?: CallOptions): Promise<Answers['changes']>
  /** What happened to a product, oldest first. `GET /registry/product/{utpid}/history` */
  history(utpid: string, query?: Queries['history'], options?: CallOptions): Promise<Answers['history']>
  /** Find products by UTPIDs, aliases or supplier codes, without matching. `POST /registry/lookup` */
  lookup(body: Bodies['lookup'], options?: CallOptions): Promise<Answers['lookup']>
  /** One duplicate alert, whatever became of it. `GET /registry/alerts/{id}` */
  alert(id: string, options?: CallOptions): Promise<Answers['alert']>
  /** Duplicate alerts of the whole registry, by what a decision tells. `GET /registry/alerts` */
  alerts(query?: Queries['alerts'], options?: CallOptions): Promise<Answers['alerts']>
  /** Take back the decision that closed an alert. `POST /registry/alerts/{id}/reopen` */
  reopenAlert(id: string, body?: Bodies['reopenAlert'], options?: CallOptions): Promise<Answers['reopenAlert']>
  /** Decide an open alert. `POST /registry/alerts/{id}/resolve` */
  resolveAlert(id: string, body: Bodies['resolveAlert'], options?: CallOptions): Promise<Answers['resolveAlert']>
  /** Why two are one product, or why not. `POST /registry/explain` */
  explain(body: Bodies['explain'], options?: CallOptions): Promise<Answers['explain']>
  /** End a record: its supplier no longer has it. `DELETE /registry/supplier/{supplierId}/code/{code}` */
  endRecord(supplierId: string, code: string, options?: CallOptions): Promise<Answers['endRecord']>
  /** The record of a supplier code, with its product. `GET /registry/supplier/{supplierId}/code/{code}` */
  record(supplierId: string, code: string, options?: CallOptions): Promise<Answers['record']>
  /** Write what a supplier says about one of its products. `PUT /registry/supplier/{supplierId}/code/{code}` */
  putRecord(supplierId: string, code: string, body: Bodies['putRecord'], options?: CallOptions): Promise<Answers['putRecord']>
  /** End all records of a supplier. `POST /registry/suppliers/{id}/end` */
  endSupplier(id: string, options?: CallOptions): Promise<Answers['endSupplier']>
  /** Name a supplier or set its priority. `PUT /registry/suppliers/{id}` */
  setSupplier(id: string, body?: Bodies['setSupplier'], options?: CallOptions): Promise<Answers['setSupplier']>
  /** One supplier. `GET /registry/suppliers/{id}` */
  supplier(id: string, options?: CallOptions): Promise<Answers['supplier']>
  /** All suppliers, by id. `GET /registry/suppliers` */
  suppliers(options?: CallOptions): Promise<Answers['suppliers']>
  /** Imports of the account, the newest first. `GET /registry/import` */
  importJobs(query?: Queries['importJobs'], options?: CallOptions): Promise<Answers['importJobs']>
  /** How far a job is. `GET /registry/import/{id}` */
  importJob(id: string, options?: CallOptions): Promise<Answers['importJob']>
  /** What a job has made so far, in the order of its input. `GET /registry/import/{id}/results` */
  importResults(id: string, query?: Queries['importResults'], options?: CallOptions): Promise<Answers['importResults']>
  /** End a job; what it has made stays. `POST /registry/import/{id}/cancel` */
  cancelImport(id: string, options?: CallOptions): Promise<Answers['cancelImport']>
  /** Join two products into one. `POST /registry/merge` */
  merge(body: Bodies['merge'], options?: CallOptions): Promise<Answers['merge']>
  /** Make some records of a product a product of their own. `POST /registry/split` */
  split(body: Bodies['split'], options?: CallOptions): Promise<Answers['split']>
  /** Take back a decision. `POST /registry/changes/{change}/undo` */
  undo(change: number, body?: Bodies['undo'], options?: CallOptions): Promise<Answers['undo']>
  /** Make a key. `POST /account/keys` */
  createKey(body: Bodies['createKey'], options?: CallOptions): Promise<Answers['createKey']>
  /** Keys of the account, or those assigned to oneself, the newest first. `GET /account/keys` */
  keys(options?: CallOptions): Promise<Answers['keys']>
  /** One key with the state of its limits. `GET /account/keys/{id}` */
  key(id: string, options?: CallOptions): Promise<Answers['key']>
  /** Change a key; null takes away what it had. `PATCH /account/keys/{id}` */
  updateKey(id: string, body?: Bodies['updateKey'], options?: CallOptions): Promise<Answers['updateKey']>
  /** End a key, for good and at once. `POST /account/keys/{id}/revoke` */
  revokeKey(id: string, options?: CallOptions): Promise<Answers['revokeKey']>
  /** Give a key a new text; the one before works until the overlap is over. `POST /account/keys/{id}/rotate` */
  rotateKey(id: string, body?: Bodies['rotateKey'], options?: CallOptions): Promise<Answers['rotateKey']>
  /** Make a service. `POST /account/services` */
  createService(body: Bodies['createService'], options?: CallOptions): Promise<Answers['createService']>
  /** Services of the account, which keys can be assigned to. `GET /account/services` */
  services(options?: CallOptions): Promise<Answers['services']>
  /** Invite a member by a link. `POST /account/members` */
  inviteMember(body: Bodies['inviteMember'], options?: CallOptions): Promise<Answers['inviteMember']>
  /** Members of the account. `GET /account/members` */
  members(options?: CallOptions): Promise<Answers['members']>
  /** Make a new link for a member; former ones are good for nothing. `POST /account/members/{id}/invitation` */
  linkMember(id: string, options?: CallOptions): Promise<Answers['linkMember']>
  /** One member. `GET /account/members/{id}` */
  member(id: string, options?: CallOptions): Promise<Answers['member']>
  /** Remove a member with the keys assigned to them. `DELETE /account/members/{id}` */
  removeMember(id: string, options?: CallOptions): Promise<Answers['removeMember']>
  /** Change name or role of a member, disable one or enable one again. `PATCH /account/members/{id}` */
  updateMember(id: string, body?: Bodies['updateMember'], options?: CallOptions): Promise<Answers['updateMember']>
  /** Remove a service with the keys assigned to it. `DELETE /account/services/{id}` */
  removeService(id: string, options?: CallOptions): Promise<Answers['removeService']>
  /** One service. `GET /account/services/{id}` */
  service(id: string, options?: CallOptions): Promise<Answers['service']>
  /** Who changed what in the account, the newest first. `GET /account/audit` */
  audit(query?: Queries['audit'], options?: CallOptions): Promise<Answers['audit']>
  /** One request by its id. `GET /account/logs/{requestId}` */
  log(requestId: string, options?: CallOptions): Promise<Answers['log']>
  /** Requests of the last 90 days, the newest first. `GET /account/logs` */
  logs(query?: Queries['logs'], options?: CallOptions): Promise<Answers['logs']>
  /** Calls, errors, latencies and the quota of the month. `GET /account/usage` */
  usage(query?: Queries['usage'], options?: CallOptions): Promise<Answers['usage']>
  /** Send events to an address from now on. `POST /account/webhooks` */
  createWebhook(body: Bodies['createWebhook'], options?: CallOptions): Promise<Answers['createWebhook']>
  /** Webhooks of the account. `GET /account/webhooks` */
  webhooks(options?: CallOptions): Promise<Answers['webhooks']>
  /** Delete a webhook with its deliveries. `DELETE /account/webhooks/{id}` */
  deleteWebhook(id: string, options?: CallOptions): Promise<Answers['deleteWebhook']>
  /** Change a webhook, disable it or enable it again. `PATCH /account/webhooks/{id}` */
  updateWebhook(id: string, body?: Bodies['updateWebhook'], options?: CallOptions): Promise<Answers['updateWebhook']>
  /** One webhook. `GET /account/webhooks/{id}` */
  webhook(id: string, options?: CallOptions): Promise<Answers['webhook']>
  /** What was sent and what came of it, the newest first. `GET /account/webhooks/{id}/deliveries` */
  deliveries(id: string, query?: Queries['deliveries'], options?: CallOptions): Promise<Answers['deliveries']>
  /** Send again all that failed since a time. `POST /account/webhooks/{id}/recover` */
  recoverDeliveries(id: string, body: Bodies['recoverDeliveries'], options?: CallOptions): Promise<Answers['recoverDeliveries']>
  /** Send a delivery again, now. `POST /account/webhooks/{id}/deliveries/{deliveryId}/retry` */
  retryDelivery(id: string, deliveryId: string, options?: CallOptions): Promise<Answers['retryDelivery']>
  /** Make a new secret; both sign until the overlap is over. `POST /account/webhooks/{id}/rotate-secret` */
  rotateSecret(id: string, body?: Bodies['rotateSecret'], options?: CallOptions): Promise<Answers['rotateSecret']>
  /** Send a `webhook.test`. `POST /account/webhooks/{id}/test` */
  testWebhook(id: string, options?: CallOptions): Promise<Answers['testWebhook']>
  /** The account with its plan. `GET /account` */
  account(options?: CallOptions): Promise<Answers['account']>
  /** Rename the account, or choose the version it is answered in. `PATCH /account` */
  updateAccount(body?: Bodies['updateAccount'], options?: CallOptions): Promise<Answers['updateAccount']>
  /** One account. `GET /admin/accounts/{id}` */
  adminAccount(id: string, options?: CallOptions): Promise<Answers['adminAccount']>
  /** Rename an account, change its plan, suspend it or open it again. `PATCH /admin/accounts/{id}` */
  updateAccountOf(id: string, body?: Bodies['updateAccountOf'], options?: CallOptions): Promise<Answers['updateAccountOf']>
  /** All accounts, the oldest first. `GET /admin/accounts` */
  adminAccounts(query?: Queries['adminAccounts'], options?: CallOptions): Promise<Answers['adminAccounts']>
  /** Make an account, without members and keys. `POST /admin/accounts` */
  createAccount(body: Bodies['createAccount'], options?: CallOptions): Promise<Answers['createAccount']>
  /** Make a key of an account: its first, or one when all are lost. `POST /admin/accounts/{id}/keys` */
  createKeyOf(id: string, body: Bodies['createKeyOf'], options?: CallOptions): Promise<Answers['createKeyOf']>
  /** Keys of an account, the newest first. `GET /admin/accounts/{id}/keys` */
  keysOf(id: string, options?: CallOptions): Promise<Answers['keysOf']>
  /** Invite a member of an account, its first owner mostly, by a link. `POST /admin/accounts/{id}/members` */
  inviteMemberOf(id: string, body: Bodies['inviteMemberOf'], options?: CallOptions): Promise<Answers['inviteMemberOf']>
  /** Members of an account. `GET /admin/accounts/{id}/members` */
  membersOf(id: string, options?: CallOptions): Promise<Answers['membersOf']>
  /** Make a new link for a member of an account, who is shut out without it. `POST /admin/accounts/{id}/members/{memberId}/invitation` */
  linkMemberOf(id: string, memberId: string, options?: CallOptions): Promise<Answers['linkMemberOf']>
  /** End a key of an account, for good and at once. `POST /admin/accounts/{id}/keys/{keyId}/revoke` */
  revokeKeyOf(id: string, keyId: string, options?: CallOptions): Promise<Answers['revokeKeyOf']>
  /** One plan. `GET /admin/plans/{id}` */
  plan(id: string, options?: CallOptions): Promise<Answers['plan']>
  /** Make a plan, or change it for all accounts that have it. `PUT /admin/plans/{id}` */
  putPlan(id: string, body: Bodies['putPlan'], options?: CallOptions): Promise<Answers['putPlan']>
  /** All plans. `GET /admin/plans` */
  plans(options?: CallOptions): Promise<Answers['plans']>
  /** One job, whoever made it. `GET /admin/jobs/{id}` */
  adminJob(id: string, options?: CallOptions): Promise<Answers['adminJob']>
  /** Jobs of all accounts, the newest first. `GET /admin/jobs` */
  adminJobs(query?: Queries['adminJobs'], options?: CallOptions): Promise<Answers['adminJobs']>
  /** Make a job of the operator: an export, or all scores or keys anew. `POST /admin/jobs` */
  createAdminJob(body: Bodies['createAdminJob'], options?: CallOptions): Promise<Answers['createAdminJob']>
  /** What a job of the operator has made, page by page. `GET /admin/jobs/{id}/results` */
  adminResults(id: string, query?: Queries['adminResults'], options?: CallOptions): Promise<Answers['adminResults']>
  /** End a job, whoever made it; what it has made stays. `POST /admin/jobs/{id}/cancel` */
  cancelAdminJob(id: string, options?: CallOptions): Promise<Answers['cancelAdminJob']>
  /** Whether the process is alive. `GET /health` */
  health(options?: CallOptions): Promise<Answers['health']>
  /** Whether requests can be answered now. `GET /ready` */
  ready(options?: CallOptions): Promise<Answers['ready']>
  /** The description of this API, OpenAPI 3.1. `GET /openapi.json` */
  openapi(options?: CallOptions): Promise<Answers['openapi']>
}

/** How each operation is asked: its verb, `b` with a body (`e`: an empty one), `q` with a query, `r` when it changes nothing, its path. */
export const OPERATIONS: { readonly [Name in keyof Operations]: string } = {
  search: 'GET q /registry/search',
  product: 'GET q /registry/product/*',
  deleteProduct: 'DELETE q /registry/product/*',
  pin: 'PATCH b /registry/product/*',
  match: 'POST br /registry/match',
  batchMap: 'POST bq /registry/batch-map',
  batchJobs: 'GET q /registry/batch-map',
  batchJob: 'GET  /registry/batch-map/*',
  batchResults: 'GET q /registry/batch-map/*/results',
  cancelBatch: 'POST e /registry/batch-map/*/cancel',
  duplicates: 'GET q /registry/duplicates/*',
  resolveDuplicate: 'POST b /registry/duplicates/*/resolve',
  verify: 'POST b /registry/verify',
  stats: 'GET q /registry/stats',
  suggest: 'GET q /registry/suggest',
  changes: 'GET q /registry/changes',
  history: 'GET q /registry/product/*/history',
  lookup: 'POST br /registry/lookup',
  alert: 'GET  /registry/alerts/*',
  alerts: 'GET q /registry/alerts',
  reopenAlert: 'POST b /registry/alerts/*/reopen',
  resolveAlert: 'POST b /registry/alerts/*/resolve',
  explain: 'POST br /registry/explain',
  endRecord: 'DELETE  /registry/supplier/*/code/*',
  record: 'GET  /registry/supplier/*/code/*',
  putRecord: 'PUT b /registry/supplier/*/code/*',
  endSupplier: 'POST e /registry/suppliers/*/end',
  setSupplier: 'PUT b /registry/suppliers/*',
  supplier: 'GET  /registry/suppliers/*',
  suppliers: 'GET  /registry/suppliers',
  importJobs: 'GET q /registry/import',
  importJob: 'GET  /registry/import/*',
  importResults: 'GET q /registry/import/*/results',
  cancelImport: 'POST e /registry/import/*/cancel',
  merge: 'POST b /registry/merge',
  split: 'POST b /registry/split',
  undo: 'POST b /registry/changes/*/undo',
  createKey: 'POST b /account/keys',
  keys: 'GET  /account/keys',
  key: 'GET  /account/keys/*',
  updateKey: 'PATCH b /account/keys/*',
  revokeKey: 'POST e /account/keys/*/revoke',
  rotateKey: 'POST b /account/keys/*/rotate',
  createService: 'POST b /account/services',
  services: 'GET  /account/services',
  inviteMember: 'POST b /account/members',
  members: 'GET  /account/members',
  linkMember: 'POST e /account/members/*/invitation',
  member: 'GET  /account/members/*',
  removeMember: 'DELETE  /account/members/*',
  updateMember: 'PATCH b /account/members/*',
  removeService: 'DELETE  /account/services/*',
  service: 'GET  /account/services/*',
  audit: 'GET q /account/audit',
  log: 'GET  /account/logs/*',
  logs: 'GET q /account/logs',
  usage: 'GET q /account/usage',
  createWebhook: 'POST b /account/webhooks',
  webhooks: 'GET  /account/webhooks',
  deleteWebhook: 'DELETE  /account/webhooks/*',
  updateWebhook: 'PATCH b /account/webhooks/*',
  webhook: 'GET  /account/webhooks/*',
  deliveries: 'GET q /account/webhooks/*/deliveries',
  recoverDeliveries: 'POST b /account/webhooks/*/recover',
  retryDelivery: 'POST e /account/webhooks/*/deliveries/*/retry',
  rotateSecret: 'POST b /account/webhooks/*/rotate-secret',
  testWebhook: 'POST e /account/webhooks/*/test',
  account: 'GET  /account',
  updateAccount: 'PATCH b /account',
  adminAccount: 'GET  /admin/accounts/*',
  updateAccountOf: 'PATCH b /admin/accounts/*',
  adminAccounts: 'GET q /admin/accounts',
  createAccount: 'POST b /admin/accounts',
  createKeyOf: 'POST b /admin/accounts/*/keys',
  keysOf: 'GET  /admin/accounts/*/keys',
  inviteMemberOf: 'POST b /admin/accounts/*/members',
  membersOf: 'GET  /admin/accounts/*/members',
  linkMemberOf: 'POST e /admin/accounts/*/members/*/invitation',
  revokeKeyOf: 'POST e /admin/accounts/*/keys/*/revoke',
  plan: 'GET  /admin/plans/*',
  putPlan: 'PUT b /admin/plans/*',
  plans: 'GET  /admin/plans',
  adminJob: 'GET  /admin/jobs/*',
  adminJobs: 'GET q /admin/jobs',
  createAdminJob: 'POST b /admin/jobs',
  adminResults: 'GET q /admin/jobs/*/results',
  cancelAdminJob: 'POST e /admin/jobs/*/cancel',
  health: 'GET  /health',
  ready: 'GET  /ready',
  openapi: 'GET  /openapi.json',
}
