import { request } from 'node:http'

interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

/** Sends a request with the `Host` header of a browser for which DNS resolves `host` to the address of a cloud. */
export const askedOfHost = (
  url: string,
  host: string,
  {
    method = 'GET',
    headers = {},
  }: { readonly method?: string; readonly headers?: Record<string, string> } = {},
): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { method, headers: { ...headers, host } }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(Buffer.from(chunk))
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: Buffer.concat(chunks).toString(),
      })
    })
    asked.on('error', reject).end()
  })
