/** A server's certificate and key, as PEM text. */
export interface ServerTls {
  readonly cert: string
  readonly key: string
  /** Authorities of client certificates; without them no certificate is requested. */
  readonly clientAuthorities?: string
  /** Clients without a certificate are accepted too. */
  readonly clientsMayShowNone?: boolean
}

/** A client's trust in servers, and its own certificate; PEM text. */
export interface ClientTls {
  /** Replaces the system's authorities. */
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
  /** Accept any certificate. */
  readonly insecure?: boolean
}
