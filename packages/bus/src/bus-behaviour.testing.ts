import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { isFault } from '@nimbo/kernel/errors'
import type { Json } from '@nimbo/kernel/json'
import type { Bus, Handler } from './bus.ts'
import { type BusObserver, noBusObserver } from './bus-observer.ts'
import { Rejection } from './rejection.ts'

/** The transport under test: how to create a bus. */
export interface BusKind {
  readonly name: string
  readonly open: (options: BusOptions) => Promise<Bus>
}

interface BusOptions {
  readonly observer?: BusObserver
  readonly responseTimeoutMs?: number
}

/** Long enough for a loaded broker to take a message; no server answers it in this time. */
const noLongerMs = 250
const timeoutMs = 5_000

/** A promise with its resolvers. */
const gate = () => Promise.withResolvers<void>()

/** A handler that records its messages and replies with its name. */
const noting = (name: string, notes: string[]): Handler => {
  return async (message) => {
    notes.push(`${name}:${String(message)}`)
    return name
  }
}

/** The behaviour that every transport must have. */
export const describeBus = ({ name, open }: BusKind): void => {
  describe(`bus on ${name}`, () => {
    let bus: Bus
    let seen: string[]
    beforeEach(async () => {
      seen = []
      bus = await open({ observer: noteTo(seen) })
    })
    afterEach(() => bus.close())

    it('limits a call by responseTimeoutMs, unless the call sets its own timeout', async () => {
      const hasty = await open({ responseTimeoutMs: 20 })
      const late = gate()
      try {
        await hasty.listen({ topic: 'slow' }, () => late.promise.then(() => 'late'))
        await assert.rejects(hasty.call({ topic: 'slow' }, 1), (error) => isFault(error, 'MessagingTimeout'))
        late.resolve()
        await hasty.idle()
        assert.equal(await hasty.call({ topic: 'slow' }, 2, { timeoutMs }), 'late')
      } finally {
        await hasty.close()
      }
    })

    describeCalls(() => bus)
    describeCasts(() => bus)
    describeFanouts(() => bus)
    describeNotifications(() => bus)
    describeRejections(
      () => bus,
      () => seen,
    )
    describeLifetime(() => bus)
  })
}

/** Records what an observer is told, without topics, which a transport may rename. */
const noteTo = (seen: string[]): BusObserver => ({
  ...noBusObserver,
  published: (_topic, kind) => void seen.push(`published ${kind}`),
  delivered: (_topic, lagMs) => void seen.push(lagMs < timeoutMs ? 'delivered soon' : 'delivered late'),
  deadLettered: (_topic, reason) => void seen.push(`dead: ${reason}`),
})

