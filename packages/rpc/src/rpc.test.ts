import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { Bus } from '@nimbo/bus/bus'
import { noBusObserver } from '@nimbo/bus/bus-observer'
import { memoryBus } from '@nimbo/bus/memory'
import { type Context, internalContext } from '@nimbo/kernel/context'
import { defineErrors, fault, isFault } from '@nimbo/kernel/errors'
import { type Log, silentLog } from '@nimbo/kernel/log'
import { logScope } from '@nimbo/kernel/log-scope'
import { Type } from 'typebox'
import { call, cast, defineRpc, type RpcHandlers } from './define-rpc.ts'
import { rpcClient } from './rpc-client.ts'
import type { RpcObserver } from './rpc-observer.ts'
import { serveRpc } from './serve-rpc.ts'
import { cappedBus, versionCaps } from './version-caps.ts'

const Order = Type.Object({ serverId: Type.String({ minLength: 1 }), memoryMb: Type.Integer() })
const Named = Type.Object({ serverId: Type.String() })

const agent = defineRpc('compute-agent', {
  build: call(Order, Type.Object({ host: Type.String() }), { since: '1.0', timeoutMs: 1_000 }),
  forget: call(Named, Type.Undefined(), { since: '1.1' }),
  reboot: cast(Named, { since: '1.2' }),
})

const agentErrors = defineErrors({
  NoRoom: fault<{ wanted: number }>('conflict', ({ wanted }) => `No room for ${wanted} MiB.`),
})

let bus: Bus
let seen: string[]
beforeEach(() => {
  bus = memoryBus()
  seen = []
})
afterEach(() => bus.close())

const handlersOf = (
  host: string,
  more: Partial<RpcHandlers<typeof agent.methods>> = {},
): RpcHandlers<typeof agent.methods> => ({
  build: async (_ctx, { serverId }) => ({ host: `${serverId} on ${host}` }),
  forget: async () => undefined,
  reboot: async (_ctx, { serverId }) => void seen.push(`${serverId} on ${host}`),
  ...more,
})

const serve = (host: string, more: Partial<RpcHandlers<typeof agent.methods>> = {}, log: Log = silentLog) =>
  serveRpc(bus, agent, { server: host, log }, handlersOf(host, more))

describe('a call', () => {
  it('reaches the server it names, or any server if it names none', async () => {
    await serve('a')
    await serve('b')
    const client = rpcClient(bus, agent)
    const order = { serverId: 's', memoryMb: 1 }
    assert.deepEqual(await client.on('b').build(internalContext(), order), { host: 's on b' })
    const hosts = []
    for (let i = 0; i < 2; i++) hosts.push((await client.on().build(internalContext(), order)).host)
    assert.deepEqual(hosts.sort(), ['s on a', 's on b'])
  })

  it('whose handler returns nothing resolves to undefined', async () => {
    await serve('a')
    assert.equal(await rpcClient(bus, agent).on('a').forget(internalContext(), { serverId: 's' }), undefined)
  })

  it('hands over the whole context, the token included', async () => {
    const contexts: Context[] = []
    await serve('a', {
      forget: async (ctx) => void contexts.push(ctx),
    })
    const ctx: Context = { ...internalContext(), token: 'secret', projectId: 'p', roles: ['member'] }
    await rpcClient(bus, agent).on('a').forget(ctx, { serverId: 's' })
    assert.deepEqual(contexts, [ctx])
  })

  it('rejects with the fault that the handler threw, known by its code', async () => {
    await serve('a', {
      build: async (_ctx, { memoryMb }) => {
        throw agentErrors.NoRoom({ wanted: memoryMb })
      },
    })
    await assert.rejects(
      rpcClient(bus, agent).on('a').build(internalContext(), { serverId: 's', memoryMb: 64 }),
      (error) => {
        assert.ok(isFault(error, 'NoRoom'))
        assert.deepEqual(error.toJSON(), {
          code: 'NoRoom',
          kind: 'conflict',
          message: 'No room for 64 MiB.',
          details: { wanted: 64 },
        })
        return true
      },
    )
  })

  it('rejects with RemoteError when the handler threw another error, whose text is only logged', async () => {
    const logged: object[] = []
    const log: Log = { ...silentLog, error: (fields) => void logged.push({ ...logScope(), ...fields }) }
    const cause = new TypeError('password is hunter2')
    await serve('a', { build: () => Promise.reject(cause) }, log)
    const ctx = { ...internalContext(), token: 'top secret' }
    await assert.rejects(
      rpcClient(bus, agent).on('a').build(ctx, { serverId: 's', memoryMb: 1 }),
      (error) => {
        assert.ok(isFault(error, 'RemoteError'))
        assert.equal(error.kind, 'internal')
        assert.ok(!JSON.stringify(error.toJSON()).includes('hunter2'))
        return true
      },
    )
    assert.deepEqual(logged, [{ request_id: ctx.requestId, method: 'compute-agent.build', error: cause }])
    assert.ok(!JSON.stringify(logged).includes('top secret'))
  })

  it('rejects with InvalidRpcInput, naming the property, before a handler sees wrong input', async () => {
    await serve('a', { build: () => assert.fail('must not be called') })
    for (const [input, path, problem] of [
      [{ serverId: 's', memoryMb: 1.5 }, '/memoryMb', /integer/],
      [{ serverId: '', memoryMb: 1 }, '/serverId', /1/],
      [{ serverId: 's' }, '', /memoryMb/],
    ] as const)
      await assert.rejects(
        rpcClient(bus, agent)
          .on('a')
          .build(internalContext(), input as never),
        (error) => {
          assert.ok(isFault(error, 'InvalidRpcInput'))
          assert.equal(error.details.path, path)
          assert.match(String(error.details.problem), problem)
          return true
        },
      )
  })
})

