import type { Post } from '../app/alarming/carry-out.ts'

/** Returns a function that posts to a URL; it throws when there is no successful answer within the timeout. */
export const postWithin =
  (timeoutMs: number): Post =>
  async (url, body, headers) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const reply = await fetch(url, {
      method: 'POST',
      body,
      headers: { ...headers },
      signal,
      redirect: 'manual',
    })
    await reply.body?.cancel()
    if (!reply.ok) throw new Error(`the address answered ${reply.status}`)
  }
