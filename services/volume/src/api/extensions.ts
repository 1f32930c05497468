import { listExtensions, showExtension } from '@nimbo/contracts/volume/extensions'
import type { Route } from '@nimbo/http/route'
import type { VolumeApp } from '../app/app.ts'
import { errors } from '../errors.ts'
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

/** The operations that show these extensions. */
export const extensionRoutes = (ofKinds: readonly Extension[]): Route<VolumeApp>[] => {
  const extensions = ofKinds.toSorted((one, other) => one.alias.localeCompare(other.alias)).map(shown)
  return [
    handle(listExtensions, async () => ({ extensions })),
    handle(showExtension, async ({ params }) => {
      const extension = extensions.find(({ alias }) => alias === params.alias)
      if (!extension) throw errors.NoSuchPath()
      return { extension }
    }),
  ]
}
