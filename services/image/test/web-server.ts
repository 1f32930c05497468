import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Parses `bytes=4-8`. */
const readPart = (header: string | undefined): readonly [number, number] | undefined => {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(header ?? '') ?? []
  return first === undefined ? undefined : [Number(first), Number(last)]
}

/** A local web server with these files, which stands for an external one and supports ranges. */
export const webServer = async (files: Readonly<Record<string, Buffer>>) => {
  const methods = new Set<string>()
  const server = createServer((request, reply) => {
    methods.add(request.method ?? '')
    const file = files[request.url ?? '']
    const part = readPart(request.headers.range)
    if (file === undefined) reply.writeHead(404).end()
    else if (part === undefined) reply.writeHead(200, { 'content-length': file.length }).end(file)
    else reply.writeHead(206).end(file.subarray(part[0], part[1] + 1))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (path: string): string => `http://127.0.0.1:${port}${path}`,
    /** The methods of the requests so far. */
    methods: (): ReadonlySet<string> => methods,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
