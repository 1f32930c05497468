import { hostname, networkInterfaces } from 'node:os'

const anywhere = ['0.0.0.0', '::']

/** Every name and address by which clients may call a cloud that listens there. */
export const namesOfServer = (host: string): readonly string[] => {
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
  const reached = anywhere.includes(host)
    ? addresses.filter(({ scopeid }) => !scopeid).map(({ address }) => address)
    : [host]
  return [...new Set(['localhost', '127.0.0.1', '::1', hostname(), ...reached])]
}
