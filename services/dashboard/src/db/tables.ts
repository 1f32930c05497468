export interface HorizonTables {
  sessions: SessionRow
  login_links: LinkRow
}

export interface SessionRow {
  /** SHA-256 of the id in the cookie, so that the cookie cannot be derived from the database. */
  id_hash: string
  user_id: string
  /** The token and the other data of the session, encrypted. */
  sealed: string
  created_at: string
  expires_at: string
}

export interface LinkRow {
  /** SHA-256 of the code. */
  code_hash: string
  sealed_token: string
  expires_at: string
}
