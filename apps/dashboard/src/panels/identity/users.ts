import { createUser, deleteUser, listUsers, showUser, updateUser } from '@nimbo/contracts/identity/users'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { identityPanel } from './identity-panel.ts'

const email = field('email', { as: 'text' })
const project = field('default_project_id', { to: 'projects', option: 'project' })

export const users = identityPanel({
  id: 'users',
  kind: 'user',
  list: { operation: listUsers },
  show: { operation: showUser, key: 'user' },
  columns: [
    column('name'),
    column('description'),
    column('email'),
    column('domain_id', { look: 'reference', to: 'domains' }),
    column('enabled', { look: 'yes' }),
  ],
  details: [
    column('default_project_id', { look: 'reference', to: 'projects' }),
    column('password_expires_at', { look: 'date' }),
    column('options', { look: 'pairs' }),
  ],
  filters: [
    { name: 'name', byPage: true },
    { name: 'enabled', choices: ['true', 'false'] },
  ],
  create: {
    operation: createUser,
    key: 'user',
    fields: [
      field('name'),
      field('password', { as: 'secret', required: true }),
      email,
      field('description', { as: 'text' }),
      project,
      field('domain_id', { to: 'domains', option: 'domain', advanced: true }),
      field('enabled', { as: 'switch', initial: true, option: 'enable', advanced: true }),
    ],
    command: 'user create',
  },
  update: {
    operation: updateUser,
    key: 'user',
    fields: [
      field('name', { as: 'text' }),
      email,
      field('description', { as: 'text' }),
      project,
      field('enabled', { as: 'switch', option: 'enable' }),
    ],
    command: 'user set',
  },
  actions: [
    {
      id: 'set-password',
      operation: updateUser,
      form: {
        key: 'user',
        fields: [field('password', { as: 'secret', required: true })],
        command: 'user set',
      },
    },
    {
      id: 'disable',
      operation: updateUser,
      body: () => ({ user: { enabled: false } }),
      offered: ({ enabled }) => enabled === true,
      ...{ asks: true, batch: true, command: 'user set --disable' },
    },
    {
      id: 'enable',
      operation: updateUser,
      body: () => ({ user: { enabled: true } }),
      offered: ({ enabled }) => enabled === false,
      command: 'user set --enable',
    },
  ],
  remove: { operation: deleteUser, command: 'user delete' },
  tabs: [
    { id: 'roles', panel: 'user-roles', within: ({ id }) => ({ query: { 'user.id': id } }) },
    { id: 'groups', panel: 'user-groups', within: ({ id }) => ({ path: { user_id: id } }) },
    {
      id: 'credentials',
      panel: 'user-credentials',
      within: ({ id }) => ({ query: { user_id: id }, initial: { user_id: id } }),
    },
    {
      id: 'application-credentials',
      panel: 'application-credentials',
      within: ({ id }) => ({ path: { user_id: id } }),
    },
  ],
  command: 'user show',
})
