import { hostname, networkInterfaces } from 'node:os'

const anywhere = ['0.0.0.0', '::']

/** All names and addresses by which clients may reach a cloud that listens on `host`. */
export const namesOfServer = (host: string): readonly string[] => {
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
  const reached = anywhere.includes(host)
    ? addresses.filter(({ scopeid }) => !scopeid).map(({ address }) => address)
    : [host]
  return [...new Set(['localhost', '127.0.0.1', '::1', hostname(), ...reached])]
}
