import { mergeMetadata, removeMetadata, replaceTags } from '@nimbo/contracts/compute/server-parts'
import { showServerPassword } from '@nimbo/contracts/compute/server-password'
import type { ActionSpec } from '../../panel/action-spec.ts'
import { field } from '../../panel/form-spec.ts'
import { isItem, textAt } from '../../panel/item.ts'
import { attachInterfaceForm } from './server-interfaces.ts'
import { attachVolumeForm } from './server-volumes.ts'
import { refusedInState } from './refused-in-state.ts'

/** Disables attaching in states in which the service refuses it. */
const attachable = refusedInState({
  vmStates: [
    'active',
    'paused',
    'stopped',
    'suspended',
    'resized',
    'soft-delete',
    'shelved',
    'shelved_offloaded',
  ],
  taskStates: [null],
})

/** Actions on a server's interfaces, volumes, floating IPs, metadata and password. */
export const partActions: readonly ActionSpec[] = [
  {
    id: 'attach-interface',
    operation: attachInterfaceForm.operation,
    form: { ...attachInterfaceForm, command: 'server add network' },
    hindered: attachable,
  },
  {
    id: 'attach-volume',
    operation: attachVolumeForm.operation,
    form: { ...attachVolumeForm, command: 'server add volume' },
    hindered: attachable,
  },
  {
    id: 'floating-ips',
    operation: attachInterfaceForm.operation,
    opens: (server) => `/project/servers/${textAt(server, 'id')}/interfaces`,
  },
  {
    id: 'set-metadata',
    operation: mergeMetadata,
    form: {
      fields: [field('metadata', { as: 'pairs', required: true, option: 'property' })],
      command: 'server set',
    },
  },
  {
    id: 'remove-metadata',
    operation: removeMetadata,
    offered: ({ metadata }) => isItem(metadata) && Object.keys(metadata).length > 0,
    form: {
      fields: [field('key', { as: 'text', required: true, option: 'property' })],
      path: ({ key }, { id }) => ({ server_id: id, key }),
      body: () => undefined,
      command: 'server unset',
    },
  },
  {
    id: 'set-tags',
    operation: replaceTags,
    form: {
      fields: [field('tags', { as: 'list', option: false })],
      prefilled: true,
      body: ({ tags = [] }) => ({ tags }),
      path: (_, { id }) => ({ server_id: id }),
    },
  },
  {
    id: 'show-password',
    operation: showServerPassword,
    command: 'server ssh',
    shows: (reply) => (isItem(reply) ? textAt(reply, 'password') : ''),
  },
]
