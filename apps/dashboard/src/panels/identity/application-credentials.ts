import {
  createCredential,
  deleteCredential,
  listCredentials,
  showCredential,
} from '@nimbo/contracts/identity/application-credentials'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { isItem, type Item, textAt } from '../../panel/item.ts'
import { identityPanel } from './identity-panel.ts'

const rolesOf = ({ roles }: Item): readonly string[] =>
  Array.isArray(roles) ? roles.filter(isItem).map((role) => textAt(role, 'name')) : []

export const applicationCredentials = identityPanel({
  id: 'application-credentials',
  kind: 'application_credential',
  // Only admins receive events about what belongs to a user and to no project.
  polled: true,
  within: ({ user }) => ({ path: { user_id: user.id } }),
  list: { operation: listCredentials },
  show: { operation: showCredential, key: 'application_credential' },
  columns: [
    column('name'),
    column('project_id', { look: 'reference', to: 'projects' }),
    column('description'),
    column('roles', { look: 'list', value: rolesOf }),
    column('expires_at', { look: 'date' }),
    column('unrestricted', { look: 'yes' }),
  ],
  create: {
    operation: createCredential,
    key: 'application_credential',
    fields: [
      field('name'),
      field('description'),
      field('expires_at', { as: 'text', option: 'expiration' }),
      field('unrestricted', { as: 'switch', advanced: true }),
    ],
    shows: (reply) => {
      const made = isItem(reply) && isItem(reply.application_credential) ? reply.application_credential : {}
      return `application_credential_id: ${String(made.id)}\napplication_credential_secret: ${String(made.secret)}`
    },
    command: 'application credential create',
  },
  remove: { operation: deleteCredential, command: 'application credential delete' },
  command: 'application credential show',
})
