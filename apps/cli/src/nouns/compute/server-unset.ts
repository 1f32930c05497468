import { removeMetadata, removeTag } from '@nimbo/contracts/compute/server-parts'
import { updateServer } from '@nimbo/contracts/compute/servers'
import { findId } from '../../cloud/find.ts'
import { inCompute } from '../../cloud/perform.ts'
import { command, one } from '../../grammar/command.ts'
import { flag, list } from '../../grammar/option.ts'
import { nothing } from '../../output/result.ts'
import { serverKind } from './server-kind.ts'

export const unsetServer = command({
  words: 'server unset',
  summary: 'Unset server properties and tags',
  calls: [inCompute(removeMetadata)],
  output: 'none',
  positionals: { server: one('<server>', 'Server (name or ID)') },
  options: {
    property: list('<key>', 'Property key to remove from server (repeatable)'),
    description: flag('Unset server description (2.19 or above)'),
    tag: list('<tag>', 'Tag to remove from the server (repeatable) (2.26 or above)'),
  },
  run: async (session, { server, property, description, tag }) => {
    const { compute } = session.api
    const server_id = await findId(session, serverKind, server)
    for (const key of property) await compute.call(removeMetadata, { path: { server_id, key } })
    if (description)
      await compute.call(updateServer, { path: { server_id }, body: { server: { description: null } } })
    for (const each of tag) await compute.call(removeTag, { path: { server_id, tag: each } })
    return nothing
  },
})
