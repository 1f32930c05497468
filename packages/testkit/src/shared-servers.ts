import { testServer } from '@nimbo/db/test-server'

/** Servers that were started for a whole run of tests. */
export interface SharedServers {
  /** Address of a superuser's database, reached over TCP. */
  readonly postgresql: string
  /** Directory of a broker, by which `attachRabbitmq` finds it. */
  readonly rabbitmqHome: string
}

/**
 * Variables by which the test command tells test files of them; `NIMBO_TEST_RABBITMQ` is the address of a virtual host, and
 * `NIMBO_TEST_DATABASE=postgresql` has stories keep on the server what they keep in SQLite otherwise.
 */
export const sharedServerVariables = {
  database: 'NIMBO_TEST_DATABASE',
  postgresql: 'NIMBO_TEST_POSTGRESQL',
  rabbitmq: 'NIMBO_TEST_RABBITMQ',
  rabbitmqHome: 'NIMBO_TEST_RABBITMQ_HOME',
} as const

/** The servers of this run; undefined when a test file is run by hand, and starts its own. */
export const sharedServers = (): SharedServers | undefined => {
  const postgresql = testServer()
  const rabbitmqHome = process.env[sharedServerVariables.rabbitmqHome]
  return postgresql && rabbitmqHome ? { postgresql, rabbitmqHome } : undefined
}
