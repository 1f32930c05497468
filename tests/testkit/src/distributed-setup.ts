import { randomUUID } from 'node:crypto'
import { services } from '@nimbo/cloud/services'
import { quotedName, runOnPostgresql } from '@nimbo/db/run-on-postgresql'
import {
  type PostgresqlServer,
  type PostgresqlServerOptions,
  startPostgresql,
} from '@nimbo/testing/postgresql-server'
import { attachRabbitmq, type RabbitmqServer, startRabbitmq } from '@nimbo/testing/rabbitmq-server'
import { sharedServer } from '@nimbo/testing/shared-servers'
import { dropTestDatabases, testDatabaseName } from '@nimbo/testing/test-server'

/** The databases and brokers of a cloud of processes. */
export interface DistributedSetup extends AsyncDisposable {
  /** The URL of the database of a service or cell: `keystone`, `nova_cell1`. */
  database(name: string): string
  /** The URL of the virtual host between the services (`api`), or of a cell by its name. */
  broker(name: string): string
}

/** Servers of one cloud alone, which a test may stop. */
export interface OwnSetup extends DistributedSetup {
  readonly postgresql: PostgresqlServer
  readonly rabbitmq: RabbitmqServer
}

const loopback = '127.0.0.1'

/** One database for each service and each cell. */
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

/**
 * Starts PostgreSQL with a database for each service and cell, and RabbitMQ with a virtual host for the services and one for each
 * cell.
 */
export const makeOwnSetup = async (
  cells: readonly string[],
  database: PostgresqlServerOptions = { address: loopback },
): Promise<OwnSetup> => {
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

/** Starts own servers, or uses uniquely named databases and virtual hosts on the servers shared by the tests of a run. */
export const makeSetup = async (cells: readonly string[]): Promise<DistributedSetup> => {
  const [postgresql, rabbitmqHome] = await Promise.all([sharedServer('postgresql'), sharedServer('rabbitmq')])
  if (postgresql === undefined || rabbitmqHome === undefined) return makeOwnSetup(cells)
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