const describeCalls = (bus: () => Bus): void => {
  describe('call', () => {
    it('resolves to what the handler answers', async () => {
      await bus().listen({ topic: 'sums' }, async (message) => {
        const [a, b] = message as readonly [number, number]
        return { sum: a + b }
      })
      assert.deepEqual(await bus().call({ topic: 'sums' }, [1, 2], { timeoutMs }), { sum: 3 })
    })

    it('resolves to undefined when the handler answers nothing', async () => {
      await bus().listen({ topic: 'quiet' }, async () => undefined)
      assert.equal(await bus().call({ topic: 'quiet' }, null, { timeoutMs }), undefined)
    })

    it('passes copies of the message and of the answer', async () => {
      const kept: Json[] = []
      const answer = { list: [1] }
      await bus().listen({ topic: 'copies' }, async (message) => {
        kept.push(message)
        return answer
      })
      const sent = { list: [0] }
      const got = await bus().call({ topic: 'copies' }, sent, { timeoutMs })
      assert.deepEqual([kept[0], got], [sent, answer])
      assert.notEqual(kept[0], sent)
      assert.notEqual(got, answer)
    })

    it('takes turns among the servers of a topic', async () => {
      for (const server of ['a', 'b', 'c']) await bus().listen({ topic: 'turns', server }, async () => server)
      const answers = []
      for (let i = 0; i < 6; i++) answers.push(await bus().call({ topic: 'turns' }, i, { timeoutMs }))
      assert.deepEqual(answers.sort(), ['a', 'a', 'b', 'b', 'c', 'c'])
    })

    it('reaches the one server it names', async () => {
      for (const server of ['a', 'b']) await bus().listen({ topic: 'named', server }, async () => server)
      for (let i = 0; i < 3; i++)
        assert.equal(await bus().call({ topic: 'named', server: 'b' }, i, { timeoutMs }), 'b')
    })

    it('rejects with MessagingTimeout when no answer comes in time, and drops the late one', async () => {
      const late = gate()
      await bus().listen({ topic: 'slow' }, () => late.promise.then(() => 'late'))
      await assert.rejects(bus().call({ topic: 'slow' }, 1, { timeoutMs: noLongerMs }), (error) =>
        isFault(error, 'MessagingTimeout'),
      )
      late.resolve()
      await bus().idle()
      assert.equal(await bus().call({ topic: 'slow' }, 2, { timeoutMs }), 'late')
    })

    it('does not reach a server after its caller has timed out', async () => {
      const notes: string[] = []
      // At the broker a message expires later than its call by the time it took to get there; a second call outlasts that.
      for (const topic of ['later', 'never'])
        await assert.rejects(bus().call({ topic }, 'expired', { timeoutMs: noLongerMs }), (error) =>
          isFault(error, 'MessagingTimeout'),
        )
      await bus().listen({ topic: 'later' }, noting('server', notes))
      await bus().call({ topic: 'later' }, 'current', { timeoutMs })
      assert.deepEqual(notes, ['server:current'])
    })

    it('rejects with HandlerFailed, without the reason, when the handler throws', async () => {
      await bus().listen({ topic: 'broken' }, async () => {
        throw new Error('secret')
      })
      await assert.rejects(
        bus().call({ topic: 'broken' }, 1, { timeoutMs }),
        (error) => isFault(error, 'HandlerFailed') && !JSON.stringify(error).includes('secret'),
      )
    })

    it('may be made from inside a handler', async () => {
      await bus().listen({ topic: 'inner' }, async (message) => Number(message) * 2)
      await bus().listen({ topic: 'outer' }, (message) =>
        bus().call({ topic: 'inner' }, message, { timeoutMs }),
      )
      assert.equal(await bus().call({ topic: 'outer' }, 21, { timeoutMs }), 42)
    })
  })
}

const describeCasts = (bus: () => Bus): void => {
  describe('cast', () => {
    it('reaches one server of the topic', async () => {
      const notes: string[] = []
      for (const server of ['a', 'b']) await bus().listen({ topic: 'work', server }, noting(server, notes))
      await bus().cast({ topic: 'work' }, 1)
      await bus().idle()
      assert.equal(notes.length, 1)
    })

    it('is shared out among the servers of the topic, each message to one', async () => {
      const notes: string[] = []
      const bothHave = gate()
      const takers = new Set<string>()
      for (const server of ['a', 'b'])
        await bus().listen(
          { topic: 'shared', server },
          async (message) => {
            takers.add(server)
            if (takers.size === 2) bothHave.resolve()
            await bothHave.promise
            notes.push(String(message))
            return undefined
          },
          { concurrency: 1 },
        )
      for (let i = 0; i < 6; i++) await bus().cast({ topic: 'shared' }, i)
      await bus().idle()
      assert.deepEqual(notes.sort(), ['0', '1', '2', '3', '4', '5'])
    })

    it('keeps the order of one sender for one listener that takes one at a time', async () => {
      const notes: string[] = []
      await bus().listen({ topic: 'ordered', server: 'a' }, noting('a', notes), { concurrency: 1 })
      for (let i = 0; i < 20; i++) await bus().cast({ topic: 'ordered', server: 'a' }, i)
      await bus().idle()
      assert.deepEqual(
        notes,
        Array.from({ length: 20 }, (_, i) => `a:${i}`),
      )
    })

    it('is kept until a server listens, and then delivered in order', async () => {
      const notes: string[] = []
      for (let i = 0; i < 5; i++) await bus().cast({ topic: 'early', server: 'a' }, i)
      await bus().listen({ topic: 'early', server: 'a' }, noting('a', notes), { concurrency: 1 })
      await bus().idle()
      assert.deepEqual(notes, ['a:0', 'a:1', 'a:2', 'a:3', 'a:4'])
    })

    it('is delivered again, marked as redelivered, when the handler throws', async () => {
      const seen: boolean[] = []
      await bus().listen({ topic: 'again' }, async (_message, { redelivered }) => {
        seen.push(redelivered)
        if (seen.length === 1) throw new Error('the first time fails')
        return undefined
      })
      await bus().cast({ topic: 'again' }, 1)
      await bus().idle()
      assert.deepEqual(seen, [false, true])
    })

    it('is delivered again as it was sent, even if the handler changed it', async () => {
      const seen: string[] = []
      await bus().listen({ topic: 'again' }, async (message) => {
        const list = message as string[]
        seen.push(list.join())
        list.push('changed')
        if (seen.length === 1) throw new Error('not yet')
        return undefined
      })
      await bus().cast({ topic: 'again' }, ['as sent'])
      await bus().idle()
      assert.deepEqual(seen, ['as sent', 'as sent'])
    })

    it('is dropped after several failed deliveries, and does not hold up the next message', async () => {
      const notes: string[] = []
      await bus().listen({ topic: 'poison' }, async (message) => {
        if (message === 'bad') throw new Error('always')
        return noting('server', notes)(message, { redelivered: false })
      })
      await bus().cast({ topic: 'poison' }, 'bad')
      await bus().cast({ topic: 'poison' }, 'good')
      await bus().idle()
      assert.deepEqual(notes, ['server:good'])
    })

    it('is handled with the concurrency that the listener asks for, and no more', async () => {
      let atOnce = 0
      let most = 0
      const two = gate()
      await bus().listen({ topic: 'elsewhere' }, async () => 'back')
      await bus().listen(
        { topic: 'narrow', server: 'a' },
        async () => {
          most = Math.max(most, ++atOnce)
          if (atOnce === 2) two.resolve()
          await two.promise
          // A round trip, during which a third message could arrive.
          await bus().call({ topic: 'elsewhere' }, null, { timeoutMs })
          atOnce--
          return undefined
        },
        { concurrency: 2 },
      )
      for (let i = 0; i < 10; i++) await bus().cast({ topic: 'narrow', ...(i % 2 ? { server: 'a' } : {}) }, i)
      await bus().idle()
      assert.equal(most, 2)
    })
  })
}

