import { test } from 'node:test'
import { sharedServer } from '@nimbo/testing/shared-servers'

/** What a run that is killed is at work on, with servers it has asked for; it can end it by nothing else. */
test('goes on for ever', async () => {
  await Promise.all([sharedServer('postgresql'), sharedServer('rabbitmq')])
  await new Promise<never>(() => setInterval(() => {}, 60_000))
})
