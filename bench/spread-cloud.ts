import { controllerRoles, startDistributedCloud } from '@nimbo/testkit/distributed-cloud'
import type { BenchCloud } from './bench-cloud.ts'

/** Settings of a production database, with durable commits. It is reached by its Unix socket. */
const lasting = { fsync: 'on', full_page_writes: 'on', shared_buffers: '128MB' }

const isOfNova = (role: string): boolean => role.startsWith('nova-')
const isNotOfNova = (role: string): boolean => !isOfNova(role)

/** Starts a cloud of one cell with two hosts and its own PostgreSQL and RabbitMQ, and waits until it is ready. */
export const startSpreadCloud = async (roles: 'together' | 'apart'): Promise<BenchCloud> => {
  const cloud = await startDistributedCloud({
    hostsPerCell: 2,
    together:
      roles === 'together' ? [controllerRoles.filter(isOfNova), controllerRoles.filter(isNotOfNova)] : [],
    postgresql: { settings: lasting },
  })
  return {
    identityUrl: `${cloud.identityUrl}/v3`,
    credentials: { username: 'admin', password: cloud.adminPassword, projectName: 'admin' },
    nameOf: (pid) => cloud.processes.find((process) => process.pid() === pid)?.name,
    [Symbol.asyncDispose]: () => cloud[Symbol.asyncDispose](),
  }
}
