/**
 * The costs of tokens, as ratios within one run: `node bench/tokens.ts [COUNT]`. Starts identity alone, with the default password
 * hashing, and placement alone. Prints the time of a login by password relative to the hash alone, the share of it during which the
 * event loop is blocked, and the time to validate a cached token relative to a small request.
 */
import { authtoken } from '@nimbo/http/filters/authtoken'
import { listen } from '@nimbo/http/listener'
import { json } from '@nimbo/http/reply'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import { loneServiceHost } from '@nimbo/testing/lone-service'
import { discardSpans } from '@nimbo/trace/span'
import { tracer } from '@nimbo/trace/tracer'
import { defaultKeystoneConfig } from '../services/identity/src/config.ts'
import { hashPassword } from '../services/identity/src/resources/user/passwords.ts'
import { startIdentityStory } from '../services/identity/test/identity-story.ts'
import { defaultPlacementConfig } from '../services/placement/src/config.ts'
import { startPlacementApi } from '../services/placement/src/roles/placement-api.ts'
import { median } from './median.ts'

const [count = 100] = process.argv.slice(2).map(Number)
const manyTimes = 40 * count

const timesOf = async (rounds: number, work: () => Promise<unknown>): Promise<readonly number[]> => {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = performance.now()
    await work()
    times.push(performance.now() - before)
  }
  return times
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const ms = (time: number): string => `${time.toFixed(time < 1 ? 3 : 1)} ms`

const issue = async (): Promise<void> => {
  const { identity } = defaultKeystoneConfig()
  const rounds = identity.password_hash_rounds ?? 14
  await using story = await startIdentityStory({}, (config) => ({
    ...config,
    identity: { ...config.identity, password_hash_rounds: rounds },
  }))
  const password = 'a long enough password'
  const made = await story.asAdmin('POST', '/v3/users', { user: { name: 'bench', password } })
  const user = { id: made.user.id, password }
  const login = { auth: { identity: { methods: ['password'], password: { user } } } }
  const signIn = () => story.send('POST', '/v3/auth/tokens', { json: login })
  const hash = () => hashPassword(password, { algorithm: identity.password_hash_algorithm, rounds })
  // In turn, so that changes of the machine's load affect both.
  const hashes: number[] = []
  const issued: number[] = []
  await timesOf(5, signIn)
  for (let round = 0; round < count; round += 1) {
    hashes.push(...(await timesOf(1, hash)))
    issued.push(...(await timesOf(1, signIn)))
  }
  const loop = performance.eventLoopUtilization()
  await timesOf(count, signIn)
  const { active } = performance.eventLoopUtilization(loop)
  const [alone, whole] = [median(hashes), median(issued)]
  say(`token by password ${ms(whole)}, hash alone ${ms(alone)}: ${(whole / alone).toFixed(2)} times`)
  say(
    `the event loop is blocked for ${ms(active / count)} of that (${((100 * active) / count / whole).toFixed(0)} %)`,
  )
}

/** The median time of a small request over a keep-alive connection, in milliseconds. */
const smallRequest = async (): Promise<number> => {
  const token = 'token-of-the-bench'
  const tokens = { [token]: { userId: 'nova', projectId: 'service', roles: ['admin', 'service'] } }
  const { api, stop } = await startPlacementApi(loneServiceHost({ tokens }), {
    config: defaultPlacementConfig(),
  })
  if (!api) throw new Error('placement has no API')
  const listener = await listen(api, { host: '127.0.0.1', port: 0, log: silentLog })
  const url = `http://127.0.0.1:${listener.port}/resource_providers?name=none`
  const ask = async (): Promise<void> => {
    const reply = await fetch(url, { headers: { 'x-auth-token': token } })
    if (reply.status !== 200) throw new Error(`${reply.status}: ${await reply.text()}`)
    await reply.arrayBuffer()
  }
  const times = await timesOf(manyTimes, ask)
  await listener.close(0)
  await stop()
  return median(times)
}

const validate = async (): Promise<void> => {
  const request = await smallRequest()
  const identity = { userId: 'u', userName: 'u', roles: ['admin'], expiresAt: Date.now() + 3_600_000 }
  const door = authtoken({
    validate: async () => identity,
    tracer: tracer('bench', discardSpans),
    clock: systemClock,
    cacheMs: 3_600_000,
    onInvalidated: () => {},
    identityUri: 'http://identity',
    serviceTypes: ['placement'],
  })(async () => json(200, {}))
  const bare = async () => json(200, {})
  const asked = () => ({
    ...{ method: 'GET', path: '/', mount: '', origin: '', query: new URLSearchParams(), body: undefined },
    headers: { 'x-auth-token': 'x'.repeat(183) },
    ...{ remoteAddress: '', state: { requestId: 'req' } },
  })
  const withToken = await timesOf(manyTimes, () => door(asked()))
  const without = await timesOf(manyTimes, () => bare())
  const cost = median(withToken) - median(without)
  say(`a cached token ${ms(cost)}, a small request ${ms(request)}: 1/${Math.round(request / cost)}`)
}

await issue()
await validate()
