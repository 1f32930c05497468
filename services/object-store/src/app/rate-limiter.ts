import type { ResourcePath } from '../domain/resource-path.ts'
import { rateOf } from '../domain/rate/rate-of.ts'
import { turns } from '../domain/rate/turns.ts'
import type { SwiftApp } from './app.ts'

interface Asked extends ResourcePath {
  readonly method: string
}

/** Resolves when the request may proceed, or to the reason why it is refused. */
export type RateLimiter = (request: Asked) => Promise<'blacklisted' | 'limited' | undefined>

type LimitedApp = Pick<SwiftApp, 'config' | 'clock' | 'log' | 'containers'>

const blacklistWaitSeconds = 1

const isOn = ({ config: { 'filter:ratelimit': limits } }: LimitedApp): boolean =>
  limits.account_ratelimit > 0 ||
  limits.account_blacklist.length > 0 ||
  limits.container_ratelimit_N.length > 0 ||
  limits.container_listing_ratelimit_N.length > 0

/** Limits the rate of changes and listings; undefined if no limit is configured. */
export const rateLimiter = (app: LimitedApp): RateLimiter | undefined => {
  if (!isOn(app)) return undefined
  const { config, clock, log, containers } = app
  const limits = config['filter:ratelimit']
  const turn = turns(clock, limits)
  const wait = (seconds: number) => new Promise<void>((resume) => clock.after(seconds * 1000, resume))
  const sizeOf = async ({ account, container = '' }: Asked): Promise<number> =>
    (await containers.find(account, container))?.objectCount ?? 0

  /** The key that a request is counted by, and its limit in requests per second. */
  const countedBy = async (asked: Asked): Promise<readonly [string, number | undefined]> => {
    const { method, account, container, object } = asked
    if (container === undefined) return ['', undefined]
    if (object === undefined && ['PUT', 'DELETE'].includes(method)) return [account, limits.account_ratelimit]
    if (object === undefined && method === 'GET' && limits.container_listing_ratelimit_N.length > 0)
      return [
        `listing/${account}/${container}`,
        rateOf(limits.container_listing_ratelimit_N, await sizeOf(asked)),
      ]
    const writes = object !== undefined && ['PUT', 'DELETE', 'POST', 'COPY'].includes(method)
    if (writes && limits.container_ratelimit_N.length > 0)
      return [`${account}/${container}`, rateOf(limits.container_ratelimit_N, await sizeOf(asked))]
    return ['', undefined]
  }

  return async (asked) => {
    const { method, account } = asked
    if (limits.account_whitelist.includes(account)) return undefined
    if (limits.account_blacklist.includes(account)) {
      log.error({ account }, 'an account is blacklisted')
      await wait(blacklistWaitSeconds)
      return 'blacklisted'
    }
    const [of, rate = 0] = await countedBy(asked)
    if (rate <= 0) return undefined
    const seconds = turn(of, rate)
    if (seconds === undefined) {
      log.error({ method, of }, 'a request exceeds the rate limit and is refused')
      return 'limited'
    }
    if (limits.log_sleep_time_seconds > 0 && seconds > limits.log_sleep_time_seconds)
      log.warn({ method, of, seconds }, 'a request exceeds the rate limit and is delayed')
    if (seconds > 0) await wait(seconds)
    return undefined
  }
}
