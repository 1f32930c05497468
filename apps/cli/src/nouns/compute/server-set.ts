import { changePassword } from '@nimbo/contracts/compute/actions/change-password'
import { resetState } from '@nimbo/contracts/compute/actions/reset-state'
import { addTag, mergeMetadata } from '@nimbo/contracts/compute/server-parts'
import { clearServerPassword } from '@nimbo/contracts/compute/server-password'
import { updateServer } from '@nimbo/contracts/compute/servers'
import { askSecret } from '../../cloud/ask-secret.ts'
import { findId } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { inCompute, perform } from '../../cloud/perform.ts'
import { command, one } from '../../grammar/command.ts'
import { refuseTwoOf } from '../../grammar/one-of-options.ts'
import { either, list, oneOf, properties, text } from '../../grammar/option.ts'
import { nothing } from '../../output/result.ts'
import { act } from './server-action.ts'
import { serverKind } from './server-kind.ts'

/** `server set`: asks for what it needs before it changes anything. */
export const setServer = command({
  words: 'server set',
  summary: 'Set server properties',
  output: 'none',
  positionals: { server: one('<server>', 'Server (name or ID)') },
  options: {
    name: text('<new-name>', 'New server name'),
    description: text('<description>', 'New server description (2.19 or above)'),
    property: properties('Property to add/change for this server (repeat option to set multiple properties)'),
    password: text('<password>', 'Set the server password'),
    noPassword: either({ '--no-password': true }, 'Clear the server password'),
    rootPassword: either({ '--root-password': true }, 'Ask for the new server password (deprecated)'),
    state: oneOf(['active', 'error'], 'New server state (active or error) (admin only)'),
    tag: list('<tag>', 'Tag to add to the server (repeatable) (2.26 or above)'),
    hostname: text('<hostname>', 'Hostname of the server in the metadata service (2.90 or above)'),
  },
  run: async (session, { server, name, description, property, hostname, state, tag, ...asked }) => {
    const { password, noPassword, rootPassword } = asked
    refuseTwoOf({ '--password': password, '--no-password': noPassword, '--root-password': rootPassword })
    const server_id = await findId(session, serverKind, server)
    const path = { server_id }
    const adminPass = rootPassword ? await askSecret(session.streams, 'New password', true) : password
    const members = given({ name, description, hostname })
    if (Object.keys(members).length > 0)
      await perform(session, inCompute(updateServer), { path, body: { server: members } })
    if (property !== undefined)
      await session.api.compute.call(mergeMetadata, { path, body: { metadata: property } })
    if (adminPass !== undefined)
      await act(session, server_id, changePassword.operation, { changePassword: { adminPass } })
    if (noPassword) await perform(session, inCompute(clearServerPassword), { path })
    if (state !== undefined)
      await act(session, server_id, resetState.operation, { 'os-resetState': { state } })
    for (const each of tag) await perform(session, inCompute(addTag), { path: { server_id, tag: each } })
    return nothing
  },
})
