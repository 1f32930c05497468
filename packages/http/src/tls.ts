/** What a server shows its clients, as PEM text. */
export interface ServerTls {
  readonly cert: string
  readonly key: string
  /** Clients must show a certificate of these authorities; without them nobody is asked for one. */
  readonly clientAuthorities?: string
  /** Clients are asked for such a certificate, and answered without one too. */
  readonly clientsMayShowNone?: boolean
}

/** How far a client trusts servers, and what it shows them; PEM text. */
export interface ClientTls {
  /** In place of the authorities that the system trusts. */
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
  /** Whether any certificate will do. */
  readonly insecure?: boolean
}