const describeRejections = (bus: () => Bus, seen: () => readonly string[]): void => {
  describe('rejection', () => {
    it('of a cast is final, and is reported to the observer as a dead letter', async () => {
      let deliveries = 0
      await bus().listen({ topic: 'refused' }, async () => {
        deliveries++
        throw new Rejection('it cannot be understood')
      })
      await bus().cast({ topic: 'refused' }, 1)
      await bus().idle()
      assert.equal(deliveries, 1)
      assert.deepEqual([...seen()].sort(), [
        'dead: it cannot be understood',
        'delivered soon',
        'published cast',
      ])
    })

    it('of a call gives the caller the answer it carries, or HandlerFailed', async () => {
      await bus().listen({ topic: 'refusing' }, async (message) => {
        throw new Rejection('no', message === 'explain' ? { because: 'no' } : undefined)
      })
      assert.deepEqual(await bus().call({ topic: 'refusing' }, 'explain', { timeoutMs }), { because: 'no' })
      await assert.rejects(bus().call({ topic: 'refusing' }, 'silent', { timeoutMs }), (error) =>
        isFault(error, 'HandlerFailed'),
      )
      assert.equal(seen().filter((what) => what === 'dead: no').length, 2)
    })

    it('is reported to the observer when too many deliveries of a cast fail', async () => {
      await bus().listen({ topic: 'hopeless' }, async () => {
        throw new Error('always')
      })
      await bus().cast({ topic: 'hopeless' }, 1)
      await bus().idle()
      assert.equal(seen().at(-1), 'dead: too many deliveries failed')
    })
  })
}

const describeFanouts = (bus: () => Bus): void => {
  describe('fanout', () => {
    it('reaches every server of the topic once, and no other topic', async () => {
      const notes: string[] = []
      for (const server of ['a', 'b', 'c'])
        await bus().listen({ topic: 'news', server }, noting(server, notes))
      await bus().listen({ topic: 'other', server: 'd' }, noting('d', notes))
      await bus().fanout({ topic: 'news' }, 'x')
      await bus().idle()
      assert.deepEqual(notes.sort(), ['a:x', 'b:x', 'c:x'])
    })

    it('is no error when nobody listens, and is not kept', async () => {
      const notes: string[] = []
      await bus().fanout({ topic: 'nobody' }, 'x')
      await bus().listen({ topic: 'nobody' }, noting('late', notes))
      await bus().idle()
      assert.deepEqual(notes, [])
    })
  })
}