describe('a cast', () => {
  it('resolves without waiting for the handler, and reaches one server', async () => {
    const finish = Promise.withResolvers<void>()
    await serve('a', {
      reboot: async (_ctx, { serverId }) => {
        await finish.promise
        seen.push(serverId)
      },
    })
    await serve('b')
    await rpcClient(bus, agent).on('a').reboot(internalContext(), { serverId: 's' })
    assert.deepEqual(seen, [])
    finish.resolve()
    await bus.idle()
    assert.deepEqual(seen, ['s'])
  })

  it('fanned out reaches every server', async () => {
    for (const host of ['a', 'b', 'c']) await serve(host)
    await rpcClient(bus, agent).on().reboot.fanout(internalContext(), { serverId: 's' })
    await bus.idle()
    assert.deepEqual(seen.sort(), ['s on a', 's on b', 's on c'])
  })

  it('that fails is logged once, and not tried again', async () => {
    const logged: string[] = []
    const log: Log = { ...silentLog, error: (_fields, message) => void logged.push(message) }
    await serve('a', { reboot: () => Promise.reject(agentErrors.NoRoom({ wanted: 1 })) }, log)
    await rpcClient(bus, agent).on('a').reboot(internalContext(), { serverId: 's' })
    await bus.idle()
    assert.equal(logged.length, 1)
  })
})

