/** Secrets for the host, needed only until the server is built: the content of `sealedSecrets`, as JSON. */
export interface ServerSecrets {
  readonly adminPassword: string
  /** Files to inject into the guest; contents in base64. */
  readonly personality: readonly { readonly path: string; readonly contents: string }[]
}
