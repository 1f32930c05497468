import assert from 'node:assert/strict'
import { afterEach, it } from 'node:test'
import { describeWithRabbitmq, ownName, testBus } from '@nimbo/bus/amqp.testing'
import { deadLetter } from '@nimbo/bus/dead-letter.testing'
import { internalContext } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { type Log, silentLog } from '@nimbo/kernel/log'
import { logScope } from '@nimbo/kernel/log-scope'
import { Type } from 'typebox'
import { call, cast, defineRpc, type RpcVersion } from './define-rpc.ts'
import { rpcClient } from './rpc-client.ts'
import { serveRpc } from './serve-rpc.ts'

const agentOf = (topic: string, since: RpcVersion) =>
  defineRpc(topic, {
    reboot: cast(Type.Object({}), { since }),
    uptime: call(Type.Object({}), Type.Object({ days: Type.Integer() }), { since, timeoutMs: 20_000 }),
  })

describeWithRabbitmq('a message of a newer major version, on RabbitMQ', (url) => {
  const opened: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close()
  })

  /** A server that speaks version 1, a client that speaks version 2, and what the server logs. */
  const setUp = async () => {
    const [exchange, topic] = [ownName(), ownName()]
    const bus = await testBus(url(), { topology: { exchange } })
    opened.push(() => bus.close())
    const warned: object[] = []
    const log: Log = {
      ...silentLog,
      warn: (fields, message) => void warned.push({ ...logScope(), ...fields, message }),
    }
    const never = () => assert.fail('the handler was asked')
    await serveRpc(bus, agentOf(topic, '1.4'), { log }, { reboot: never, uptime: never })
    return { exchange, topic, warned, client: rpcClient(bus, agentOf(topic, '2.0')).on() }
  }

  it('becomes a dead letter, and is logged', async () => {
    const { exchange, topic, warned, client } = await setUp()
    const ctx = internalContext()
    await client.reboot(ctx, {})
    const { reason, body } = await deadLetter(url(), exchange)
    assert.equal(reason, 'rejected')
    const { method, version } = body as { method: string; version: string }
    assert.deepEqual([method, version], ['reboot', '2.0'])
    const message = `${topic}.reboot was called in version 2.0; this server speaks 1.4.`
    assert.deepEqual(warned, [{ request_id: ctx.requestId, topic, method: `${topic}.reboot`, message }])
  })

  it('fails its caller with UnsupportedVersion, and becomes a dead letter', async () => {
    const { exchange, client } = await setUp()
    await assert.rejects(client.uptime(internalContext(), {}), (error) =>
      isFault(error, 'UnsupportedVersion'),
    )
    assert.equal((await deadLetter(url(), exchange)).reason, 'rejected')
  })
})
