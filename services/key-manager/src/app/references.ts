import type { KeyApp } from './key-app.ts'

/** Makes references; `base` is the API's URL as the client sees it. */
export interface Shower {
  readonly app: KeyApp
  readonly base: string
}

type Kind = 'secrets' | 'containers' | 'orders' | 'secret-stores'

/** The base of references: `host_href` if configured, otherwise the client's URL. */
export const baseOf = ({ app, base }: Shower): string =>
  app.config.DEFAULT.host_href.replace(/\/$/, '') || base

export const referenceTo = (shower: Shower, kind: Kind, id: string): string =>
  `${baseOf(shower)}/v1/${kind}/${id}`
