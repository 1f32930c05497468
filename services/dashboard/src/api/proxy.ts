import type { Handler, HttpRequest, HttpResponse } from '@nimbo/http/message'
import { DeadlineExceeded } from '@nimbo/kernel/deadline'
import { anonymousContext } from '@nimbo/http/anonymous-context'
import { Fault, isFault } from '@nimbo/kernel/errors'
import type { HorizonApp } from '../app/app.ts'
import type { OpenSession } from '../domain/session.ts'
import { isReading } from '../domain/origin.ts'
import { errors } from '../errors.ts'
import { toPage, toService } from './proxied-headers.ts'
import { requireSession } from './session-routes.ts'

const pathForm = /^\/api\/proxy\/([a-z0-9-]+)(\/.*)?$/

const readWithinMs = 60_000
/** Deadline of a write, which includes the upload of the body, for example of an image. */
const writtenWithinMs = 6 * 3_600_000

/** Proxies a request to a service with the session's token; streams both bodies. */
export const proxy =
  (app: HorizonApp): Handler =>
  async (request) => {
    const [, service, path = '/'] = pathForm.exec(request.path) ?? []
    if (service === undefined) throw errors.NoSuchPath()
    const session = await requireSession(app, request)
    request.state.operation = `dashboard.proxy.${service}`
    const reply = await passedOn(app, { session, service, path, request })
    if (reply.status === 401) await endIfTokenIsGone(app, request, session)
    return { ...reply, headers: toPage(reply.headers) }
  }

interface Passed {
  readonly session: OpenSession
  readonly service: string
  readonly path: string
  readonly request: HttpRequest
}

const passedOn = async (
  app: HorizonApp,
  { session, service, path, request }: Passed,
): Promise<HttpResponse> => {
  const { method, query, headers, body, state } = request
  try {
    return await app.reach.send(session, service, {
      ...{ method, path, query, body },
      headers: { ...toService(headers, session.token), 'x-openstack-request-id': state.requestId },
      timeoutMs: isReading(method) ? readWithinMs : writtenWithinMs,
    })
  } catch (error) {
    if (isFault(error, 'ServiceUnreachable') || error instanceof DeadlineExceeded)
      throw errors.ServiceAway({ service }, { cause: error })
    if (error instanceof Fault) throw error
    throw errors.ServiceAway({ service }, { cause: error })
  }
}

/** Ends the session after a 401 if Keystone also refuses the token: a service may return 401 for other reasons. */
const endIfTokenIsGone = async (
  app: HorizonApp,
  { state }: HttpRequest,
  { token, idHash }: OpenSession,
): Promise<void> => {
  try {
    await app.identity.show(anonymousContext(state), token)
  } catch (error) {
    if (!isFault(error, 'LoginRefused')) return
    await app.sessions.delete(idHash)
    app.streams.end(idHash)
  }
}
