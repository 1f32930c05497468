import type { JsonObject } from '@nimbo/kernel/json'

/** The user that may signal one resource and read its metadata, and nothing else; made when it is first asked for. */
export interface SignalUser {
  readonly userId: string
  readonly userName: string
  readonly password: string
  readonly projectId: string
  readonly domainId: string
  readonly authUrl: string
}

/** What a user signs requests of AWS's API with, and where that is. */
export interface SignalKey {
  readonly access: string
  readonly secret: string
  /** With a slash at its end. */
  readonly metadataUrl: string
}

/** Ways for what a resource is made of to tell the stack something. */
export interface Signals {
  user(): Promise<SignalUser>
  /** A key of that user. */
  key(): Promise<SignalKey>
  /** The address of the API that takes the signals of the resource from its user. */
  endpoint(): Promise<string>
  /** An address that takes a signal from whoever has it, for it is signed. */
  signedUrl(kind: 'signal' | 'waitcondition'): Promise<string>
}

/** What a signal does. */
export interface SignalOutcome {
  /** For the event. */
  readonly reason?: string
  /** The resource's metadata from now on. The engine asks anew where somebody changed it meanwhile. */
  readonly metadata?: JsonObject
  /** To be kept with the resource. */
  readonly data?: Readonly<Record<string, string | undefined>>
  /** What other resources of the stack are asked to do: the group of a scaling policy. */
  readonly orders?: readonly { readonly refId: string; readonly order: JsonObject }[]
  /** The child stack is to be looked after again: `childStack` is asked for its next step. */
  readonly changesChild?: boolean
}
