/** The signed parts of a request. */
export interface SignedRequest {
  readonly method: string
  /** The whole path as the client sent it: encoded, and including the mount path. */
  readonly path: string
  /** The bucket in the host name, for virtual-hosted-style requests. */
  readonly hostBucket: string | undefined
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
}

/** The signature of a request and what it was computed from. */
export interface Signature {
  /** The access key id, not yet verified. */
  readonly access: string
  readonly signature: string
  /** The string to sign. */
  readonly text: string
  /** When it was signed, in milliseconds; undefined for presigned URLs of version 2, which contain only their expiry. */
  readonly signedAt: number | undefined
  /** When it expires, in milliseconds; only for presigned URLs. */
  readonly until: number | undefined
  /** Version 4 only: the scope for the signatures of the body's chunks. */
  readonly scope: SignatureScope | undefined
}

export interface SignatureScope {
  /** `20260131T120000Z` */
  readonly date: string
  /** `20260131/us-east-1/s3/aws4_request` */
  readonly scope: string
}
