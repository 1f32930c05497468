import { randomUUID } from 'node:crypto'
import { services } from '@nimbo/cloud/services'
import { cellMigrations } from '@nimbo/compute/db/schema/cell-migrations'
import { quotedName, runOnPostgresql } from '@nimbo/db/run-on-postgresql'
import {
  type PostgresqlServer,
  type PostgresqlServerOptions,
  startPostgresql,
} from '@nimbo/testing/postgresql-server'
import { attachRabbitmq, type RabbitmqServer, startRabbitmq } from '@nimbo/testing/rabbitmq-server'
import { sharedServer } from '@nimbo/testing/shared-servers'
import {
  createTestDatabases,
  dropTestDatabases,
  type NeededDatabase,
  testDatabaseName,
} from '@nimbo/testing/test-server'
import { traceMigrations } from '@nimbo/trace/trace-tables'

/** The databases and brokers of a cloud of processes. */
export interface DistributedSetup extends AsyncDisposable {
  /** Whether the databases have their tables already. */
  readonly migrated: boolean
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

/** One database for each service and each cell, and one for traces. */
const neededDatabases = async (cells: readonly string[]): Promise<readonly NeededDatabase[]> => {
  const ofServices = services.flatMap(({ databases }) => databases)
  return [
    ...(await Promise.all(
      ofServices.map(async ({ name, migrations }) => ({ name, migrations: await migrations() })),
    )),
    ...['cell0', ...cells].map((cell) => ({ name: `nova_${cell}`, migrations: cellMigrations })),
    { name: 'traces', migrations: traceMigrations },
  ]
}

const brokerNames = (cells: readonly string[]): readonly string[] => ['api', ...cells]

const addressOn = (server: string, name: string): string => {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

const createDatabases = (server: string, names: readonly NeededDatabase[]): Promise<void> =>
  runOnPostgresql(server, async (run) => {
    for (const { name } of names) await run(`create database ${quotedName(name)}`)
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
  await createDatabases(postgresql.url, await neededDatabases(cells))
  const parts = stack.move()
  return {
    ...{ migrated: false, postgresql, rabbitmq },
    database: (name) => addressOn(postgresql.url, name),
    broker: (name) => rabbitmq.url(name),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

/**
 * Starts own servers, or uses uniquely named databases and virtual hosts on the servers shared by the tests of a run. There the
 * databases have their tables from the beginning, copied from those of an earlier cloud, which saves seconds for each cloud.
 */
export const makeSetup = async (cells: readonly string[]): Promise<DistributedSetup> => {
  const [postgresql, rabbitmqHome] = await Promise.all([sharedServer('postgresql'), sharedServer('rabbitmq')])
  if (postgresql === undefined || rabbitmqHome === undefined) return makeOwnSetup(cells)
  const home = randomUUID()
  const nameOf = (name: string): string => testDatabaseName(name, home)
  const rabbitmq = await attachRabbitmq(rabbitmqHome)
  const databases = (await neededDatabases(cells)).map((needed) => ({ ...needed, name: nameOf(needed.name) }))
  const vhosts = brokerNames(cells).map(nameOf)
  await createTestDatabases(postgresql, databases)
  for (const vhost of vhosts) await rabbitmq.addVhost(vhost)
  return {
    migrated: true,
    database: (name) => addressOn(postgresql, nameOf(name)),
    broker: (name) => rabbitmq.url(nameOf(name)),
    [Symbol.asyncDispose]: async () => {
      await dropTestDatabases(
        postgresql,
        databases.map(({ name }) => name),
      )
      for (const vhost of vhosts) await rabbitmq.removeVhost(vhost)
    },
  }
}
