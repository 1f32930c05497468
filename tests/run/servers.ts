import { missingServers } from '@nimbo/testkit/missing-servers'
import { startPostgresql } from '@nimbo/testkit/postgresql-server'
import { startRabbitmq } from '@nimbo/testkit/rabbitmq-server'
import { sharedServerVariables } from '@nimbo/testkit/shared-servers'

/** The PostgreSQL and the RabbitMQ of a run. */
export interface RunServers extends AsyncDisposable {
  /** Variables that tell test files of them. */
  readonly environment: Readonly<Record<string, string>>
}

const address = '127.0.0.1'

/** Starts both on free ports, apart from any the machine has; undefined where they are not installed. */
export const startServers = async (): Promise<RunServers | undefined> => {
  if (missingServers) return undefined
  await using stack = new AsyncDisposableStack()
  const [postgresql, rabbitmq] = await Promise.allSettled([startPostgresql({ address }), startRabbitmq()])
  if (postgresql.status === 'fulfilled') stack.defer(() => postgresql.value.stop())
  if (rabbitmq.status === 'fulfilled') stack.defer(() => rabbitmq.value.stop())
  if (postgresql.status === 'rejected') throw postgresql.reason
  if (rabbitmq.status === 'rejected') throw rabbitmq.reason
  const parts = stack.move()
  return {
    environment: {
      [sharedServerVariables.postgresql]: postgresql.value.url,
      [sharedServerVariables.rabbitmq]: rabbitmq.value.url(),
      [sharedServerVariables.rabbitmqHome]: rabbitmq.value.home,
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}
