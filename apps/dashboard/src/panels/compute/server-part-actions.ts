import { mergeMetadata } from '@nimbo/contracts/compute/server-parts'
import { showServerPassword } from '@nimbo/contracts/compute/server-password'
import type { ActionSpec } from '../../panel/action-spec.ts'
import { field } from '../../panel/form-spec.ts'
import { isItem, textAt } from '../../panel/item.ts'
import { attachInterfaceForm } from './server-interfaces.ts'
import { attachVolumeForm } from './server-volumes.ts'
import { hinderedBy } from './state-hindrance.ts'

/** Where a server may be given more, or lose some: what the service would refuse stays and says why. */
const attachable = hinderedBy({
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

/** What a server is given by other services, and what is written down of it. */
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
    id: 'show-password',
    operation: showServerPassword,
    command: 'server ssh',
    shows: (reply) => (isItem(reply) ? textAt(reply, 'password') : ''),
  },
]
