import { evacuate } from '@nimbo/contracts/compute/actions/evacuate'
import { forceDelete } from '@nimbo/contracts/compute/actions/force-delete'
import { liveMigrate } from '@nimbo/contracts/compute/actions/live-migrate'
import { migrate } from '@nimbo/contracts/compute/actions/migrate'
import { resetState } from '@nimbo/contracts/compute/actions/reset-state'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { acrossProjects } from '../across-projects.ts'
import { serverAction } from './server-actions.ts'
import { servers } from './servers.ts'

/** Optional: without it the scheduler selects the host. */
const host = field('host', { to: 'compute-hosts', send: 'host' })

/** The servers of all projects, with their hosts. */
export const adminServers = acrossProjects(servers, {
  owner: [
    column('tenant_id', { look: 'reference', to: 'projects', sort: 'project_id' }),
    column('OS-EXT-SRV-ATTR:host', { sort: 'host' }),
  ],
  query: { all_tenants: 1 },
  filters: [{ name: 'host' }],
  actions: [
    serverAction('migrate', migrate, {
      form: {
        key: 'migrate',
        fields: [host],
        body: ({ host: chosen }) => ({ migrate: chosen === undefined ? null : { host: chosen } }),
        command: 'server migrate',
      },
    }),
    serverAction('live-migrate', liveMigrate, {
      form: {
        key: 'os-migrateLive',
        // The API requires `host`, but null means any host.
        fields: [
          { ...host, required: false },
          field('block_migration', { choices: ['auto', 'true', 'false'], initial: 'auto' }),
        ],
        body: ({ host: chosen = null, block_migration }) => ({
          'os-migrateLive': {
            host: chosen,
            block_migration: block_migration === 'auto' ? 'auto' : block_migration === 'true',
          },
        }),
        command: 'server migrate --live-migration',
      },
    }),
    serverAction('evacuate', evacuate, {
      form: {
        key: 'evacuate',
        fields: [host, field('adminPass', { as: 'secret', option: 'password' })],
        command: 'server evacuate',
      },
    }),
    serverAction('reset-state', resetState, {
      form: {
        key: 'os-resetState',
        fields: [field('state', { choices: ['active', 'error'], initial: 'active', required: true })],
        command: 'server set',
      },
    }),
    serverAction('force-delete', forceDelete, { asks: true }),
  ],
})
