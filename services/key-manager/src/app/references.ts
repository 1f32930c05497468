import type { KeyApp } from './key-app.ts'

/** Who shows something: `base` is where the API is for whoever asked. */
export interface Shower {
  readonly app: KeyApp
  readonly base: string
}

type Kind = 'secrets' | 'containers' | 'orders' | 'secret-stores'

/** Where references begin: where the operator says, or where the client asked. */
export const baseOf = ({ app, base }: Shower): string =>
  app.config.DEFAULT.host_href.replace(/\/$/, '') || base

export const referenceTo = (shower: Shower, kind: Kind, id: string): string =>
  `${baseOf(shower)}/v1/${kind}/${id}`
