import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingServers } from './missing-servers.ts'
import { startRabbitmq } from './rabbitmq-server.ts'

test('virtual hosts are added to a broker and removed concurrently', {
  timeout: 120_000,
  skip: missingServers,
}, async () => {
  await using server = await startRabbitmq({ vhosts: ['first'] })
  const names = Array.from({ length: 8 }, (_, index) => `more-${index}`)
  const urls = await Promise.all(names.map((name) => server.addVhost(name)))
  assert.deepEqual(
    urls.map((url) => new URL(url).pathname),
    names.map((name) => `/${name}`),
  )
  await Promise.all(names.map((name) => server.removeVhost(name)))
})
