import { listExtensions } from '@nimbo/contracts/volume/extensions'
import type { Route } from '@nimbo/http/route'
import type { VolumeApp } from '../app/app.ts'
import { handle } from './handle.ts'

/** An entry of `GET /extensions`. Clients use the list to decide what they try, so it names only extensions that work. */
export interface Extension {
  readonly alias: string
  readonly name: string
  readonly description: string
}

export const extension = (alias: string, name: string, description: string): Extension => ({
  alias,
  name,
  description,
})

const shown = (each: Extension) => ({ ...each, updated: '2026-01-01T00:00:00+00:00', links: [] })

/** The operation that lists these extensions. */
export const extensionRoute = (ofKinds: readonly Extension[]): Route<VolumeApp> => {
  const extensions = ofKinds.toSorted((one, other) => one.alias.localeCompare(other.alias)).map(shown)
  return handle(listExtensions, async () => ({ extensions }))
}
