import assert from 'node:assert/strict'
import type { Answer, Client } from '@nimbo/testkit/client'
import type { CrashPlan } from '@nimbo/testkit/crash-plan'
import type { ArmedPoint, CrashPoints } from '@nimbo/testkit/crash-points'
import { pathTo } from '@nimbo/testkit/line-places'

/** A request whose trace a plan watches. */
export interface WatchedRequest {
  readonly point: ArmedPoint
  /** Its answer; undefined when the connection broke. */
  readonly answer: Promise<Answer<{ server: { id: string } }> | undefined>
}

/** Arms a crash point at a line of the boot flow and sends a request whose trace it watches. */
export const askWatched = async (
  crashPoints: CrashPoints,
  plan: Pick<CrashPlan, 'moment' | 'act' | 'output'> & { readonly line: number },
  ask: (headers: Record<string, string>) => Promise<Answer<{ server: { id: string } }>>,
): Promise<WatchedRequest> => {
  const { line, ...rest } = plan
  const point = await crashPoints.arm({ ...rest, path: pathTo(line) })
  const answer = ask(point.headers).catch(() => undefined)
  return { point, answer }
}

/** Ids of all servers with this name. */
export const serversNamed = async ({ compute }: Client, name: string): Promise<readonly string[]> => {
  const { status, body } = await compute.get(`/servers?name=^${name}$`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.servers.map(({ id }: { id: string }) => id)
}

/** Requests a token for the admin, scoped to the project `admin`. */
export const askForToken = (
  { identity }: Client,
  password: string,
  headers: Record<string, string>,
): Promise<Answer<never>> => {
  const domain = { id: 'default' }
  const methods = { methods: ['password'], password: { user: { name: 'admin', password, domain } } }
  const auth = { identity: methods, scope: { project: { name: 'admin', domain } } }
  return identity.post('/v3/auth/tokens', { auth }, headers)
}
