/** What is written into the file systems of a new server. */
export interface InjectedData {
  /** The password of root. */
  readonly adminPassword?: string
  /** A public key with which root may log in. */
  readonly publicKey?: string
  readonly metadata: Readonly<Record<string, string>>
  /** Files by their paths; contents in base64. */
  readonly files: readonly { readonly path: string; readonly contents: string }[]
}
