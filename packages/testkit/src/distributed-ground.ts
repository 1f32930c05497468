import { randomUUID } from 'node:crypto'
import { services } from '@nimbo/cloud/services'
import { quotedName, runOnPostgresql } from '@nimbo/db/run-on-postgresql'
import { type PostgresqlServer, type PostgresqlServerOptions, startPostgresql } from './postgresql-server.ts'
import { attachRabbitmq, type RabbitmqServer, startRabbitmq } from './rabbitmq-server.ts'
import { sharedServer } from './shared-servers.ts'
import { dropTestDatabases, testDatabaseName } from './test-server.ts'

/** What the processes of a cloud stand on. */
export interface DistributedGround extends AsyncDisposable {
  /** Address of the database of a service or a cell: `keystone`, `nova_cell1`. */
  database(name: string): string
  /** Address of the virtual host between the services (`api`), or of a cell by its name. */
  broker(name: string): string
}

/** Ground of one cloud alone, whose servers a test may stop. */
export interface OwnGround extends DistributedGround {
  readonly postgresql: PostgresqlServer
  readonly rabbitmq: RabbitmqServer
}

const loopback = '127.0.0.1'

/** A database a service and a cell. */
const databaseNames = (cells: readonly string[]): readonly string[] => [
  ...services.flatMap(({ databases }) => databases.map(({ name }) => name)),
  ...['nova_cell0', 'traces'],
  ...cells.map((cell) => `nova_${cell}`),
]

const brokerNames = (cells: readonly string[]): readonly string[] => ['api', ...cells]

const addressOn = (server: string, name: string): string => {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

const createDatabases = (server: string, names: readonly string[]): Promise<void> =>
  runOnPostgresql(server, async (run) => {
    for (const name of names) await run(`create database ${quotedName(name)}`)
  })

/** PostgreSQL with a database a service and a cell, RabbitMQ with a virtual host for the services and one a cell. */
export const layOwnGround = async (
  cells: readonly string[],
  database: PostgresqlServerOptions = { address: loopback },
): Promise<OwnGround> => {
  await using stack = new AsyncDisposableStack()
  const postgresql = await startPostgresql(database)
  stack.defer(() => postgresql.stop())
  const rabbitmq = stack.use(await startRabbitmq({ vhosts: brokerNames(cells) }))
  await createDatabases(postgresql.url, databaseNames(cells))
  const parts = stack.move()
  return {
    ...{ postgresql, rabbitmq },
    database: (name) => addressOn(postgresql.url, name),
    broker: (name) => rabbitmq.url(name),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

/** Ground of its own, or a part of the servers that the tests of a run share, under names nobody else has. */
export const layGround = async (cells: readonly string[]): Promise<DistributedGround> => {
  const [postgresql, rabbitmqHome] = await Promise.all([sharedServer('postgresql'), sharedServer('rabbitmq')])
  if (postgresql === undefined || rabbitmqHome === undefined) return layOwnGround(cells)
  const home = randomUUID()
  const nameOf = (name: string): string => testDatabaseName(name, home)
  const rabbitmq = await attachRabbitmq(rabbitmqHome)
  const databases = databaseNames(cells).map(nameOf)
  const vhosts = brokerNames(cells).map(nameOf)
  await createDatabases(postgresql, databases)
  for (const vhost of vhosts) await rabbitmq.addVhost(vhost)
  return {
    database: (name) => addressOn(postgresql, nameOf(name)),
    broker: (name) => rabbitmq.url(nameOf(name)),
    [Symbol.asyncDispose]: async () => {
      await dropTestDatabases(postgresql, databases)
      for (const vhost of vhosts) await rabbitmq.removeVhost(vhost)
    },
  }
}
