import { createServer, deleteServer, listServers, showServer } from '@nimbo/contracts/compute/servers'
import type { Kind } from '../../cloud/find.ts'

const escapeRegex = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Servers: compute's filter by name is a regular expression. */
export const serverKind: Kind = {
  service: 'compute',
  list: listServers,
  show: showServer,
  create: createServer,
  remove: deleteServer,
  one: 'server',
  label: 'Server',
  byName: (name) => ({ name: `^${escapeRegex(name)}$` }),
}
