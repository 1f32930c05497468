import type { JsonObject } from '@nimbo/kernel/json'

/** A Keystone user that may only signal one resource and read its metadata; created when first needed. */
export interface SignalUser {
  readonly userId: string
  readonly userName: string
  readonly password: string
  readonly projectId: string
  readonly domainId: string
  readonly authUrl: string
}

/** An EC2 key that a user signs requests of the CloudFormation API with, and the URL of that API. */
export interface SignalKey {
  readonly access: string
  readonly secret: string
  /** With a trailing slash. */
  readonly metadataUrl: string
}

/** Ways for guests and alarms to signal a resource. */
export interface Signals {
  user(): Promise<SignalUser>
  /** An EC2 key of that user. */
  key(): Promise<SignalKey>
  /** The API's URL that accepts signals of the resource from its user. */
  endpoint(): Promise<string>
  /** A signed URL that accepts signals without authentication. */
  signedUrl(kind: 'signal' | 'waitcondition'): Promise<string>
}

/** The outcome of a signal. */
export interface SignalOutcome {
  /** The reason of the event. */
  readonly reason?: string
  /** The resource's new metadata. If it was changed concurrently, the engine calls the handler again. */
  readonly metadata?: JsonObject
  /** Stored with the resource. */
  readonly data?: Readonly<Record<string, string | undefined>>
  /** Orders to other resources of the stack, such as a scaling policy's to its group. */
  readonly orders?: readonly { readonly refId: string; readonly order: JsonObject }[]
  /** Whether the nested stack may change: `childStack` is called for its next step. */
  readonly changesChild?: boolean
}
