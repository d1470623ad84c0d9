// What the package offers. Everything here runs in Node and in browsers.
export { createClient, type Client, type ClientOptions, type Schema } from './create-client.ts'
export { downloadResult, type DownloadOptions } from './download-result.ts'
export { madeFrom, version } from './made-from.ts'
export { ApiError, NetworkError, type Problem } from './errors.ts'
export { refreshTokens, toTokens, type Tokens } from './refresh-tokens.ts'
export type { Credential } from './transport.ts'
export {
  verifyWebhook,
  WebhookVerificationError,
  type ReceivedWebhook,
  type VerifyOptions,
  type WebhookEvent,
} from './verify-webhook.ts'
export {
  watchEvents,
  watchTask,
  type Reset,
  type TaskEvent,
  type TaskEventType,
  type WatchOptions,
} from './watch.ts'
export { waitForTask, WaitTimeoutError, type WaitOptions } from './wait-for-task.ts'
