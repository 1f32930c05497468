import {
  createCredential,
  deleteCredential,
  listCredentials,
  showCredential,
  updateCredential,
} from '@nimbo/contracts/identity/credentials'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { identityPanel } from './identity-panel.ts'

const type = field('type', { as: 'text', choices: ['ec2', 'totp', 'cert'], initial: 'ec2', required: true })
const blob = field('blob', { as: 'area', label: 'data', required: true })
const project = field('project_id', { to: 'projects', option: 'project' })

/** The credentials of users in Keystone: EC2 keys, TOTP secrets and certificates. */
export const userCredentials = identityPanel({
  id: 'user-credentials',
  kind: 'credential',
  list: { operation: listCredentials },
  show: { operation: showCredential, key: 'credential' },
  columns: [
    column('type'),
    column('user_id', { look: 'reference', to: 'users' }),
    column('project_id', { look: 'reference', to: 'projects' }),
    column('id', { look: 'code' }),
  ],
  details: [column('blob', { label: 'data', look: 'code' })],
  filters: [{ name: 'type', choices: ['ec2', 'totp', 'cert'] }],
  create: {
    operation: createCredential,
    key: 'credential',
    fields: [field('user_id', { to: 'users', required: true, option: false }), type, blob, project],
    command: 'credential create',
  },
  update: {
    operation: updateCredential,
    key: 'credential',
    fields: [type, blob, project],
    command: 'credential set',
  },
  remove: { operation: deleteCredential, command: 'credential delete' },
  command: 'credential show',
})
