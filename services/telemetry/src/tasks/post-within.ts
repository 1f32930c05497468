import type { Post } from '../app/alarming/carry-out.ts'

/**
 * An address without the user name and password in it, which become a header: `fetch` refuses such an address, with an error that
 * repeats the password.
 */
const withoutUser = (url: URL): readonly [address: URL, header: Readonly<Record<string, string>>] => {
  const address = new URL(url)
  const user = [url.username, url.password].map(decodeURIComponent)
  address.username = ''
  address.password = ''
  if (user.join('') === '') return [address, {}]
  return [address, { authorization: `Basic ${Buffer.from(user.join(':')).toString('base64')}` }]
}

/** Returns a function that posts to a URL; it throws when there is no successful answer within the timeout. */
export const postWithin =
  (timeoutMs: number): Post =>
  async (url, body, headers) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const [address, header] = withoutUser(url)
    const reply = await fetch(address, {
      method: 'POST',
      body,
      headers: { ...headers, ...header },
      signal,
      redirect: 'manual',
    })
    await reply.body?.cancel()
    if (!reply.ok) throw new Error(`the address answered ${reply.status}`)
  }
