/**
 * `@utpid/client`: a utpid registry over HTTP, from Node and browsers.
 */

export type { CallOptions } from './call-options.ts'
export type { ClientOptions } from './client-options.ts'
export { type Client, createClient, type ExportCallOptions, type ExportedForm } from './create-client.ts'
export type { Feed, FeedSource } from './feed-body.ts'
export type { Answers, Bodies, Operations, Queries } from './generated/operations.ts'
export type {
  FeedOptions,
  ImportedLine,
  ImportResult,
  Job,
  JobKind,
  Jobs,
  MappedInput,
  MatchOptions,
  WaitOptions,
} from './jobs.ts'
export type { Pages } from './pages.ts'
export { readLines } from './read-lines.ts'
export { type Fault, UtpidError } from './utpid-error.ts'
export {
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from './verify-webhook.ts'
