/** A request as far as it is signed. */
export interface SignedRequest {
  readonly method: string
  /** All of it, as the client had it: encoded, with what the cloud has cut off. */
  readonly path: string
  /** The bucket, where the host names it and the path does not. */
  readonly hostBucket: string | undefined
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
}

/** What a request says of its signature, and what of it was signed. */
export interface Signature {
  /** Who says to have signed. */
  readonly access: string
  readonly signature: string
  /** What was signed, for whoever has the secret. */
  readonly text: string
  /** When it was signed, in milliseconds; undefined of addresses that only say until when they hold. */
  readonly signedAt: number | undefined
  /** Until when it holds, where it is an address that is handed on. */
  readonly until: number | undefined
  /** Of the fourth version: what the signatures of a body's pieces are made with. */
  readonly scope: SignatureScope | undefined
}

export interface SignatureScope {
  /** `20260131T120000Z` */
  readonly date: string
  /** `20260131/us-east-1/s3/aws4_request` */
  readonly scope: string
}