describe('versions', () => {
  it('a client sends nothing newer than its cap', async () => {
    await serve('a')
    const client = rpcClient(bus, agent, { cap: '1.1' })
    assert.deepEqual(
      [client.supports('build'), client.supports('forget'), client.supports('reboot')],
      [true, true, false],
    )
    await client.on('a').forget(internalContext(), { serverId: 's' })
    const { reboot } = client.on('a')
    for (const send of [reboot, reboot.fanout])
      await assert.rejects(send(internalContext(), { serverId: 's' }), (error) => {
        assert.ok(isFault(error, 'RPCVersionCapError'))
        assert.deepEqual(error.details, { method: 'compute-agent.reboot', version: '1.2', cap: '1.1' })
        return true
      })
    await bus.idle()
    assert.deepEqual(seen, [])
  })

  it('a cap of another major version lets nothing through', () => {
    assert.equal(rpcClient(bus, agent, { cap: '2.9' }).supports('build'), false)
  })

  it('a server refuses methods that are newer than itself, and those it does not have', async () => {
    await serve('a')
    const newer = defineRpc('compute-agent', {
      resize: call(Named, Type.Undefined(), { since: '1.3' }),
      rename: call(Named, Type.Undefined(), { since: '1.2' }),
    })
    const methods = rpcClient(bus, newer).on('a')
    await assert.rejects(methods.resize(internalContext(), { serverId: 's' }), (error) =>
      isFault(error, 'UnsupportedVersion'),
    )
    await assert.rejects(methods.rename(internalContext(), { serverId: 's' }), (error) =>
      isFault(error, 'NoSuchMethod'),
    )
  })

  it('of another major number make a message a dead letter, are logged, and fail the caller', async () => {
    const dead: string[] = []
    const logged: string[] = []
    const lossless = memoryBus({ observer: { ...noBusObserver, deadLettered: (topic) => dead.push(topic) } })
    const log: Log = { ...silentLog, warn: (_fields, message) => void logged.push(message) }
    await serveRpc(lossless, agent, { log }, handlersOf('a'))
    const next = defineRpc('compute-agent', {
      forget: call(Named, Type.Undefined(), { since: '2.0' }),
      reboot: cast(Named, { since: '2.1' }),
    })
    const methods = rpcClient(lossless, next).on()
    await assert.rejects(methods.forget(internalContext(), { serverId: 's' }), (error) =>
      isFault(error, 'UnsupportedVersion'),
    )
    await methods.reboot(internalContext(), { serverId: 's' })
    await lossless.idle()
    assert.deepEqual(dead, ['compute-agent', 'compute-agent'])
    assert.equal(logged.length, 2)
    assert.match(logged[1] ?? '', /reboot was called in version 2\.1; this server speaks 1\.2/)
    await lossless.close()
  })

  it('are read only from requests: any other message becomes a dead letter too', async () => {
    const dead: string[] = []
    const lossless = memoryBus({ observer: { ...noBusObserver, deadLettered: (topic) => dead.push(topic) } })
    await serveRpc(lossless, agent, {}, handlersOf('a'))
    for (const message of [null, 'text', [], {}, { method: 'reboot', kind: 'cast', version: '1.0' }])
      await lossless.cast({ topic: 'compute-agent' }, message)
    await lossless.idle()
    assert.equal(dead.length, 5)
    await lossless.close()
  })

  it('can be capped by options for all clients of a bus, and an invalid cap is refused', async () => {
    await serve('a')
    const caps = versionCaps({ 'compute-agent': '1.1', scheduler: undefined, conductor: '' })
    const client = rpcClient(cappedBus(bus, caps), agent)
    assert.deepEqual([client.supports('forget'), client.supports('reboot')], [true, false])
    await client.on('a').forget(internalContext(), { serverId: 's' })
    await assert.rejects(client.on('a').reboot(internalContext(), { serverId: 's' }), (error) =>
      isFault(error, 'RPCVersionCapError'),
    )
    assert.deepEqual([...caps], [['compute-agent', '1.1']])
    for (const level of ['1', 'auto', '1.x', '1.2.3'])
      assert.throws(
        () => versionCaps({ 'compute-agent': level }),
        (error) => isFault(error, 'InvalidVersionCap'),
      )
  })

  it('compare as numbers', async () => {
    const many = defineRpc('many', {
      old: cast(Named, { since: '1.9' }),
      young: cast(Named, { since: '1.10' }),
    })
    const { supports } = rpcClient(bus, many, { cap: '1.9' })
    assert.deepEqual([supports('old'), supports('young')], [true, false])
  })
})

describe('an observer', () => {
  it('is called on both sides, and the context that it gives is passed on', async () => {
    const spans: string[] = []
    const observer: RpcObserver = {
      outgoing: (ctx, method, kind, run, { server }) => {
        spans.push(`out ${kind} ${method} ${server}`)
        return run({ ...ctx, trace: { ...ctx.trace, spanId: 'out' } })
      },
      incoming: (ctx, method, kind, run, { server }) => {
        spans.push(`in ${kind} ${method} ${server} after ${ctx.trace.spanId}`)
        return run({ ...ctx, trace: { ...ctx.trace, spanId: 'in' } })
      },
    }
    const handlers = handlersOf('a', {
      forget: async (ctx) => void spans.push(`handled under ${ctx.trace.spanId}`),
    })
    await serveRpc(bus, agent, { server: 'a', observer }, handlers)
    const methods = rpcClient(bus, agent, { observer }).on('a')
    await methods.forget(internalContext(), { serverId: 's' })
    await methods.reboot.fanout(internalContext(), { serverId: 's' })
    await bus.idle()
    assert.deepEqual(spans, [
      'out call compute-agent.forget a',
      'in call compute-agent.forget a after out',
      'handled under in',
      'out fanout compute-agent.reboot undefined',
      'in fanout compute-agent.reboot a after out',
    ])
  })
})

describe('the types', () => {
  it('refuse missing and mistyped handlers, and wrong input', () => {
    void (() => {
      const { build, ...rest } = handlersOf('a')
      // @ts-expect-error a handler is missing
      void serveRpc(bus, agent, {}, rest)
      // @ts-expect-error a handler answers something else
      void serveRpc(bus, agent, {}, { ...rest, build: async () => ({ host: 1 }) })
      void serveRpc(bus, agent, {}, { ...rest, build })
      // @ts-expect-error the input lacks memoryMb
      void rpcClient(bus, agent).on().build(internalContext(), { serverId: 's' })
      // @ts-expect-error a call cannot be fanned out
      void rpcClient(bus, agent).on().build.fanout
    })
  })
})