const describeNotifications = (bus: () => Bus): void => {
  describe('notify', () => {
    const topic = 'notifications.info'
    const compute = { exchange: 'nova', topic }

    it('reaches one subscriber of every pool', async () => {
      const notes: string[] = []
      const source = { exchanges: ['nova', 'cinder'], topic }
      for (let one = 0; one < 2; one += 1) await bus().subscribe(source, noting('pool', notes))
      await bus().subscribe({ ...source, pool: 'audit' }, noting('audit', notes))
      await bus().notify(compute, 'x')
      await bus().notify({ exchange: 'cinder', topic }, 'y')
      await bus().idle()
      assert.deepEqual(notes.sort(), ['audit:x', 'audit:y', 'pool:x', 'pool:y'])
    })

    it('does not reach subscribers of another exchange or another topic', async () => {
      const notes: string[] = []
      await bus().subscribe({ exchanges: ['cinder'], topic, pool: 'volumes' }, noting('volumes', notes))
      const errors = { exchanges: ['nova'], topic: 'notifications.error' }
      await bus().subscribe(errors, noting('errors', notes))
      await bus().notify(compute, 'x')
      await bus().idle()
      assert.deepEqual(notes, [])
    })

    it('is kept for a pool whose subscriber is away, in order', async () => {
      const notes: string[] = []
      const source = { exchanges: ['nova'], topic, pool: 'billing' }
      const first = await bus().subscribe(source, noting('first', notes))
      await first.close()
      for (const message of ['x', 'y', 'z']) await bus().notify(compute, message)
      await bus().subscribe(source, noting('second', notes), { concurrency: 1 })
      await bus().idle()
      assert.deepEqual(notes, ['second:x', 'second:y', 'second:z'])
    })

    it('is no error when nobody ever subscribed', () =>
      bus().notify({ exchange: 'nova', topic: 'notifications.debug' }, 'x'))

    it('is delivered again when the handler throws', async () => {
      const seen: boolean[] = []
      const again = gate()
      await bus().subscribe({ exchanges: ['nova'], topic, pool: 'again' }, async (_, { redelivered }) => {
        seen.push(redelivered)
        if (seen.length === 1) throw new Error('the first time fails')
        again.resolve()
        return undefined
      })
      await bus().notify(compute, 'x')
      await again.promise
      await bus().idle()
      assert.deepEqual(seen, [false, true])
    })
  })
}

const describeLifetime = (bus: () => Bus): void => {
  describe('closing', () => {
    it('of a subscription waits for the message being handled, and takes no further one', async () => {
      const begun = gate()
      const finish = gate()
      const notes: string[] = []
      const subscription = await bus().listen(
        { topic: 'leaving' },
        async (message) => {
          begun.resolve()
          await finish.promise
          notes.push(`first:${String(message)}`)
          return undefined
        },
        { concurrency: 1 },
      )
      await bus().cast({ topic: 'leaving' }, 1)
      await bus().cast({ topic: 'leaving' }, 2)
      await begun.promise
      const closed = subscription.close().then(() => notes.push('closed'))
      finish.resolve()
      await closed
      assert.deepEqual(notes, ['first:1', 'closed'])
      await bus().listen({ topic: 'leaving' }, noting('second', notes))
      await bus().idle()
      assert.deepEqual(notes, ['first:1', 'closed', 'second:2'])
    })

    it('of the bus makes it refuse messages and listeners with BusClosed', async () => {
      await bus().close()
      const closed = (error: unknown) => isFault(error, 'BusClosed')
      await assert.rejects(bus().cast({ topic: 'x' }, 1), closed)
      await assert.rejects(bus().fanout({ topic: 'x' }, 1), closed)
      await assert.rejects(bus().call({ topic: 'x' }, 1, { timeoutMs }), closed)
      await assert.rejects(
        bus().listen({ topic: 'x' }, async () => undefined),
        closed,
      )
    })
  })

  describe('idle', () => {
    it('waits for messages that handlers send', async () => {
      let left = 100
      await bus().listen({ topic: 'chain' }, async () => {
        if (--left > 0) await bus().cast({ topic: 'chain' }, left)
        return undefined
      })
      await bus().cast({ topic: 'chain' }, left)
      await bus().idle()
      assert.equal(left, 0)
    })

    it('does not wait for a message that no server listens for', async () => {
      await bus().cast({ topic: 'void', server: 'gone' }, 1)
      await bus().idle()
    })
  })
}
