export interface HorizonTables {
  sessions: SessionRow
  login_links: LinkRow
}

export interface SessionRow {
  /** SHA-256 of what the cookie holds: who reads the database can't make a cookie of it. */
  id_hash: string
  user_id: string
  /** Token and all else that the session knows, encrypted. */
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
