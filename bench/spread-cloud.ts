import { controllerRoles, startDistributedCloud } from '@nimbo/testkit/distributed-cloud'
import type { BenchCloud } from './bench-cloud.ts'

/** A database as an operator has it: what was committed outlives the machine. */
const lasting = { fsync: 'on', full_page_writes: 'on', shared_buffers: '128MB' }

/** Starts a cloud of one cell with two hosts on a PostgreSQL and a RabbitMQ of its own, and waits until it is ready. */
export const startSpreadCloud = async (roles: 'together' | 'apart'): Promise<BenchCloud> => {
  const cloud = await startDistributedCloud({
    hostsPerCell: 2,
    together: roles === 'together' ? [controllerRoles] : [],
    postgresql: lasting,
  })
  return {
    identityUrl: `${cloud.identityUrl}/v3`,
    credentials: { username: 'admin', password: cloud.adminPassword, projectName: 'admin' },
    nameOf: (pid) => cloud.processes.find((process) => process.pid() === pid)?.name,
    [Symbol.asyncDispose]: () => cloud[Symbol.asyncDispose](),
  }
}
