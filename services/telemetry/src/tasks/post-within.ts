import type { IncomingMessage } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { ClientTls } from '@nimbo/http/tls'
import { request as plainRequest } from '@nimbo/kernel/node-http'
import type { Post } from '../app/alarming/carry-out.ts'

/** Whether the certificate of an address is verified: the owner of an alarm may choose in the URL of an action. */
const isVerified = ({ searchParams }: URL, usually: boolean): boolean =>
  Number(searchParams.getAll('aodh-alarm-ssl-verify').at(-1) ?? usually) !== 0

/**
 * Returns a function that posts to a URL; it throws when there is no successful answer within the timeout. `fetch` cannot leave a
 * certificate unverified, and refuses a URL with a user name, which is sent as a header here.
 */
export const postWithin =
  (timeoutMs: number, { insecure = false, ...certificates }: ClientTls): Post =>
  async (url, body, headers) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const options = { method: 'POST', headers, signal }
    const request =
      url.protocol === 'https:'
        ? secureRequest(url, { ...options, ...certificates, rejectUnauthorized: isVerified(url, !insecure) })
        : plainRequest(url, options)
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    request.on('response', resolve)
    request.on('error', (error) => reject(signal.aborted ? signal.reason : error))
    request.end(body)
    const reply = await promise
    reply.destroy()
    const { statusCode = 0 } = reply
    if (statusCode < 200 || statusCode > 299) throw new Error(`the address answered ${statusCode}`)
  }
