/**
 * `@utpid/client`: a utpid registry over HTTP, from Node and browsers.
 */

export { type Client, createClient, type ExportCallOptions, type ExportedForm } from './client/create-client.ts'
export type {
  ConcordanceFileOptions,
  ConcordanceResult,
  FeedOptions,
  ImportedLine,
  ImportResult,
  Job,
  JobKind,
  Jobs,
  MappedInput,
  MatchOptions,
  WaitOptions,
} from './client/jobs.ts'
export type { Pages } from './client/pages.ts'
export type {
  Advice,
  Answers,
  Bodies,
  ImportSummary,
  LinkedRecord,
  MatchResult,
  Operations,
  Product,
  ProductData,
  ProductDetails,
  Queries,
  SentMatchInput,
  SentRecordContent,
  Supplier,
  SupplierRecord,
} from './generated/operations.ts'
export type { CallOptions } from './transport/call-options.ts'
export type { ClientOptions } from './transport/client-options.ts'
export type { Feed, FeedSource } from './transport/feed-body.ts'
export { readLines } from './transport/read-lines.ts'
export { type Fault, UtpidError } from './transport/utpid-error.ts'
export {
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from './webhook/verify-webhook.ts'
