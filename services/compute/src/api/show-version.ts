import { showVersion } from '@nimbo/contracts/compute/versions'
import { errors } from '../errors.ts'
import { handle } from './handle.ts'
import { versionWith } from './versions.ts'

const show = handle(showVersion, async ({ base, params: { id } }) => {
  const version = versionWith(id, base)
  if (!version) throw errors.NotFound({ reason: 'The resource could not be found.' })
  return { version }
})

export const versionRoutes = [show]
