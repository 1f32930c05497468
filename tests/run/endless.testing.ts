import { test } from 'node:test'
import { sharedServer } from '@nimbo/testing/shared-servers'

/** A test file for a run that is killed: it has requested servers and never ends by itself. */
test('goes on for ever', async () => {
  await Promise.all([sharedServer('postgresql'), sharedServer('rabbitmq')])
  await new Promise<never>(() => setInterval(() => {}, 60_000))
})
