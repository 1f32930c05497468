/** What only the host may know of a server, and only until it is built: the text inside `sealedSecrets`, as JSON. */
export interface ServerSecrets {
  readonly adminPassword: string
  /** Files to put into the guest; contents in base64. */
  readonly personality: readonly { readonly path: string; readonly contents: string }[]
}
